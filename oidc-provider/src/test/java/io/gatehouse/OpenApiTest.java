package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.ApiDescription;
import io.gatehouse.testing.NodeModules;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The documents of both APIs are OpenAPI. That they are true is seen by {@code ApiDescription} and
 * {@code ApiDocument}.
 */
@Tag("sites")
class OpenApiTest {

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenADocument_whenAValidatorReadsIt_thenItIsOpenApi(boolean isPanel, @TempDir Path folder)
            throws IOException {
        NodeModules.install(SCRIPTS);
        var file = (isPanel
                        ? Files.writeString(folder.resolve("panel.json"), ApiDescription.text())
                        : Path.of("../docs/aws-api.openapi.json")
                                .toAbsolutePath()
                                .normalize())
                .toString();

        var said = TestProcess.run(new ProcessBuilder("node", "openapi.mjs", file).directory(SCRIPTS.toFile()));

        assertThat(said).contains("OpenAPI 3.1");
    }
}
