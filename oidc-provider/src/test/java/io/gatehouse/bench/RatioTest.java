package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Rounds.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The small bench, which {@code .ci/run} compares with the repository's figures: what a unit costs in trivial
 * handlers, so that another machine's speed does not matter. The first compiler only, with which a server is
 * warm in seconds and costs the same each time; a heap that does not grow and no collector beside the work,
 * which in one run took a tenth more than in the next; and ES256, as that compiler does RSA so slowly that a
 * login would be nothing else.
 */
@Tag("load")
class RatioTest {

    private static final List<String> OPTIONS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Pace PACE = new Pace(Duration.ofSeconds(3), Duration.ofSeconds(1), 5);

    @TempDir
    Path folder;

    @Test
    void givenATrivialHandlerBeside_whenVisitorsCome_thenWhatTheyCostInThoseIsTold() throws IOException {
        var figures = new Figures("RatioTest", Jdks.version(Jdks.own()));
        var java = Jdks.java(Jdks.own());
        var data = Files.createDirectories(folder.resolve("data"));
        var es256 = "gatehouse.sites.shop.id-token-algorithm=ES256";
        try (var ours = Gatehouse.start("embedded", java, OPTIONS, data, es256);
                var trivial = Trivial.start(java, OPTIONS)) {
            var subjects = new ArrayList<Subject>(List.of(trivial.subject(), Subjects.logins("login", ours)));
            subjects.addAll(Subjects.waiting("", ours));

            var costs = Rounds.interleaved(PACE.atMost(), subjects);

            var unit = costs.remove("trivial");
            if (unit != null) { // else the machine was kept from its work all the time
                costs.forEach((row, cost) -> figures.tell("ratio." + row, cost.to(unit)));
            }
            assertThat(costs.keySet()).isSubsetOf("login", "join", "place", "page", "look", "board");
        }
    }
}
