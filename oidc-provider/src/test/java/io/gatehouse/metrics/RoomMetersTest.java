package io.gatehouse.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.promise.Promises;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a scraper reads of a room, and who may. */
class RoomMetersTest {

    /** Only a node with an archive has it. */
    private static final String OF_THE_ARCHIVE = "gatehouse_archive_behind_seconds";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.metrics.token=" + Scrape.TOKEN,
                    "gatehouse.rooms.shop.capacity=1",
                    "gatehouse.rooms.shop.claim-window=10m",
                    "gatehouse.rooms.paced.rate=60/1m",
                    "gatehouse.rooms.paced.notices=email",
                    "gatehouse.rooms.tuned.capacity=1",
                    "gatehouse.rooms.tuned.tune.login=5s",
                    "gatehouse.rooms.paced.passes.codes=true",
                    "gatehouse.rooms.tuned.lanes.access.weight=1",
                    "gatehouse.rooms.tuned.lanes.access.offered=true",
                    "gatehouse.events.receivers.nobody.url=http://localhost:" + FreePorts.next() + "/",
                    "gatehouse.events.receivers.nobody.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                    "gatehouse.events.receivers.nobody.kinds=token_generated",
                    "gatehouse.events.receivers.nobody.rooms=paced")
            .standing();

    private static int visitors;

    @BeforeEach
    void emptyTheLines() {
        gatehouse.reopens("shop");
        gatehouse.reopens("paced");
        gatehouse.tick();
    }

    @Test
    void givenALine_whenItIsScraped_thenItsNumbersAreThoseOfTheLastTick() {
        var room = gatehouse.room("shop");
        var inside = claimed(room, joins(room));
        joins(room);
        joins(room);
        gatehouse.tick();

        var scrape = Scrape.of(gatehouse);

        assertThat(inside.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(scrape.of("gatehouse_issued{room=\"shop\"}")).isEqualTo(3);
        assertThat(scrape.of("gatehouse_serving{room=\"shop\"}")).isEqualTo(1);
        assertThat(scrape.of("gatehouse_waiting{room=\"shop\"}")).isEqualTo(2);
        assertThat(scrape.of("gatehouse_inside{room=\"shop\"}")).isEqualTo(1);
        assertThat(scrape.of("gatehouse_turns{room=\"shop\"}")).isZero();
        assertThat(scrape.of("gatehouse_capacity{room=\"shop\"}")).isEqualTo(1);
        assertThat(scrape.of("gatehouse_held{by=\"capacity\",room=\"shop\"}")).isEqualTo(1);
        assertThat(scrape.of("gatehouse_held{by=\"paused\",room=\"shop\"}")).isZero();
        assertThat(scrape.of("gatehouse_rate{room=\"shop\"}")).isNaN();
        assertThat(scrape.of("gatehouse_rate{room=\"paced\"}")).isEqualTo(1);
        assertThat(scrape.of("gatehouse_unseen_seconds{room=\"shop\"}")).isLessThan(60);
    }

    @Test
    void givenVisitorsWhoCome_whenTheyAreCalledLeaveAndLetATurnGoBy_thenEachIsCountedAndHowLongItTook() {
        var before = Scrape.of(gatehouse);
        var room = gatehouse.room("shop");
        var first = claimed(room, joins(room));
        joins(room);
        var third = joins(room);
        gatehouse.pass(Duration.ofMinutes(3));
        room.apply(third.id(), Act.LEAVE);
        room.apply(first.id(), Act.COMPLETE);
        gatehouse.tick();
        gatehouse.pass(Duration.ofMinutes(11));

        var after = Scrape.of(gatehouse);

        assertThat(more(before, after, "gatehouse_wait_seconds_count{room=\"shop\"}"))
                .isEqualTo(2);
        assertThat(more(before, after, "gatehouse_wait_seconds_sum{room=\"shop\"}"))
                .isEqualTo(180);
        for (var shortest : List.of("1.0", "120.0")) {
            assertThat(more(before, after, "gatehouse_wait_seconds_bucket{room=\"shop\",le=\"" + shortest + "\"}"))
                    .as("one of them had not to wait")
                    .isEqualTo(1);
        }
        assertThat(more(before, after, "gatehouse_claimed_total{room=\"shop\"}"))
                .isEqualTo(1);
        assertThat(more(before, after, "gatehouse_left_seconds_sum{how=\"left\",room=\"shop\"}"))
                .isEqualTo(180);
        assertThat(more(before, after, "gatehouse_visit_seconds_sum{how=\"completed\",room=\"shop\"}"))
                .isEqualTo(180);
        assertThat(more(before, after, "gatehouse_lapsed_total{room=\"shop\"}")).isEqualTo(1);
    }

    @Test
    void givenAVisitWhoseTimeRunsOut_whenThatIsSeenLater_thenItIsAsLongAsItWas() {
        var before = Scrape.of(gatehouse);
        var room = gatehouse.room("shop");
        room.arrive(claimed(room, joins(room)), false);
        gatehouse.pass(Duration.ofHours(3));

        var after = Scrape.of(gatehouse);

        assertThat(more(before, after, "gatehouse_visit_seconds_sum{how=\"expired\",room=\"shop\"}"))
                .isEqualTo(3600);
    }

    @Test
    void givenAPlaceThatNobodyHasLookedForForDays_whenThatIsSeen_thenItWasGivenUp() {
        var before = Scrape.of(gatehouse);
        var room = gatehouse.room("shop");
        claimed(room, joins(room));
        joins(room);
        gatehouse.clock().advance(Duration.ofDays(3));
        room.line().sweep();

        var after = Scrape.of(gatehouse);

        assertThat(more(before, after, "gatehouse_left_seconds_count{how=\"away\",room=\"shop\"}"))
                .isEqualTo(1);
    }

    @Test
    void givenALineThatMoves_whenTheLastAreCalled_thenItIsCountedWhetherTheyHadBeenToldTheTruth() {
        var before = Scrape.of(gatehouse);
        var room = gatehouse.room("paced");
        for (int count = 0; count < 120; count++) {
            joins(room);
        }
        passSeconds(60);

        var half = Scrape.of(gatehouse);

        assertThat(half.of("gatehouse_forecast_seconds{bound=\"earliest\",room=\"paced\"}"))
                .isBetween(45.0, 60.0);
        assertThat(half.of("gatehouse_forecast_seconds{bound=\"latest\",room=\"paced\"}"))
                .isBetween(60.0, 75.0);
        passSeconds(125);
        var after = Scrape.of(gatehouse);
        assertThat(more(before, after, "gatehouse_forecast_error_seconds_count{answer=\"kept\",room=\"paced\"}"))
                .isPositive();
        assertThat(after.of("gatehouse_forecast_promises{answer=\"kept\",room=\"paced\"}"))
                .isEqualTo(
                        more(before, after, "gatehouse_forecast_error_seconds_count{answer=\"kept\",room=\"paced\"}"));
        assertThat(after.of("gatehouse_forecast_width{room=\"paced\"}")).isBetween(0.01, 0.5);
    }

    @Test
    void givenALineThatIsToldItsWait_whenAnOperatorMakesItFaster_thenThePromiseIsCountedApart() {
        var before = Scrape.of(gatehouse);
        var room = gatehouse.room("paced");
        for (int count = 0; count < 300; count++) {
            joins(room);
        }
        passSeconds(90);
        room.change(settings -> settings.at(Optional.of(Rate.parse("60/1s")), OptionalLong.empty()));
        passSeconds(130);
        var after = Scrape.of(gatehouse);
        room.change(settings -> room.configuration().configured());

        assertThat(more(before, after, "gatehouse_forecast_error_seconds_count{answer=\"operator\",room=\"paced\"}"))
                .isPositive();
        assertThat(more(before, after, "gatehouse_forecast_error_seconds_count{answer=\"early\",room=\"paced\"}"))
                .isZero();
        assertThat(more(before, after, "gatehouse_forecast_error_seconds_sum{answer=\"operator\",room=\"paced\"}"))
                .isGreaterThan(20);
    }

    @Test
    void givenARoomThatIsRetired_whenNobodyIsInItAnyMore_thenItsMetersGo() {
        var rooms = gatehouse.bean(Rooms.class);
        var shop = gatehouse.room("shop").configuration();
        var expo = new Room(new RoomId("expo"), "Expo", shop.configured(), shop.terms(), Optional.empty());
        rooms.add(List.of(expo));
        var inside = joins(gatehouse.room("expo"));
        gatehouse.tick();
        rooms.add(List.of(expo.retired(true)));
        gatehouse.tick();

        var whileInside = Scrape.text(gatehouse);
        gatehouse.room("expo").apply(inside.id(), Act.LEAVE);
        gatehouse.tick();
        var afterwards = Scrape.text(gatehouse);
        rooms.add(List.of(expo));
        gatehouse.tick();
        var again = Scrape.of(gatehouse);
        rooms.add(List.of());

        assertThat(whileInside).contains("room=\"expo\"");
        assertThat(afterwards).doesNotContain("room=\"expo\"").contains("room=\"shop\"");
        assertThat(again.of("gatehouse_newcomers_total{answer=\"full\",room=\"expo\"}"))
                .isZero();
    }

    @Test
    void givenQuestionsToTheStore_whenTheyAreAnswered_thenItIsKnownHowLongThatTook() {
        joins(gatehouse.room("shop"));

        var scrape = Scrape.of(gatehouse);

        assertThat(scrape.of("gatehouse_store_seconds_count{operation=\"join\",store=\"lines\"}"))
                .isPositive();
        assertThat(scrape.of("gatehouse_store_seconds_count{operation=\"tick\",store=\"lines\"}"))
                .isPositive();
        assertThat(scrape.of("gatehouse_store_failures_total{operation=\"join\",store=\"lines\"}"))
                .isZero();
    }

    @Test
    void givenNoTokenOrAnother_whenTheMetricsAreAskedFor_thenNothingIsTold() {
        var none = Login.get(gatehouse.issuer() + "/metrics", "");
        var another = Login.get(gatehouse.issuer() + "/metrics", "Bearer " + RunningGatehouse.SECRET);
        var elsewhere = Login.get(gatehouse.issuer() + "/panel/api/rooms", "Bearer " + Scrape.TOKEN);

        assertThat(none.status()).isEqualTo(401);
        assertThat(none.header("www-authenticate")).isEqualTo("Bearer realm=\"Gatehouse\"");
        assertThat(none.body()).isEmpty();
        assertThat(another.status()).isEqualTo(401);
        assertThat(another.header("www-authenticate")).contains("invalid_token");
        assertThat(elsewhere.status()).as("it reads metrics, and nothing else").isEqualTo(401);
    }

    /** The first three are what Prometheus 2.42, 2.55 and 3.5 send. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
                "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,"
                        + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
                "application/openmetrics-text"
            })
    void givenAScraperThatWantsOpenMetrics_whenItAsks_thenItGetsThem(String accepted) {
        var answer = scraped(accepted, "identity");

        assertThat(header(answer, "content-type"))
                .startsWith("application/openmetrics-text")
                .contains("version=1.0.0");
        assertThat(text(answer)).endsWith("# EOF\n").contains("# TYPE gatehouse_claimed counter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "text/plain",
                "text/html,application/xhtml+xml",
                "no type at all",
                "application/openmetrics-text;q=0",
                "application/openmetrics-text;version=0.0.1",
                "text/plain;version=0.0.4,application/openmetrics-text;version=1.0.0;q=0.3"
            })
    void givenAnybodyElse_whenTheyAsk_thenTheyGetTheTextOfPrometheus(String accepted) {
        var answer = scraped(accepted, "identity");

        assertThat(header(answer, "content-type")).startsWith("text/plain").contains("version=0.0.4");
        assertThat(header(answer, "cache-control")).isEqualTo("no-store");
        assertThat(text(answer))
                .contains("# TYPE gatehouse_claimed_total counter")
                .doesNotContain("# EOF");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/openmetrics-text;version=1.0.0", "text/plain;version=0.0.4"})
    void givenAScraperThatUnpacks_whenItAsks_thenTheAnswerIsPacked(String accepted) throws IOException {
        var answer = scraped(accepted, "gzip");

        assertThat(header(answer, "content-encoding")).isEqualTo("gzip");
        try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            assertThat(new String(unpacked.readAllBytes(), UTF_8)).contains("gatehouse_issued{");
        }
    }

    @Test
    void givenTheDocuments_whenTheirMetersAreLookedFor_thenTheyAreThoseThatThereAre() throws IOException {
        var scraped = names(Scrape.text(gatehouse), "# TYPE (gatehouse_\\w+)");
        var documents = Path.of("../docs/operate");

        assertThat(names(Files.readString(documents.resolve("metrics.md")), "`(gatehouse_\\w+)`").stream()
                        .filter(name -> !name.equals(OF_THE_ARCHIVE)))
                .containsExactlyInAnyOrderElementsOf(
                        scraped.stream().filter(name -> !name.endsWith("_max")).toList());
        assertThat(names(Files.readString(documents.resolve("metrics.md")), "\\| `(Gatehouse\\w+)`"))
                .isEqualTo(names(Files.readString(documents.resolve("alerts.yaml")), "alert: (\\w+)"));
        Promises.kept(
                "meters",
                Scrape.of(gatehouse).series().keySet().stream()
                        .filter(series -> series.matches("gatehouse_\\w+(?<!_max)(\\{.*)?"))
                        .map(series -> series.replaceAll("=\"[^\"]*\"", "")));
        for (var document : List.of("alerts.yaml", "grafana-dashboard.json")) {
            var used = names(
                    Files.readString(documents.resolve(document)),
                    "\\b((?:gatehouse|http|jvm|logback|process|jetty|system)_\\w+)(?=[\\[{) =\"\\\\])");
            assertThat(used).isNotEmpty().allSatisfy(name -> assertThat(
                            Scrape.of(gatehouse).series().keySet())
                    .as(document)
                    .anyMatch(one -> one.equals(name) || one.startsWith(name + "{")));
        }
    }

    private static HttpResponse<byte[]> scraped(String accepted, String encoding) {
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + "/metrics"))
                .header("Authorization", "bearer " + Scrape.TOKEN)
                .header("Accept", accepted)
                .header("Accept-Encoding", encoding)
                .build();
        return HttpClient.newHttpClient()
                .sendAsync(request, BodyHandlers.ofByteArray())
                .join();
    }

    private static String header(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), UTF_8);
    }

    private static Set<String> names(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void passSeconds(int seconds) {
        for (int second = 0; second < seconds; second++) {
            gatehouse.pass(Duration.ofSeconds(1));
        }
    }

    private static double more(Scrape before, Scrape after, String series) {
        return after.of(series) - before.of(series);
    }

    private static Place joins(WaitingRoom room) {
        return room.join(PlaceId.of(Arrays.copyOf(("visitor " + visitors++).getBytes(UTF_8), 16)));
    }

    private static Place claimed(WaitingRoom room, Place place) {
        return room.claim(place, "browser").orElseThrow();
    }
}
