package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.event.WebhookStub;
import io.gatehouse.room.Act;
import io.gatehouse.room.PlaceId;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.waitingroom.WaitingRoom;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Each alert fires by its trouble, and arrives at the panel, at a mail server and at a webhook; in {@link
 * AlertsInChromiumTest} as a browser's notification too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AlertsTest {

    private final int port = FreePorts.next();
    private final GreenMail mail = new GreenMail(new ServerSetup(port, "localhost", ServerSetup.PROTOCOL_SMTP));
    private final WebhookStub webhook = new WebhookStub();
    private final String[] settings = {
        "gatehouse.alerts.mail.host=localhost",
        "gatehouse.alerts.mail.port=" + port,
        "gatehouse.alerts.mail.security=none",
        "gatehouse.alerts.mail.from=gatehouse@example.com",
        "gatehouse.alerts.receivers.anna.address=anna@example.com"
    };
    private final RunningGatehouse gatehouse = starts();

    private RunningGatehouse starts() {
        mail.start();
        return RunningGatehouse.start(Stream.of(
                        Stream.of(webhook.settings("kinds=alert,alert-ended")),
                        Stream.of(
                                Operator.SETTING,
                                "gatehouse.turnstile.tick=1m",
                                "gatehouse.rooms.still.title=Still",
                                "gatehouse.rooms.still.capacity=1",
                                "gatehouse.rooms.kept.capacity=1",
                                "gatehouse.rooms.stocked.capacity=100",
                                "gatehouse.rooms.stocked.stock=10",
                                "gatehouse.rooms.paced.rate=10/1m",
                                "gatehouse.rooms.paced.claim-window=4h",
                                "gatehouse.rooms.behind.capacity=9",
                                "gatehouse.rooms.slow.capacity=9",
                                "gatehouse.events.receivers.late.url=http://localhost:9/",
                                "gatehouse.events.receivers.late.secrets=" + WebhookStub.SECRET,
                                "gatehouse.events.receivers.late.rooms=behind",
                                "gatehouse.events.receivers.late.kinds=joined",
                                "gatehouse.alerts.most-per-hour=60"),
                        Stream.of(settings))
                .flatMap(some -> some)
                .toArray(String[]::new));
    }

    @BeforeEach
    void longAfterAllOthers() {
        gatehouse.bean(LineLock.class).bringBack();
        gatehouse.pass(Duration.ofHours(2));
        watches(gatehouse);
    }

    @AfterAll
    void stop() {
        gatehouse.close();
        webhook.close();
        mail.stop();
    }

    @Test
    void givenDoorsWithoutAPublicValue_whenTheirTimeComes_thenOperatorsHearThatTheRoomNeedsThem() throws Exception {
        var minute = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        var date = ScheduledDate.parse(
                "UTC", minute.minusHours(1).toString(), minute.toString(), "", "end", "drand round 123456");
        var room = gatehouse.room("shop");
        room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(date))));
        minutes(3);

        arrives("shop", "needs-value", "Shop: needs you");
        room.change(settings -> settings.open(Mode.QUEUEING, new Schedule(List.of())));
        minutes(4);
        await().until(() -> heard("alert-ended", "needs-value", "shop"));
        assertThat(alerts(gatehouse)).contains("Over in the last day");
    }

    @Test
    void givenASlotThatStaysTaken_whenTheLineStands_thenOperatorsHearThatItStandsStill() throws Exception {
        var room = gatehouse.room("still");
        var inside = joins(room);
        Stream.of(Act.CLAIM, Act.ARRIVE).forEach(act -> room.apply(inside, act));
        joins(room);
        minutes(9);
        assertThat(heard("alert", "stands-still", "still")).isFalse();

        minutes(5);

        arrives("still", "stands-still", "Still: stands still");
        new Operator(gatehouse).submits("/panel/alerts/" + id("stands-still") + "/seen", Map.of());
        assertThat(alerts(gatehouse)).contains("operator alice knows of it.");
    }

    @Test
    void givenAVisitThatIsOver_whenItKeepsItsSlot_thenOperatorsHearOfKeptSlots() throws Exception {
        var room = gatehouse.room("kept");
        var first = joins(room);
        joins(room);
        Stream.of(Act.CLAIM, Act.ARRIVE_UNHEARD, Act.COMPLETE).forEach(act -> room.apply(first, act));

        minutes(4);

        arrives("kept", "kept-slots", "kept: slots are kept by visits that are over");
    }

    @Test
    void givenAStockOfTen_whenOneIsLeft_thenOperatorsHearOfIt() throws Exception {
        var room = gatehouse.room("stocked");
        Stream.generate(() -> room).limit(8).forEach(AlertsTest::joins);
        minutes(1);
        assertThat(heard("alert", "stock-nearly-gone", "stocked")).isFalse();

        joins(room);
        minutes(1);

        arrives("stocked", "stock-nearly-gone", "stocked: stock nearly gone");
    }

    @Test
    void givenForecasts_whenAnOperatorPausesTheRoom_thenOperatorsHearThatTheyAreBroken() throws Exception {
        var room = gatehouse.room("paced");
        Stream.generate(() -> room).limit(100).forEach(AlertsTest::joins);
        minutes(5);

        room.change(settings -> settings.paused(true));
        minutes(25);

        arrives("paced", "forecast-broken", "paced: forecast broken");
    }

    @Test
    void givenAReceiverThatRefuses_whenEventsGrowOld_thenOperatorsHearThatItIsBehind() throws Exception {
        joins(gatehouse.room("behind"));

        await().atMost(Duration.ofMinutes(2)).until(() -> {
            minutes(1);
            return heard("alert", "receiver-behind", "behind");
        });

        arrives("behind", "receiver-behind", "behind: a receiver is behind");
    }

    @Test
    void givenASlowStore_whenRoomsAreLookedAt_thenOperatorsHearOfIt() throws Exception {
        gatehouse
                .bean(LineLock.class)
                .takesItsTime(() -> gatehouse.bean(MutableScheduler.class).advance(Duration.ofSeconds(3)));

        minutes(3);

        arrives("slow", "store-slow", "slow: store slow");
    }

    @Test
    void givenAStoreThatIsAway_whenNothingCanBeShared_thenThisNodeTellsOfIt() throws Exception {
        gatehouse.bean(LineLock.class).takeAway();

        minutes(2);

        mailed("slow: store slow");
    }

    @Test
    void givenABucketThatTakesNothing_whenTheLedgerHasWaited_thenOperatorsHearThatTheArchiveIsBehind()
            throws Exception {
        try (var archives = RunningGatehouse.start(Stream.of(
                        Stream.of(webhook.settings("kinds=alert,alert-ended")),
                        Stream.of(settings),
                        Stream.of(
                                Operator.SETTING,
                                "gatehouse.turnstile.tick=1m",
                                "gatehouse.rooms.filed.capacity=9",
                                "gatehouse.archive.bucket=example-archive",
                                "gatehouse.archive.region=eu-central-1",
                                "gatehouse.archive.endpoint=http://localhost:9/",
                                "gatehouse.archive.access-key=example",
                                "gatehouse.archive.secret-key=example",
                                "gatehouse.archive.answer-within=1s"))
                .flatMap(some -> some)
                .toArray(String[]::new))) {
            watches(archives);
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                archives.elapse(Duration.ofMinutes(10));
                return heard("alert", "archive-behind", "filed");
            });

            mailed("filed: the archive is behind");
            assertThat(alerts(archives)).contains("The archive has waited since");
            assertThat(ids("archive-behind", "filed")).doesNotHaveDuplicates();
            isNotified("filed: the archive is behind");
        }
    }

    @Test
    void givenADeadMailServer_whenATestIsSent_thenThePanelSaysSoAndItArrivesLater() throws Exception {
        mail.stop();
        new Operator(gatehouse).submits("/panel/alerts/test", Map.of("room", "still"));
        gatehouse.tick();
        await().until(() -> alerts(gatehouse).contains("Could not be sent to anna yet:"));

        mail.start();
        minutes(2);

        arrives("still", "test", "Still: test");
        assertThat(alerts(gatehouse)).doesNotContain("Could not be sent");
    }

    private void minutes(int many) {
        for (var minute = 0; minute < many; minute++) {
            gatehouse.pass(Duration.ofMinutes(1));
        }
        gatehouse.tick();
    }

    private static PlaceId joins(WaitingRoom room) {
        return room.join(new PlaceId(UUID.randomUUID())).id();
    }

    /** A browser that is open at the panel from now on. */
    void watches(RunningGatehouse gatehouse) {}

    /** Whether that browser has told it. */
    void isNotified(String subject) {}

    /** At the panel, by e-mail and by webhook, and to a browser; each once. */
    private void arrives(String room, String kind, String subject) throws MessagingException {
        assertThat(alerts(gatehouse)).contains(subject.substring(subject.indexOf(':') + 2));
        mailed(subject);
        await().until(() -> heard("alert", kind, room));
        assertThat(ids(kind, room)).doesNotHaveDuplicates();
        isNotified(subject);
    }

    /** One that comes with others stands in the text alone. */
    private void mailed(String subject) throws MessagingException {
        await().until(() -> Stream.of(mail.getReceivedMessages())
                .map(AlertsTest::text)
                .anyMatch(text -> text.contains(subject + "\r\n") || text.contains(subject + "\n")));
        for (var message : mail.getReceivedMessages()) {
            assertThat(List.of(message.getAllRecipients())).hasToString("[anna@example.com]");
            assertThat(text(message)).containsPattern("Since \\d+ \\p{Alpha}{3} \\d{4}, \\d\\d:\\d\\d UTC");
        }
    }

    private static String text(MimeMessage message) {
        try {
            return String.valueOf(message.getContent());
        } catch (IOException | MessagingException broken) {
            throw new AssertionError(broken);
        }
    }

    private boolean heard(String type, String kind, String room) {
        return webhook.heard().stream()
                .filter(event -> event.path("type").asString().equals("io.gatehouse." + type))
                .map(event -> event.path("data"))
                .anyMatch(data -> data.path("trouble").asString().equals(kind)
                        && data.path("room").asString().equals(room));
    }

    private List<String> ids(String kind, String room) {
        return webhook.heard().stream()
                .filter(event -> event.path("type").asString().equals("io.gatehouse.alert"))
                .map(event -> event.path("data").path("alert").asString())
                .filter(id -> id.startsWith(room + "-" + kind))
                .toList();
    }

    private String id(String kind) {
        var page = alerts(gatehouse);
        var from = page.indexOf("/panel/alerts/still-" + kind) + 14;
        return page.substring(from, page.indexOf("/seen", from));
    }

    private static String alerts(RunningGatehouse gatehouse) {
        return new Operator(gatehouse).opens("/panel/alerts").body();
    }
}
