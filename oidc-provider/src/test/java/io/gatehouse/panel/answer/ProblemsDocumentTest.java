package io.gatehouse.panel.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsDocumentTest {

    @ParameterizedTest
    @EnumSource
    void givenAProblem_whenAClientLooksItUp_thenItHasItsHeadingAndStatus(Problem problem) throws IOException {
        var document = Files.readString(Path.of("..", "docs", "problems.md"));

        assertThat(document)
                .contains("\n## " + problem.heading() + "\n" + problem.status().value());
    }
}
