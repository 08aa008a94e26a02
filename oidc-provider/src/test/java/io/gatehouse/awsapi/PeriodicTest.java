package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.awsapi.AwsApiProperties.PeriodicProperties;
import io.gatehouse.awsapi.periodic.Alarm;
import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The old Periodic inlet, and what holds it. */
class PeriodicTest {

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private static final AtomicInteger HEALTH = new AtomicInteger(200);
    private static final HttpServer SITE = site();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.brisk.aws-api.enabled=true",
                    "gatehouse.rooms.brisk.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.brisk.aws-api.periodic.every=1s",
                    "gatehouse.rooms.well.aws-api.enabled=true",
                    "gatehouse.rooms.well.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.well.aws-api.periodic.health-url=http://localhost:"
                            + SITE.getAddress().getPort() + "/health")
            .standing();

    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");

    private static HttpServer site() {
        try {
            var site = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
            site.createContext("/health", exchange -> {
                exchange.sendResponseHeaders(HEALTH.get(), -1);
                exchange.close();
            });
            site.start();
            return site;
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @AfterAll
    static void stopTheSite() {
        SITE.stop(0);
    }

    @BeforeEach
    void emptyTheLines() {
        gatehouse.reopens("shop");
        gatehouse.reopens("brisk");
        gatehouse.reopens("well");
        gatehouse.tick();
    }

    @Test
    void givenSomeInLine_whenPeriodsBegin_thenEachLetsSoManyInOnce() {
        joined("shop", 8);

        gatehouse.pass(PERIOD);
        assertThat(counter("shop")).isEqualTo("3");
        gatehouse.pass(Duration.ofMillis(1));
        assertThat(counter("shop")).isEqualTo("3");
        gatehouse.pass(PERIOD);
        assertThat(counter("shop")).isEqualTo("6");
    }

    @Test
    void givenNobodyInLine_whenPeriodsPass_thenTheCounterDoesNotRunAheadAndABurstDoesNotWalkIn() {
        IntStream.range(0, 5).forEach(n -> gatehouse.pass(PERIOD));
        assertThat(counter("shop")).isEqualTo("0");

        joined("shop", 10);
        assertThat(counter("shop")).isEqualTo("0");

        gatehouse.pass(PERIOD);
        assertThat(counter("shop")).isEqualTo("3");
    }

    @Test
    void givenARoomThatIsPaused_whenPeriodsPass_thenTheyAreNotMadeUpFor() {
        var room = gatehouse.room("shop");
        joined("shop", 10);
        room.change(settings -> settings.paused(true));
        IntStream.range(0, 5).forEach(n -> gatehouse.pass(PERIOD));

        room.change(settings -> settings.paused(false));
        assertThat(counter("shop")).isEqualTo("0");

        gatehouse.pass(PERIOD);
        assertThat(counter("shop")).isEqualTo("3");
    }

    @Test
    void givenSeveralNodes_whenAPeriodBegins_thenOneOfThemLetsIn() throws Exception {
        var room = gatehouse.room("shop");
        joined("shop", 40);
        gatehouse.tick();
        var later = gatehouse.clock().instant().plus(PERIOD);
        var seen = room.snapshot();

        Crowd.of(8, () -> {
            node().saw(room.configuration(), seen, later);
            return true;
        });
        gatehouse.tick();

        assertThat(room.snapshot().serving()).isEqualTo(3);
        node().saw(room.configuration(), room.snapshot(), later.minus(PERIOD));
        assertThat(room.snapshot().serving()).as("a node whose clock is behind").isEqualTo(3);
        gatehouse.clock().advance(PERIOD);
    }

    @Test
    void givenClocksThatAreManyPeriodsApart_whenNodesLook_thenNoneBeginsWhatIsOverUnlessItIsAMinuteAhead() {
        var room = gatehouse.room("brisk");
        joined("brisk", 40);
        gatehouse.tick();
        var ahead = gatehouse.clock().instant().plus(PERIOD);

        node().saw(room.configuration(), room.snapshot(), ahead);
        assertThat(room.snapshot().serving()).isEqualTo(3);
        for (var behind : List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), PERIOD)) {
            node().saw(room.configuration(), room.snapshot(), ahead.minus(behind));
            assertThat(room.snapshot().serving()).as("%s behind", behind).isEqualTo(3);
        }

        node().saw(room.configuration(), room.snapshot(), ahead.minus(PERIOD).minusSeconds(1));
        assertThat(room.snapshot().serving()).as("as after other settings").isEqualTo(6);
    }

    private static PeriodicInlet node() {
        return new PeriodicInlet(
                () -> gatehouse.bean(AwsRooms.class),
                () -> gatehouse.bean(Alarms.class),
                gatehouse.bean(ExpiringStore.class),
                gatehouse.clock());
    }

    @Test
    void givenASiteThatIsNotWell_whenPeriodsBegin_thenNobodyIsLetInUntilItIsAndNothingIsMadeUpFor() {
        joined("well", 20);
        healthIs(200, Alarm.State.OK);
        gatehouse.pass(PERIOD);
        assertThat(counter("well")).isEqualTo("3");

        healthIs(503, Alarm.State.NOT_OK);
        gatehouse.pass(PERIOD);
        gatehouse.pass(PERIOD);
        assertThat(counter("well")).isEqualTo("3");

        healthIs(204, Alarm.State.OK);
        assertThat(counter("well")).isEqualTo("3");
        gatehouse.pass(PERIOD);
        assertThat(counter("well")).isEqualTo("6");
    }

    private static void healthIs(int status, Alarm.State state) {
        HEALTH.set(status);
        var alarms = gatehouse.bean(Alarms.class);
        var well = gatehouse.room("well").id();
        await().until(() -> {
            gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(15));
            return alarms.state(well) == state;
        });
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-27T08:59:59.999Z, -1",
        "2026-11-27T09:00:00Z, 0",
        "2026-11-27T09:00:59.999Z, 0",
        "2026-11-27T09:01:00Z, 1",
        "2026-11-27T09:59:59.999Z, 59",
        "2026-11-27T10:00:00Z, -1"
    })
    void givenAWindow_whenTheTimeIsRead_thenItIsInThisPeriod(Instant now, long period) {
        var periodic = new PeriodicProperties(
                10, PERIOD, Instant.parse("2026-11-27T09:00:00Z"), Instant.parse("2026-11-27T10:00:00Z"), null, null);

        assertThat(PeriodicInlet.period(periodic, now).orElse(-1)).isEqualTo(period);
    }

    private void joined(String event, int many) {
        IntStream.range(0, many).forEach(n -> client.joins(event));
    }

    /** As all have seen it: answers are those of the last tick. */
    private String counter(String event) {
        gatehouse.tick();
        return client.gets("/serving_num", "event_id", event).text("serving_counter");
    }
}
