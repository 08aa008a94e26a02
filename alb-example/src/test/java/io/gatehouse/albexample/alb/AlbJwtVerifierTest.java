package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.node.NodeFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AWS's own library for targets, {@code aws-jwt-verify} from npm, reads what the stand-in has signed. */
@Tag("sites")
class AlbJwtVerifierTest {

    private final NodeFolder node;
    private final Bench bench;

    AlbJwtVerifierTest(@TempDir Path folder) throws Exception {
        node = NodeFolder.install("", folder);
        bench = new Bench(); // last: its clock stands, and what it signs is good for two minutes of the library's
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
        String output = node.run(
                "node", "verify.mjs", bench.url("/.alb/public-keys"), arn, bench.provider.issuer(), client, data);
        return output.strip();
    }
}
