package io.gatehouse.panel;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.panel.answer.RefusedException;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

/** Here a small one stands for the release's; {@code .ci/release} asks a release for its own. */
@PanelTest
class SbomTest {

    @Test
    void givenAScanner_whenItAsksForTheLibraries_thenItGetsThemAsCycloneDx(Desk desk) {
        var answer = desk.get("/panel/api/sbom", "Authorization", "Bearer reads");

        assertThat(header(answer, "Content-Type")).startsWith("application/vnd.cyclonedx+json");
        assertThat(json(answer).path("bomFormat").asString()).isEqualTo("CycloneDX");
    }

    @Test
    void givenAStranger_whenTheyAskForTheLibraries_thenNothingIsTold(Desk desk) {
        assertThat(desk.get("/panel/api/sbom").statusCode()).isEqualTo(401);
        assertThat(desk.get("/actuator/sbom").body()).doesNotContain("CycloneDX");
    }

    @Test
    void givenABuildThatIsNoRelease_whenTheLibrariesAreAskedFor_thenTheRefusalSaysHowToMakeThem() {
        var endpoint = new SbomEndpoint(new ClassPathResource("META-INF/sbom/none.json"));

        assertThatThrownBy(endpoint::sbom)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("mvn package -Prelease");
    }
}
