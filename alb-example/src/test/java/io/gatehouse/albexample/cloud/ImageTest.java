package io.gatehouse.albexample.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The Dockerfile's steps are done and its commands run, as its user; only the engine is missing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImageTest {

    private static final Path CONTEXT =
            Path.of("../oidc-provider").toAbsolutePath().normalize();

    private final Image image;
    private final Path log;
    private final Map<String, String> settings;

    ImageTest(@TempDir Path folder) throws Exception {
        // The image's user has to get at it.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        image = Image.build(CONTEXT, folder);
        String port = String.valueOf(FreePorts.next());
        settings = Map.of(
                "SERVER_PORT",
                port,
                "GATEHOUSE_ISSUER",
                "http://localhost:" + port,
                "GATEHOUSE_ROOMS_SHOP_CAPACITY",
                "1");
        log = folder.resolve("log");
    }

    @Test
    void givenTheImage_whenItIsStarted_thenItIsHealthyKeepsItsDataApartAndEndsWhenAsked() throws Exception {
        List<Path> before = files("/opt/gatehouse");
        try (TestProcess gatehouse = TestProcess.start(
                log, image.run(image.dockerfile().last("ENTRYPOINT").command(), settings))) {
            assertThat(isHealthy()).as("healthy while it starts").isFalse();
            gatehouse.awaits("healthy", Duration.ofMinutes(6), this::isHealthy);
            gatehouse.signal("TERM");
            assertThat(gatehouse.ends(Duration.ofMinutes(1)))
                    .as("ended by the signal")
                    .isEqualTo(143);
        }

        assertThat(isHealthy()).as("healthy when it has ended").isFalse();
        assertThat(files("/opt/gatehouse")).isEqualTo(before);
        assertThat(image.at("/data/master.key")).exists();
    }

    @Test
    void givenTheDockerfile_whenItIsRead_thenBaseAndUserAreFixedAndLibrariesHaveLayersOfTheirOwn() {
        Dockerfile dockerfile = image.dockerfile();

        assertThat(dockerfile.all("ARG").get(0).text())
                .matches("JAVA=eclipse-temurin:\\d+[.\\d]+_\\d+-jre-\\w+@sha256:[0-9a-f]{64}");
        assertThat(dockerfile.last("USER").text()).matches("[1-9]\\d+:[1-9]\\d+");
        assertThat(dockerfile.last("EXPOSE").text()).isEqualTo("8080");
        assertThat(dockerfile.instructions().indexOf(dockerfile.last("RUN")))
                .as("nothing is run in the last stage")
                .isLessThan(dockerfile.instructions().indexOf(dockerfile.last("FROM")));
        assertThat(dockerfile.all("COPY").stream().map(copy -> copy.arguments().get(0)))
                .containsSubsequence("/layers/extracted/dependencies/", "/layers/extracted/application/");
    }

    private boolean isHealthy() {
        try {
            return image.run(image.dockerfile().last("HEALTHCHECK").command(), settings)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private List<Path> files(String path) throws IOException {
        try (Stream<Path> tree = Files.walk(image.at(path))) {
            return tree.sorted().toList();
        }
    }
}
