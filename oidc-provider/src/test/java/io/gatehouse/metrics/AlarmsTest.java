package io.gatehouse.metrics;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.event.Event;
import io.gatehouse.event.Events;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.admission.LoopGuard;
import io.gatehouse.room.Act;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.tune.Tunings;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each alarm of {@code docs/operate/alerts.yaml} goes off when its trouble is made, as Prometheus itself sees it. */
@Tag("sites")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlarmsTest {

    private static final int MOST_CONNECTIONS = 300;

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.metrics.token=" + Scrape.TOKEN,
                    "gatehouse.rooms.shop.capacity=1000",
                    "gatehouse.rooms.small.capacity=1",
                    "gatehouse.rooms.small.most-waiting=3",
                    "gatehouse.rooms.steady.capacity=10",
                    "gatehouse.rooms.tuned.capacity=10",
                    "gatehouse.rooms.tuned.tune.login=0s",
                    "gatehouse.rooms.tuned.tune.pushed=1h",
                    "gatehouse.sites.shop.backchannel-logout-uri=http://localhost:" + FreePorts.next() + "/",
                    "gatehouse.sites.shop.refresh=true",
                    "gatehouse.door.connections-per-address=" + MOST_CONNECTIONS,
                    "gatehouse.events.most=10",
                    "gatehouse.events.receivers.nobody.url=http://localhost:" + FreePorts.next() + "/",
                    "gatehouse.events.receivers.nobody.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                    "gatehouse.events.receivers.nobody.kinds=token_generated",
                    "gatehouse.events.receivers.nobody.rooms=small")
            .site("small", "small")
            .starts()
            .standing();

    private static final RoomId TUNED = new RoomId("tuned");

    private static int visitors;

    private final LineLock stores = gatehouse.bean(LineLock.class);
    private final MutableScheduler time = gatehouse.bean(MutableScheduler.class);

    @TempDir
    private Path folder;

    /** What brings it about. */
    @FunctionalInterface
    interface Trouble {
        void comes() throws IOException;
    }

    record Alarm(String name, Trouble trouble) {

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeEach
    void emptyTheLines() {
        Stream.of("shop", "small", "steady").forEach(gatehouse::reopens);
        hears();
        gatehouse.tick();
    }

    @AfterEach
    void bringBack() {
        gatehouse.room("shop").change(settings -> settings.open(Mode.QUEUEING, Schedule.NONE));
        stores.bringBack();
        gatehouse.tick();
        if (scrape().of("gatehouse_events_oldest_seconds{receiver=\"nobody\",room=\"small\"}") > 0) {
            tells(11); // more than are kept: what waits longer is passed over
            isAskedUntil("gatehouse_events_missed_total", 1);
        }
    }

    Stream<Alarm> alarms() {
        return Stream.of(
                new Alarm("GatehouseRoomUnseen", () -> {
                    stores.takeAway();
                    gatehouse.elapse(Duration.ofSeconds(40));
                }),
                new Alarm("GatehouseStoreFails", () -> {
                    stores.takeAway();
                    Stream.generate(gatehouse::browser)
                            .limit(8)
                            .forEach(browser -> browser.gets("/rooms/shop/place?of=" + visitors++));
                    gatehouse.tick();
                    gatehouse.tick();
                    gatehouse.tick();
                }),
                new Alarm("GatehouseStoreSlow", () -> {
                    stores.takesItsTime(() -> time.advance(Duration.ofMillis(700)));
                    join(gatehouse.room("shop"), 3);
                }),
                new Alarm("GatehouseErrors", () -> {
                    stores.breakLine(new IllegalStateException("broken by a test"));
                    gatehouse.tick();
                }),
                new Alarm("GatehouseLineStands", () -> {
                    join(gatehouse.room("small"), 3);
                    gatehouse.tick();
                }),
                new Alarm("GatehouseStillPaused", () -> {
                    pauses(true);
                    join(gatehouse.room("shop"), 3);
                    gatehouse.tick();
                }),
                new Alarm("GatehouseDrawWaits", () -> {
                    var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                            .truncatedTo(ChronoUnit.MINUTES);
                    var opening = ScheduledDate.parse(
                            "UTC",
                            now.minusHours(1).toString(),
                            now.toString(),
                            null,
                            "let-in",
                            "drand round 123456 of quicknet");
                    gatehouse
                            .room("shop")
                            .change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(opening))));
                    gatehouse.tick();
                    gatehouse.tick();
                }),
                new Alarm("GatehouseTunedBlind", () -> {
                    gatehouse.elapse(Duration.ofMinutes(61));
                    isBlind(true);
                }),
                new Alarm("GatehouseTurnsLapse", () -> {
                    join(gatehouse.room("shop"), 12);
                    gatehouse.pass(Duration.ofMinutes(11));
                }),
                new Alarm("GatehouseVisitorsDoNotArrive", () -> visits(12)),
                new Alarm("GatehouseLoops", () -> {
                    for (int times = 0; times < 7; times++) {
                        goesInCircles();
                    }
                }),
                new Alarm("GatehouseSiteRefused", () -> {
                    for (int times = 0; times < 7; times++) {
                        Login.post(
                                gatehouse.issuer() + "/token",
                                Login.basic("shop", SECRET + "x"),
                                Map.of("grant_type", "client_credentials"));
                    }
                }),
                new Alarm("GatehouseLogoutsUntold", this::logsOutUnheard),
                new Alarm("GatehouseNewcomersRefused", () -> {
                    join(gatehouse.room("small"), 5);
                    gatehouse.tick();
                    gatehouse.browser().opens(Login.authorize("client_id", "small"));
                }),
                new Alarm("GatehouseConnectionsRefused", AlarmsTest::connects),
                new Alarm("GatehouseForecastLate", AlarmsTest::stands),
                new Alarm("GatehouseEventsRefused", () -> {
                    tells(1);
                    isAskedUntil("gatehouse_events_refused_total", 25);
                }),
                new Alarm("GatehouseEventsLate", () -> {
                    tells(1);
                    gatehouse.pass(Duration.ofMinutes(2));
                    isAskedUntil("gatehouse_events_refused_total", 1);
                }),
                new Alarm("GatehouseEventsMissed", () -> {
                    var before = scrape().of("gatehouse_events_missed_total{receiver=\"nobody\"}");
                    tells(30);
                    isAskedUntil("gatehouse_events_missed_total", before + 20);
                }),
                new Alarm("GatehouseEventsLost", () -> {
                    stores.takeAway();
                    tells(20_010);
                }));
    }

    /** A value for the room that finds its limit by one. */
    private static void hears() {
        gatehouse.bean(Tunings.class).push(TUNED, 0.5);
        gatehouse.pass(Duration.ofSeconds(10));
        isBlind(false);
    }

    private static void isBlind(boolean expected) {
        var tunings = gatehouse.bean(Tunings.class);
        await().until(() -> {
            gatehouse.pass(Duration.ofSeconds(5));
            return tunings.of(TUNED)
                    .filter(standing -> standing.isBlind() == expected)
                    .isPresent();
        });
    }

    @ParameterizedTest
    @MethodSource("alarms")
    void givenItsTrouble_whenPrometheusReadsTheMetrics_thenTheAlarmGoesOff(Alarm alarm) throws IOException {
        var before = scrape();
        alarm.trouble.comes();
        var after = scrape();
        stores.bringBack();
        pauses(false);

        new Promtool(folder).firesOnly(alarm.name, before, after);
    }

    @Test
    void givenAReceiver_whenItFailsForAMomentOrNowAndThen_thenOnlyAnAbsenceRaisesTheAlarm() {
        var promtool = new Promtool(folder);
        var alarm = "GatehouseEventsRefused";
        var one = "gatehouse_events_refused_total{receiver=\"shop\",room=\"one\"}";
        var other = "gatehouse_events_refused_total{receiver=\"shop\",room=\"other\"}";

        promtool.checkAlarm(alarm, false, Map.of(one, "0x10 30x200", other, "0x10 30x200"));
        promtool.checkAlarm(alarm, false, Map.of(one, "0x3 1x3 2x3 3x3 4x3 5x3 6x3 7x3 8x3 9x3"));
        promtool.checkAlarm(alarm, true, Map.of(one, "0x10 0+1x20 20x150"));
    }

    @Test
    void givenTheAlarms_whenTheirTroublesAreCounted_thenNoneIsWithout() throws IOException {
        var named = new TreeSet<String>();
        var names = Pattern.compile("alert: (\\w+)").matcher(Files.readString(Promtool.ALARMS));
        while (names.find()) {
            named.add(names.group(1));
        }
        var troubles = new TreeSet<>(alarms().map(Alarm::name).toList());
        troubles.add("GatehouseDown"); // PrometheusTest

        assertThat(troubles).isEqualTo(named);
    }

    @Test
    void givenAScrape_whenPrometheusOwnParserReadsIt_thenItHasNoFault() {
        var promtool = new Promtool(folder);

        promtool.checkRules();
        assertThat(promtool.checkMetrics(Scrape.text(gatehouse)).lines())
                .as("but for a name that is Micrometer's")
                .allMatch(fault -> fault.startsWith("system_cpu_count "));
    }

    /** As Prometheus notes it: with whether it was answered. */
    private static Scrape scrape() {
        var series = new TreeMap<>(Scrape.of(gatehouse).series());
        series.put("up", 1.0);
        return new Scrape(series);
    }

    private static void pauses(boolean paused) {
        gatehouse.room("shop").change(settings -> settings.paused(paused));
    }

    private static void join(WaitingRoom room, int many) {
        for (int count = 0; count < many; count++) {
            room.join(PlaceId.of(Arrays.copyOf(("alarming " + visitors++).getBytes(UTF_8), 16)));
        }
    }

    private static void tells(int many) {
        for (int count = 0; count < many; count++) {
            var event = new Event(
                    "alarming " + visitors++,
                    "token_generated",
                    gatehouse.clock().instant(),
                    Map.of());
            gatehouse.bean(Events.class).tell(gatehouse.room("small").id(), event);
        }
    }

    /** Turns that no visitor takes free ten slots a minute, and then ten visits of twenty minutes hold them. */
    private static void stands() {
        var room = gatehouse.room("steady");
        join(room, 100);
        passMinutes(10, () -> join(room, 10));
        var called = room.snapshot().serving();
        var inside = LongStream.rangeClosed(called - 9, called)
                .mapToObj(number -> room.at(Position.of(number)).orElseThrow().id())
                .toList();
        inside.forEach(visitor -> room.apply(visitor, Act.CLAIM));
        passMinutes(20, () -> {});
        inside.forEach(visitor -> room.apply(visitor, Act.COMPLETE));
        passMinutes(15, () -> {});
    }

    private static void passMinutes(int minutes, Runnable each) {
        for (int minute = 0; minute < minutes; minute++) {
            each.run();
            gatehouse.pass(Duration.ofMinutes(1));
        }
        gatehouse.tick();
    }

    /** The receiver that is not there, again and again until so many more are counted. */
    private void isAskedUntil(String metric, int more) {
        isAskedUntil(metric, scrape().of(metric + "{receiver=\"nobody\"}") + more);
    }

    private void isAskedUntil(String metric, double count) {
        var series = metric + "{receiver=\"nobody\"}";
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            time.advance(Duration.ofSeconds(16));
            gatehouse.tick();
            return scrape().of(series) >= count;
        });
    }

    /** Visitors who are let in, and whose site redeems no code. */
    private static void visits(int many) {
        for (int count = 0; count < many; count++) {
            assertThat(Login.authorizeCode(gatehouse.browser(), "shop")).isNotEmpty();
        }
    }

    private static void goesInCircles() {
        var browser = gatehouse.browser();
        Login.authorizeCode(browser, "shop");
        var place = gatehouse
                .room("shop")
                .at(Position.of(gatehouse.room("shop").snapshot().issued()));
        var loops = gatehouse.bean(LoopGuard.class);
        while (loops.admits(place.orElseThrow().id())) {}
        browser.opens("/rooms/shop/enter");
    }

    private void logsOutUnheard() {
        var untold = "gatehouse_logouts_untold_total{site=\"shop\"}";
        var before = scrape().of(untold);
        for (int count = 0; count < 7; count++) {
            var browser = gatehouse.browser();
            var tokens = Login.redeem(gatehouse, Login.authorizeCode(browser, "shop"));
            logsOut(browser, tokens.text("id_token"));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            time.advance(Duration.ofSeconds(71));
            return scrape().of(untold) >= before + 7;
        });
    }

    private static void logsOut(Browser browser, String idToken) {
        browser.opens("/logout?id_token_hint=" + idToken);
    }

    private static void connects() throws IOException {
        var issuer = URI.create(gatehouse.issuer());
        var sockets = new ArrayList<Socket>();
        for (int count = 0; count < MOST_CONNECTIONS + 5; count++) {
            sockets.add(new Socket(issuer.getHost(), issuer.getPort()));
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> sockets.get(MOST_CONNECTIONS + 4).getInputStream().read() < 0);
        for (var socket : sockets) {
            socket.close();
        }
    }
}
