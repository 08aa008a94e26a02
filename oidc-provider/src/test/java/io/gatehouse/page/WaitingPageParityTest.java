package io.gatehouse.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.forecast.Forecast;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.words.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.htmlunit.MockWebConnection;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlPage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server's page and the script's page are one page: the same words follow from the same board and place. */
class WaitingPageParityTest {

    private static final String SCRIPT = file("waiting-page.js");
    private static final Texts TEXTS = Texts.load();
    /** Those that a visitor is told. */
    private static final List<Stage> STAGES =
            Stream.of(Stage.values()).map(Stage::told).toList();

    private static final List<Phase> PHASES = List.of(Phase.values());

    private static final List<Stock.Level> LEVELS = List.of(Stock.Level.values());

    private static final JsonMapper JSON = new JsonMapper();
    private static final WebClient BROWSER = new WebClient();

    private static HtmlPage page = blank();

    @BeforeAll
    static void load() {
        page = blank();
        page.executeJavaScript(SCRIPT);
    }

    @AfterAll
    static void close() {
        BROWSER.close();
    }

    private static HtmlPage blank() {
        MockWebConnection nothing = new MockWebConnection();
        nothing.setDefaultResponse("<!DOCTYPE html><title>x</title>");
        BROWSER.setWebConnection(nothing);
        try {
            return BROWSER.getPage("http://localhost/");
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String file(String name) {
        try (InputStream stream = Objects.requireNonNull(
                WaitingPageParityTest.class.getResourceAsStream("/META-INF/resources/waiting-page/" + name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    @Test
    void givenManyBoardsAndPlaces_whenServerAndScriptShowThem_thenTheySayTheSame() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            Situation situation = Situation.any(random);
            Texts.Language language =
                    TEXTS.languages().get(round % TEXTS.languages().size());

            Map<String, Object> server = shown(situation.page(language));
            JsonNode script = shown(situation, language);

            server.forEach((name, value) -> assertThat(script.path(name).asString())
                    .as("%s of %s in %s, seed %d", name, situation, language.tag(), seed)
                    .isEqualTo(String.valueOf(value)));
        }
    }

    /** On a CDN the script chooses alone: the first file that is there. */
    @ParameterizedTest
    @CsvFileSource(resources = "/accept-languages.csv", numLinesToSkip = 1)
    void givenWhatABrowserPrefers_whenTheScriptChooses_thenItChoosesAsTheServer(String acceptLanguage, String tag) {
        var wanted = Stream.of(acceptLanguage.split(","))
                .map(range -> range.split(";")[0].strip())
                .toList();

        var files = JSON.readTree(String.valueOf(
                page.executeJavaScript("JSON.stringify(waitingPage.filesOf(" + JSON.writeValueAsString(wanted) + "))")
                        .getJavaScriptResult()));

        assertThat(files.valueStream().map(JsonNode::asString).filter(TEXTS.tags()::contains))
                .first()
                .isEqualTo(tag);
    }

    private static Map<String, Object> shown(WaitingPage page) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("stage", page.frame().stage());
        shown.put("title", page.documentTitle());
        shown.put("headline", page.frame().headline());
        shown.put("lead", page.frame().lead());
        shown.put("notice", page.frame().notice());
        if (!List.of("TURN", "LOBBY").contains(page.frame().stage())) { // the script counts down to the second
            shown.put("figure", page.figure());
        }
        if (page.frame().waiting()) {
            shown.put("label", page.label());
            shown.put("progress", page.progress());
            shown.put("progressText", page.progressText());
            shown.put("estimate", page.estimate());
            shown.put("score", page.score());
            shown.put("position", page.position());
            shown.put("serving", page.serving());
        }
        shown.put("order", page.frame().order());
        shown.put("explaining", page.frame().explaining());
        shown.put("waiting", page.frame().waiting());
        shown.put("continuing", page.frame().continuing());
        shown.put("extending", page.frame().extending());
        shown.put("returning", page.frame().returning());
        shown.put("leaving", page.frame().leaving());
        shown.put("entering", page.frame().entering());
        return shown;
    }

    private static JsonNode shown(Situation situation, Texts.Language language) {
        Object result = page.executeJavaScript(
                        "JSON.stringify(waitingPage.viewOf(" + file("texts/" + language.tag() + ".json")
                                + "," + JSON.writeValueAsString(situation.board()) + ","
                                + JSON.writeValueAsString(situation.place()) + "," + situation.from() + ","
                                + situation.seconds() + "))")
                .getJavaScriptResult();
        return JSON.readTree(String.valueOf(result));
    }

    record Situation(
            Stage stage,
            long position,
            long serving,
            long from,
            List<Forecast.Point> points,
            List<Long> told,
            List<Boolean> flags,
            long seconds,
            Phase phase,
            Stock.Level stock) {

        static Situation any(Random random) {
            long position = 1 + (long) Math.pow(10, random.nextDouble() * 6);
            long serving = random.nextInt(4) == 0 ? position - 1 : (long) (random.nextDouble() * position);
            return new Situation(
                    random.nextBoolean() ? Stage.WAITING : STAGES.get(random.nextInt(STAGES.size())),
                    position,
                    serving,
                    (long) (random.nextDouble() * (serving + 1)),
                    random.nextInt(5) == 0 ? List.of() : points(random),
                    List.of((long) random.nextInt(4), (long) random.nextInt(1_000_000), (long) random.nextInt(2000)),
                    List.of(random.nextInt(5) == 0, random.nextInt(5) == 0, random.nextBoolean(), random.nextBoolean()),
                    random.nextInt(8000),
                    random.nextBoolean() ? Phase.OPEN : PHASES.get(random.nextInt(PHASES.size())),
                    random.nextBoolean() ? Stock.Level.SOME : LEVELS.get(random.nextInt(LEVELS.size())));
        }

        private static List<Forecast.Point> points(Random random) {
            var turns = 0.01 + random.nextInt(300) / 100d;
            var first = new Forecast.Point(turns, random.nextInt(100), 100 + random.nextInt(1000));
            var next = new Forecast.Point(
                    turns + 1 + random.nextInt(100_000),
                    first.from() + random.nextInt(10_000),
                    first.to() + 10_000 + random.nextInt(300_000));
            return List.of(first, next);
        }

        private Forecast forecast() {
            return new Forecast(Forecast.By.values()[(int) (told.get(1) % 6)], points, Optional.empty());
        }

        private @Nullable Long most() {
            return told.get(0) == 0 ? told.get(1) : null;
        }

        WaitingPage page(Texts.Language language) {
            WaitingPage.Builder builder = WaitingPage.of(language, new RoomId("shop"), "Shop")
                    .at(stage, position)
                    .serving(serving)
                    .from(from)
                    .paused(flags.get(0))
                    .stale(flags.get(1))
                    .extendable(flags.get(2))
                    .graced(flags.get(3))
                    .drawing(flags.get(3))
                    .stock(stock == Stock.Level.SOME ? null : stock)
                    .phase(phase, null, Duration.ZERO)
                    .left(Duration.ofSeconds(seconds));
            return builder.forecast(forecast())
                    .most(most())
                    .right(told.get(2) / 2, told.get(2))
                    .build();
        }

        Map<String, Object> board() {
            Map<String, Object> board = new LinkedHashMap<>(Map.of(
                    "title", "Shop", "opening", 1, "serving", serving, "paused", flags.get(0), "stale", flags.get(1)));
            board.put("claimWindow", 600);
            board.put("phase", phase);
            if (stock != Stock.Level.SOME) {
                board.put("stock", stock);
            }
            var forecast = new LinkedHashMap<String, Object>(Map.of(
                    "by",
                    forecast().by().word(),
                    "points",
                    points.stream()
                            .map(point -> List.of(point.turns(), point.from(), point.to()))
                            .toList(),
                    "kept",
                    told.get(2) / 2,
                    "judged",
                    told.get(2)));
            if (most() != null) {
                forecast.put("most", most());
            }
            board.put("forecast", forecast);
            return board;
        }

        Map<String, Object> place() {
            Map<String, Object> place = new LinkedHashMap<>(Map.of(
                    "opening", 1, "position", position, "stage", stage, "extendable", flags.get(2), "until", "later"));
            if (stage == Stage.EXPIRED && !flags.get(3)) {
                place.remove("until");
            }
            if (flags.get(3)) {
                place.put("receipt", "17.ab");
            }
            return place;
        }
    }
}
