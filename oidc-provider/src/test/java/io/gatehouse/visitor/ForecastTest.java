package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Rate;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What rooms say of waits, and of how good that was, to anybody. */
class ForecastTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningGatehouse gatehouse = settings().starts(folder());
    private static int came;

    @BeforeEach
    void isEmpty() {
        List.of("paced", "hands", "periods").forEach(gatehouse::reopens);
        gatehouse
                .room("paced")
                .change(settings -> gatehouse.room("paced").configuration().configured());
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
    }

    @Test
    void givenARoomWithARate_whenItIsAskedInItsFirstSecond_thenTheWaitIsKnown() {
        join("paced", 6);

        var forecast = forecast("paced");

        assertThat(forecast.path("by").asString()).isEqualTo("rate");
        assertThat(forecast.path("newcomer").path("from").asLong()).isBetween(50L, 70L);
        assertThat(forecast.path("newcomer").path("to").asLong()).isBetween(60L, 80L);
        assertThat(forecast.path("score").path("kept").asLong()).isZero();
        assertThat(page("paced")).contains("Up to 2 minutes").doesNotContain("We cannot say yet");
    }

    @Test
    void givenAForecast_whenACacheAsks_thenItMayKeepItAndAnyPageMayReadIt() {
        gatehouse.tick();
        var answer = asks("paced");
        var again = gatehouse
                .browser()
                .sends(gatehouse
                        .browser()
                        .request("/rooms/paced/forecast")
                        .header("If-None-Match", answer.header("ETag"))
                        .build());

        assertThat(answer.header("Cache-Control")).contains("max-age=1", "public");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(again.status()).isEqualTo(304);
        assertThat(asks("nowhere").status()).isEqualTo(404);
        assertThat(asks("nowhere").body()).contains("unknown-room");
    }

    @Test
    void givenARoomLetInByHand_whenItIsAsked_thenItSaysSoAndNoWait() {
        join("hands", 5);
        gatehouse.letIn("hands", 3);
        passes(Duration.ofMinutes(2));

        var forecast = forecast("hands");

        assertThat(forecast.path("by").asString()).isEqualTo("by-hand");
        assertThat(forecast.has("newcomer")).isFalse();
        assertThat(forecast.has("change")).isFalse();
        assertThat(page("hands")).contains("People are let in by hand");
    }

    @Test
    void givenARoomOfPeriods_whenItIsAsked_thenItIsTheTimeOfTheNextOne() {
        join("periods", 25);
        gatehouse.tick();

        var wait = forecast("periods").path("newcomer");

        assertThat(wait.path("to").asLong() - wait.path("from").asLong()).isLessThanOrEqualTo(6);
        assertThat(wait.path("from").asLong()).isBetween(600L, 900L);
    }

    @Test
    void givenALineThatEndsAtTheClose_whenItIsTooLong_thenThoseBehindAreToldSo() {
        var minute = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        var date = new ScheduledDate(
                ZoneOffset.UTC, minute, minute, Optional.of(minute.plusMinutes(4)), AtClose.END, Optional.empty());
        gatehouse.room("paced").change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(date))));
        join("paced", 40);

        assertThat(page("paced")).contains("At this speed the doors close before your turn");
    }

    @Test
    void givenALineThatMoves_whenTheNodeStartsAgain_thenItsScoreIsTheSame() {
        join("paced", 44);
        passes(Duration.ofMinutes(2));
        gatehouse.room("paced").change(settings -> settings.at(Optional.of(Rate.parse("3/1m")), OptionalLong.empty()));
        passes(Duration.ofMinutes(8));
        passesToTheMiddleOfAMinute(); // so that the last minute has been read
        var before = forecast("paced");
        var now = gatehouse.clock().instant();
        gatehouse.stop();

        gatehouse =
                RunningGatehouse.startAt(now, gatehouse.data(), settings().all().toArray(String[]::new));
        gatehouse.tick();
        gatehouse.tick();

        assertThat(before.path("change").asString()).isEqualTo("operator");
        assertThat(before.path("score").path("byOperator").asLong()).isPositive();
        assertThat(forecast("paced").path("score")).isEqualTo(before.path("score"));
        assertThat(forecast("paced").path("change")).isEqualTo(before.path("change"));
    }

    @Test
    void givenPromises_whenTheLastAreCalled_thenTheScoreTellsWhatCameOfThemAndThePageToo() {
        join("paced", 7);
        passes(Duration.ofSeconds(130));
        join("paced", 7);
        passes(Duration.ofSeconds(130));
        join("paced", 4);
        gatehouse.tick();

        var score = forecast("paced").path("score");

        assertThat(score.path("kept").asLong()).isPositive();
        assertThat(score.path("late").asLong()).isZero();
        assertThat(score.path("width").asDouble()).isCloseTo(0.3, within(0.3));
        assertThat(score.path("intervalScore").asDouble())
                .isGreaterThanOrEqualTo(score.path("width").asDouble());
        assertThat(page("paced")).containsPattern("right so far: \\d+ of \\d+");
    }

    private static RunningGatehouse.Settings settings() {
        return RunningGatehouse.with(
                        "gatehouse.rooms.paced.rate=6/1m",
                        "gatehouse.rooms.hands.title=Hands",
                        "gatehouse.rooms.periods.aws-api.enabled=true",
                        "gatehouse.rooms.periods.aws-api.periodic.increment-by=10",
                        "gatehouse.rooms.periods.aws-api.periodic.every=5m")
                .site("paced", "paced")
                .site("hands", "hands")
                .site("periods", "periods");
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("gatehouse-forecast");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void join(String room, int visitors) {
        for (int visitor = 0; visitor < visitors; visitor++) {
            gatehouse.room(room).join(PlaceId.of(Arrays.copyOf(("visitor " + came++).getBytes(UTF_8), 16)));
        }
        gatehouse.tick();
    }

    private void passes(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            gatehouse.pass(Duration.ofSeconds(1));
        }
    }

    private void passesToTheMiddleOfAMinute() {
        var second = gatehouse.clock().instant().getEpochSecond() % 60;
        passes(Duration.ofSeconds(90 - second));
    }

    private String page(String room) {
        return gatehouse.browser().opens("/rooms/" + room + "/enter").body();
    }

    private Browser.Page asks(String room) {
        var browser = gatehouse.browser();
        return browser.sends(browser.request("/rooms/" + room + "/forecast").build());
    }

    private JsonNode forecast(String room) {
        return JSON.readTree(asks(room).body());
    }
}
