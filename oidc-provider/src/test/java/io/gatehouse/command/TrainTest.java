package io.gatehouse.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.TrainedJar;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;

/**
 * The command train, done to the packaged jar as the documents say: in the folder that {@code -Dtest.trained}
 * names if it names one, so that other suites can start from it.
 */
@Tag("process")
@Tag("jdk")
class TrainTest {

    /** Java ends where it would start without the cache otherwise. */
    private static final String ONLY_WITH_IT = "-XX:AOTMode=on";

    @TempDir
    Path folder;

    @Test
    void givenATrainedJar_whenItIsStarted_thenJavaUsesWhatItHasLearntAndDoesWithoutWhereItDoesNotFit()
            throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var place = TrainedJar.place().orElse(folder.resolve("beside-nothing").resolve("gatehouse"));
        FileSystemUtils.deleteRecursively(place); // made by a run before
        var beside = Files.createDirectories(Objects.requireNonNull(place.getParent()));

        var trained = TrainedJar.in(place, java);

        assertThat(beside.toFile().list())
                .as("left behind beside it")
                .containsExactly(place.getFileName().toString());
        if (Runtime.version().feature() < 25) {
            assertThat(trained.said()).contains("that takes Java 25");
            assertThat(trained.hashesAPassword(folder)).startsWith("{bcrypt}");
            return;
        }
        assertThat(trained.said()).contains("learnt");
        try (var gatehouse = new GatehouseProcess(
                        List.of("-Xmx512m", ONLY_WITH_IT), FreePorts.next(), folder.resolve("data"))
                .from(trained)) {
            gatehouse.starts();
        }
        var jar = trained.folder().resolve("oidc-provider.jar");
        var fits = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
        assertThat(trained.hashesAPassword(folder)).contains("AOT cache", "{bcrypt}");
        Files.setLastModifiedTime(jar, fits);
    }
}
