package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.awsapi.periodic.Alarm;
import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.setting.AwsApiProperties.PeriodicProperties;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.StubAmazon;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

    static {
        System.setProperty("aws.accessKeyId", "local");
        System.setProperty("aws.secretAccessKey", "local");
    }

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.brisk.aws-api.enabled=true",
                    "gatehouse.rooms.brisk.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.brisk.aws-api.periodic.every=1s",
                    "gatehouse.rooms.narrow.capacity=5",
                    "gatehouse.rooms.narrow.aws-api.enabled=true",
                    "gatehouse.rooms.narrow.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.paced.rate=60/1m",
                    "gatehouse.rooms.paced.aws-api.enabled=true",
                    "gatehouse.rooms.paced.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.ahead.aws-api.enabled=true",
                    "gatehouse.rooms.ahead.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.ahead.aws-api.periodic.while-nobody-waits=true",
                    "gatehouse.rooms.watched.aws-api.enabled=true",
                    "gatehouse.rooms.watched.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.watched.aws-api.periodic.alarm=" + alarm("eu-central-1"),
                    "gatehouse.rooms.trusting.aws-api.enabled=true",
                    "gatehouse.rooms.trusting.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.trusting.aws-api.periodic.alarm=" + alarm("eu-west-1"),
                    "gatehouse.rooms.trusting.aws-api.periodic.unknown-is-ok=true",
                    "gatehouse.rooms.well.aws-api.enabled=true",
                    "gatehouse.rooms.well.aws-api.periodic.increment-by=3",
                    "gatehouse.rooms.well.aws-api.periodic.health-url=http://localhost:"
                            + SITE.getAddress().getPort() + "/health")
            .standing();

    private static String alarm(String region) {
        return "arn:aws:cloudwatch:" + region + ":123456789012:alarm:errors";
    }

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
        List.of("shop", "brisk", "narrow", "paced", "ahead", "watched", "trusting", "well")
                .forEach(gatehouse::reopens);
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
    void givenACapacity_whenPeriodsBegin_thenItHoldsThemAndCallsNobodyByItself() {
        var room = gatehouse.room("narrow");
        joined("narrow", 10);
        assertThat(counter("narrow")).isEqualTo("0");

        gatehouse.pass(PERIOD);
        assertThat(counter("narrow")).isEqualTo("3");
        IntStream.range(0, 3).forEach(n -> gatehouse.pass(PERIOD));
        assertThat(counter("narrow")).isEqualTo("5");

        room.change(settings -> settings.at(Optional.empty(), OptionalLong.of(4)));
        gatehouse.pass(PERIOD);
        assertThat(counter("narrow")).as("fewer than are inside").isEqualTo("5");
        assertThat(room.snapshot().letIn()).as("unused").isEqualTo(3);
    }

    @Test
    void givenARate_whenAPeriodBegins_thenBothLetIn() {
        joined("paced", 20);
        var before = Integer.parseInt(counter("paced"));

        gatehouse.pass(PERIOD);
        assertThat(counter("paced")).as("one by the rate").isEqualTo("" + (before + 1 + 3));
    }

    @Test
    void givenACounterThatIsToRunAhead_whenPeriodsBeginWhileNobodyWaits_thenABurstWalksIn() {
        var before = Integer.parseInt(counter("ahead"));
        IntStream.range(0, 4).forEach(n -> gatehouse.pass(PERIOD));
        assertThat(counter("ahead")).isEqualTo("" + (before + 12));

        joined("ahead", 20);

        assertThat(counter("ahead")).isEqualTo("" + (before + 12));
        assertThat(gatehouse.room("ahead").snapshot().turns()).isEqualTo(before + 12);
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
                gatehouse.bean(AwsRooms.class),
                gatehouse.bean(Alarms.class),
                gatehouse.bean(ExpiringStore.class),
                gatehouse.clock());
    }

    @Test
    void givenASiteThatIsNotWell_whenPeriodsBegin_thenNobodyIsLetInUntilItIsAndNothingIsMadeUpFor() {
        healthIs(200, Alarm.State.OK);
        gatehouse.tick();
        joined("well", 20);
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

    @Test
    void givenACloudWatchAlarm_whenPeriodsBegin_thenTheyLetInAtOkAndWaitWhileItDoesNotKnow() {
        alarmIs("eu-central-1", "OK");
        knows("watched", Alarm.State.OK);
        gatehouse.tick();
        joined("watched", 20);
        gatehouse.pass(PERIOD);
        assertThat(counter("watched")).isEqualTo("3");

        alarmIs("eu-central-1", "ALARM");
        knows("watched", Alarm.State.NOT_OK);
        gatehouse.pass(PERIOD);
        assertThat(counter("watched")).isEqualTo("3");

        alarmIs("eu-central-1", "INSUFFICIENT_DATA");
        knows("watched", Alarm.State.UNKNOWN);
        gatehouse.pass(PERIOD);
        assertThat(counter("watched")).isEqualTo("3");
        alarmIs("eu-central-1", "OK");
        knows("watched", Alarm.State.OK);
        gatehouse.tick();
        assertThat(counter("watched")).as("in the same period").isEqualTo("6");
    }

    @Test
    void givenAnAlarmThatIsOkUnlessItSaysNo_whenItDoesNotKnow_thenPeriodsLetIn() {
        alarmIs("eu-west-1", "INSUFFICIENT_DATA");
        joined("trusting", 20);
        knows("trusting", Alarm.State.UNKNOWN);
        gatehouse.pass(PERIOD);
        assertThat(counter("trusting")).isEqualTo("3");

        alarmIs("eu-west-1", "ALARM");
        knows("trusting", Alarm.State.NOT_OK);
        gatehouse.pass(PERIOD);
        assertThat(counter("trusting")).isEqualTo("3");
    }

    private static void alarmIs(String region, String state) {
        gatehouse
                .bean(StubAmazon.class)
                .alarms(region, Map.of("MetricAlarms", List.of(Map.of("AlarmName", "errors", "StateValue", state))));
    }

    private static void healthIs(int status, Alarm.State state) {
        HEALTH.set(status);
        knows("well", state);
    }

    /** By an answer that was asked for after it had changed, and with no other under way. */
    private static void knows(String room, Alarm.State state) {
        var alarms = gatehouse.bean(Alarms.class);
        await().until(() -> !alarms.isAsking());
        gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(15));
        await().until(() -> !alarms.isAsking());
        assertThat(alarms.state(gatehouse.room(room).id())).isEqualTo(state);
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
                10,
                PERIOD,
                Instant.parse("2026-11-27T09:00:00Z"),
                Instant.parse("2026-11-27T10:00:00Z"),
                null,
                null,
                false,
                false);

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
