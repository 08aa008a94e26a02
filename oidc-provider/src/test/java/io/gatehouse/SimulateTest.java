package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The command, as operators use it. */
class SimulateTest {

    private static final String SMALL =
            """
            gatehouse.rooms.shop: { rate: 60/1m, capacity: 500 }
            scenario: { length: 30m, arrivals: { visitors: 1000, curve: [ { per-minute: 200 }, { at: 10m, per-minute: 0 } ] } }
            """;

    private final CommandLine jar = new CommandLine();

    @TempDir
    Path folder;

    @Test
    void givenTheScenarioOfTheDocument_whenPlayedTwice_thenItsWarningsAndBytesAreTheSame() throws IOException {
        var document = Files.readString(Path.of("../docs/operate/simulate.md"));
        var yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(document);
        assertThat(yaml.find()).isTrue();
        var scenario = yaml.group(1);

        assertThat(simulate(scenario)).hasValue(0);

        var first = jar.text();
        assertThat(first)
                .startsWith("Room shop: ")
                .contains("(Europe/Berlin), seed 7", "the pause", "the close is at 12:00: ", " would not get in");
        jar.forget();
        simulate(scenario);
        assertThat(jar.text()).isEqualTo(first);
    }

    @Test
    void givenACloseBeforeTheLastAreCalled_whenPlayed_thenTheWarningSaysHowLongTheyWaitAndHowManyStayOutside()
            throws IOException {
        var closing = SMALL.replace(
                        "capacity: 500",
                        "mode: scheduled, schedule: [ { zone: Europe/Berlin, lobby: 2026-11-27T17:00,"
                                + " doors: 2026-11-27T17:30, close: 2026-11-27T18:00, at-close: end } ]")
                .replace("30m", "90m")
                .replace("1000", "4000");

        assertThat(simulate(closing)).hasValue(0);

        assertThat(jar.text())
                .containsPattern(
                        "at 60/1m the last waits 1 h \\d+ min; the close is at 18:00: 2,[12]\\d\\d would not get in");
    }

    @Test
    void givenAScenario_whenAskedForJson_thenTheFiguresAddUp() throws IOException {
        assertThat(simulate(SMALL, "--json", "--scenario.visitors.show-up=1")).hasValue(0);

        var json = new JsonMapper().readTree(jar.text());
        var fates = json.path("fates").properties().stream()
                .mapToLong(fate -> fate.getValue().asLong())
                .sum();
        assertThat(fates).isEqualTo(1000).isEqualTo(json.path("visitors").asLong());
        assertThat(json.path("minutes")
                        .valueStream()
                        .mapToLong(minute -> minute.path("arrived").asLong())
                        .sum())
                .isEqualTo(1000);
        assertThat(json.path("waitSeconds").path("longest").asDouble()).isBetween(450.0, 520.0);
        assertThat(json.path("held").path(0).path("why").asString()).isEqualTo("RATE");
        assertThat(json.path("soldOutAt").isMissingNode()).isTrue();
    }

    @Test
    void givenTheMinutesOfASimulation_whenTheyAreThoseOfAnother_thenTheSameCrowdArrivesAndWaitsAsLong()
            throws IOException {
        simulate(SMALL, "--csv");
        Files.writeString(folder.resolve("minutes.csv"), jar.text());
        var recorded = SMALL.replaceAll("\\{ visitors: 1000.*] }", "{ recorded: minutes.csv }");
        jar.forget();

        simulate(recorded, "--csv");

        assertThat(columns(jar.text(), 0, 1))
                .isEqualTo(columns(Files.readString(folder.resolve("minutes.csv")), 0, 1))
                .hasSize(31);
    }

    @Test
    void givenAScenario_whenAskedForAPictureOrAPage_thenItNeedsNothingElse() throws IOException {
        assertThat(simulate(SMALL, "--svg")).hasValue(0);
        assertThat(jar.text())
                .startsWith("<svg ")
                .contains("1,000 visitors", "waiting")
                .endsWith("</svg>\n");
        jar.forget();

        assertThat(simulate(SMALL, "--html")).hasValue(0);

        assertThat(jar.text())
                .startsWith("<!DOCTYPE html>")
                .contains("<svg ", "Wait, median", "the rate")
                .doesNotContain("<script", "src=", "href=");
    }

    private static List<String> columns(String csv, int... columns) {
        return csv.lines()
                .map(line -> line.split(",", -1))
                .map(cells -> Arrays.stream(columns).mapToObj(n -> cells[n]).collect(Collectors.joining(",")))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scenario.arrivals.visitors=-1|scenario.arrivals.visitors: must be 1 to 2000000 visitors, were -1",
                "--scenario.arrivals.visitors=1000000000000|must be 1 to 2000000 visitors, were 1000000000000",
                "--scenario.arrivals.curve[0].per-minute=NaN|scenario.arrivals.curve[0].per-minute: must be 0 to",
                "--scenario.arrivals.curve[0].per-minute=Infinity|curve[0].per-minute: must be 0 to",
                "--scenario.arrivals.curve[1].at=0s|curve[1].at: must be after the point before it",
                "--scenario.arrivals.curve[1].at=40m|curve[1].at: must be a time from the beginning, from 0s to 30m",
                "--scenario.arrivals.recorded=there.csv|scenario.arrivals.recorded: must stand alone",
                "--scenario.length=0s|scenario.length: must be from 1m to 31d",
                "--scenario.length=400d|scenario.length: must be from 1m to 31d",
                "--scenario.until=2026-01-01T02:00:00Z|scenario.until: must be left out beside scenario.length",
                "--scenario.from=yesterday|scenario.from: must be a moment like 2026-11-27T09:00:00Z",
                "--scenario.seed=x|scenario.seed: must be a whole number",
                "--scenario.visitors.visits.median=0s|scenario.visitors.visits.median: must be more than 0s",
                "--scenario.visitors.visits.median=-5m|scenario.visitors.visits.median: must be more than 0s",
                "--scenario.visitors.visits.mean=5m|scenario.visitors.visits: of shape log-normal must have a median",
                "--scenario.visitors.delay.shape=square|scenario.visitors.delay.shape: must be one of fixed, log-normal",
                "--scenario.visitors.lanes.vip=0.2|scenario.visitors.lanes: must name lanes of the room, was",
                "--scenario.site.alone=1s|scenario.site.capacity: must be one capacity or more, was none",
                "--scenario.visitors.show-up=NaN|scenario.visitors: show-up must be a share from 0 to 1, was NaN",
                "--scenario.visitors.show-up=85|show-up must be a share from 0 to 1, was 85.0",
                "--scenario.bots.places=0|scenario.bots: places must be 1 to 1000, was 0",
                "--scenario.acts[0].paused=true|scenario.acts[0].at: must be a time from the beginning",
                "--scenario.acts[0].at=1h|scenario.acts[0].at: must be a time from the beginning, from 0s to 30m",
                "--scenario.site.alone=0s|scenario.site.alone: must be from 1ms to 1m",
                "--scenario.site.noise=-1|scenario.site.noise: must be from 0.0",
                "--scenario.sede=7|there is no such setting. Did you mean scenario.seed?",
                "--scenario.room=shoe|scenario.room: must be one of shop, was",
                "--gatehouse.rooms.shop.rate=fast|gatehouse.rooms.shop.rate: a rate looks like 200/1m",
                "--gatehouse.rooms.shop.capacity=-1|gatehouse.rooms.shop.capacity: must be 0 to 100000000, was -1",
                "--gatehouse.rooms.shop.ratte=1/s|there is no such setting. Did you mean gatehouse.rooms.shop.rate",
                "--visitors=5|visitors: a scenario has the settings of its room below gatehouse.rooms",
                "--pdf|\"--pdf\" is none of its options"
            })
    void givenAnImpossibleValue_whenPlayed_thenASentenceNamesItAndNothingIsPlayed(String option, String sentence)
            throws IOException {
        assertThat(simulate(SMALL, option)).hasValue(2);
        assertThat(jar.text()).contains(sentence).doesNotContain("Room shop").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1, 2]", "a: [", "scenario: { length: 1h }", "\"\u0000\""})
    void givenAFileThatIsNoScenario_whenPlayed_thenASentenceSaysSo(String file) throws IOException {
        assertThat(simulate(file)).hasValue(2);
        assertThat(jar.text()).isNotBlank().doesNotContain("Exception");
    }

    @Test
    void givenAnEndBeforeTheBeginning_whenPlayed_thenBothAreNamed() throws IOException {
        var file = SMALL.replace("length: 30m", "from: 2026-11-27T09:00:00Z, until: 2026-11-27T08:00:00Z");

        assertThat(simulate(file)).hasValue(2);
        assertThat(jar.text())
                .startsWith(
                        "scenario.until: must be after the beginning, 2026-11-27T09:00:00Z, was 2026-11-27T08:00:00Z");
    }

    @Test
    void givenNoFile_whenPlayed_thenASentenceSaysSo() {
        assertThat(jar.run("simulate", folder.resolve("none.yaml").toString())).hasValue(2);
        assertThat(jar.text()).contains("cannot read the scenario");
    }

    private OptionalInt simulate(String yaml, String... options) throws IOException {
        return jar.runWith("simulate", folder.resolve("scenario.yaml"), yaml, options);
    }
}
