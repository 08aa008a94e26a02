package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AWS's own library for targets, {@code aws-jwt-verify} from npm, reads what the stand-in has signed. */
@Tag("sites")
class AlbJwtVerifierTest {

    private final Bench bench = new Bench();
    private final Path folder;

    AlbJwtVerifierTest(@TempDir Path folder) throws Exception {
        this.folder = folder;
        for (String file : List.of("package.json", "package-lock.json", "verify.mjs")) {
            Files.copy(Path.of("src/test/node", file), folder.resolve(file));
        }
        run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givenDataFromTheStandIn_whenAwssLibraryReadsIt_thenItIsAccepted() throws Exception {
        assertThat(verify("shop", data())).isEqualTo("accepted visitor-1");
    }

    @Test
    void givenDataForAnotherClientOrAltered_whenAwssLibraryReadsIt_thenItIsRefused() throws Exception {
        String data = data();

        assertThat(verify("another", data)).startsWith("refused").contains("lient");
        assertThat(verify("shop", data.replaceFirst("\\.[^.]{8}", ".AAAAAAAA"))).startsWith("refused");
    }

    private String data() {
        bench.logIn("/");
        bench.browser.get(bench.url("/"));
        return bench.target.last().header("x-amzn-oidc-data");
    }

    private String verify(String client, String data) throws IOException, InterruptedException {
        String arn = LoadBalancer.anonymous().arn();
        String output =
                run("node", "verify.mjs", bench.url("/.alb/public-keys"), arn, bench.provider.issuer(), client, data);
        return output.strip();
    }

    private String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .withFailMessage(
                        () -> String.join(" ", Stream.of(command).limit(2).toList()) + ":\n" + output)
                .isZero();
        return output;
    }
}
