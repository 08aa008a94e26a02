package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.command.VerifyDrawCommand;
import io.gatehouse.draw.Draw;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The past draws of a room, as everyone may read and check them. */
class PastDrawsTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String DRAWS = "/rooms/shop/draws";

    @AutoClose
    private static final RunningGatehouse gatehouse =
            RunningGatehouse.with(Operator.SETTING).starts().standing();

    @TempDir
    private Path folder;

    @BeforeEach
    void aSaleThatTellsIts() {
        gatehouse.reopens("shop");
        tells(true);
    }

    private static void tells(boolean areTold) {
        gatehouse.room("shop").change(settings -> settings.tellingPastDraws(areTold));
        gatehouse.tick();
    }

    @Test
    void givenARoomThatDoesNotTell_whenItsPastDrawsAreAskedFor_thenNothingIsThere() throws IOException {
        var id = drawn(Draw.RECEIPTS, "").path("id").asString();
        var zip = gatehouse.room("shop").snapshot().opening() + ".zip";
        isOver();
        assertThat(status("/" + zip)).isEqualTo(200);

        tells(false);

        for (var path : List.of("", "/" + id + "/draw.json", "/" + id + "/announced.json", "/" + zip)) {
            assertThat(status(path)).as(path).isEqualTo(404);
        }
        assertThat(visits("/rooms/shop/receipt/find").body()).doesNotContain(DRAWS);
        assertThat(gatehouse.browser().gets("/rooms/nowhere/draws").status()).isEqualTo(404);
    }

    @Test
    void givenTwoDraws_whenTheyAreRead_thenTheNewestIsFirstAndItsFilesProveIt() throws Exception {
        var first = drawn(Draw.RECEIPTS, "");
        var receipt = last;
        var opening = gatehouse.room("shop").snapshot().opening();
        isOver();
        var second = drawn("dice <b>thrown</b> at noon", "4 5 6");

        var page = visits(DRAWS);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("<h1>Past draws</h1>", "lang=\"en\"", "dice &lt;b&gt;thrown&lt;/b&gt; at noon", "4 5 6")
                .contains("the receipts of all who took part", "href=\"/rooms/shop/draws/" + opening + ".zip\"")
                .doesNotContain(
                        "<script>",
                        "<b>thrown",
                        "opening-",
                        gatehouse.room("shop").snapshot().opening() + ".zip");
        assertThat(found("<code class=\"commitment\" dir=\"ltr\">(\\w+)", page.body()))
                .startsWith(
                        second.path("commitment").asString(),
                        first.path("commitment").asString());
        assertThat(found("<span class=\"entrants\">(\\d+)", page.body())).startsWith("3", "3");
        assertThat(json("/" + second.path("id").asString() + "/draw.json")).isEqualTo(second);
        assertThat(json("/" + first.path("id").asString() + "/draw.json")).isEqualTo(first);
        assertThat(json("/" + first.path("id").asString() + "/announced.json").has("seed"))
                .isFalse();
        var file =
                visits(DRAWS + "/" + first.path("id").asString() + "/draw.json").body();
        assertThat(verified(file, receipt))
                .contains("drawn position " + HandMadeVerifier.position(JSON.readTree(file), receipt));
        assertThat(names(bytes(DRAWS + "/" + opening + ".zip")))
                .contains("index.html", "announced.json", "draw.json", "verify.html", "jwks.json", "ledger.jsonl");
        for (var link : found("href=\"(/(?:rooms|waiting-page)/[^\"]+)\"", page.body())) {
            assertThat(gatehouse.browser().gets(link).status()).as(link).isEqualTo(200);
        }
        for (var wrong :
                List.of("/0.zip", "/" + (opening + 5) + ".zip", "/x.zip", "/..%2f/draw.json", "/x/draw.json")) {
            assertThat(status(wrong)).as(wrong).isBetween(400, 404);
        }
    }

    @Test
    void givenVisitorsOfManyLanguages_whenTheyRead_thenCachesMayKeepItAndTheStoreIsAskedNothing() throws IOException {
        drawn(Draw.RECEIPTS, "");
        visits(DRAWS);
        var reads = ledgerReads();

        var pages = new HashSet<String>();
        for (var language : List.of("en", "de", "ar", "zh-Hant", "sr-Latn")) {
            gatehouse.elapse(Duration.ofSeconds(6));
            for (var n = 0; n < 5; n++) {
                pages.add(visits(DRAWS + "?ui_locales=" + language).body());
            }
        }

        assertThat(pages).hasSize(5).anyMatch(page -> page.contains("<h1>Frühere Auslosungen</h1>"));
        assertThat(pages).anyMatch(page -> page.contains("dir=\"rtl\""));
        assertThat(ledgerReads()).isEqualTo(reads);
        var page = visits(DRAWS);
        assertThat(page.header("Cache-Control")).isEqualTo("public, max-age=60");
        assertThat(page.header("Vary")).isEqualTo("Accept-Language");
        assertThat(page.headers()).doesNotContainKey("set-cookie");
    }

    @Test
    void givenAnOperator_whenThePastDrawsAreSwitchedOnAtThePanel_thenReceiptsLeadThere() {
        tells(false);
        var operator = new Operator(gatehouse);
        var etag = found(
                "name=\"etag\" value=\"([^\"]+)\"",
                operator.opens("/panel/rooms/shop/schedule").body());

        operator.submits(
                "/panel/rooms/shop/schedule",
                Map.of("etag", etag.get(0).replace("&quot;", "\""), "pastDraws", "public"));

        gatehouse.tick();
        assertThat(visits(DRAWS).status()).isEqualTo(200);
        assertThat(visits("/rooms/shop/receipt/find").body()).contains("href=\"" + DRAWS + "\">Past draws</a>");
        assertThat(visits("/rooms/shop/receipt").body()).contains("href=\"" + DRAWS + "\">Past draws</a>");
    }

    /** The receipt of the visitor who came last. */
    private static String last = "";

    /** Three come to a lobby, and the draw is done. */
    private static JsonNode drawn(String source, String value) {
        var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
        var minute = now.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        gatehouse.clock().advance(Duration.between(now, minute));
        var date = new ScheduledDate(
                ZoneId.of("UTC"), minute, minute.plusHours(1), Optional.empty(), AtClose.LET_IN, Optional.of(source));
        gatehouse.room("shop").change(settings -> new RoomSettings(Optional.empty(), OptionalLong.of(3), false)
                .open(Mode.SCHEDULED, new Schedule(List.of(date)))
                .tellingPastDraws(settings.tellsPastDraws()));
        gatehouse.tick();
        for (var n = 0; n < 3; n++) {
            var browser = gatehouse.browser();
            browser.opens("/rooms/shop/enter");
            last = JSON.readTree(browser.gets("/rooms/shop/place").body())
                    .path("receipt")
                    .asString();
        }
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        if (!value.isEmpty()) {
            var draw =
                    JSON.readTree(gatehouse.browser().gets("/rooms/shop/draw").body());
            new Operator(gatehouse)
                    .submits(
                            "/panel/rooms/shop/draw/value",
                            Map.of("id", draw.path("id").asString(), "publicValue", value));
            Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        }
        isWritten();
        return JSON.readTree(gatehouse.browser().gets("/rooms/shop/draw").body());
    }

    private static void isOver() {
        gatehouse.pass(Duration.ofMinutes(2));
        gatehouse.reopens("shop");
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        isWritten();
    }

    /** The ledger has it, and the pause of a reading that came too early is over. */
    private static void isWritten() {
        gatehouse.ledger(new RoomId("shop"));
        gatehouse.elapse(Duration.ofSeconds(6));
    }

    private static int status(String path) {
        return gatehouse.browser().gets(DRAWS + path).status();
    }

    private static Browser.Page visits(String path) {
        return gatehouse.browser().gets(path);
    }

    private static JsonNode json(String path) {
        return JSON.readTree(visits(DRAWS + path).body());
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private String verified(String draw, String receipt) throws IOException {
        var file = Files.writeString(folder.resolve("draw.json"), draw).toString();
        var out = new ByteArrayOutputStream();
        VerifyDrawCommand.run(new String[] {"verify-draw", file, receipt}, new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }

    private static byte[] bytes(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path));
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofByteArray())
                .body();
    }

    private static Set<String> names(byte[] zip) throws IOException {
        var names = new HashSet<String>();
        try (var all = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (var entry = all.getNextEntry(); entry != null; entry = all.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        return names;
    }

    private static long ledgerReads() {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.store")
                .tags("store", "ledger", "operation", "read")
                .timer()
                .count();
    }
}
