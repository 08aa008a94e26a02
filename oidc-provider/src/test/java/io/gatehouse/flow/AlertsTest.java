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

/** Each alert fires by its trouble, and arrives at the panel, at a mail server and at a webhook. */
class AlertsTest {

    private static final int PORT = FreePorts.next();
    private static final GreenMail MAIL = new GreenMail(new ServerSetup(PORT, "localhost", ServerSetup.PROTOCOL_SMTP));
    private static final WebhookStub WEBHOOK = new WebhookStub();
    private static final String[] MAILED = {
        "gatehouse.alerts.mail.host=localhost",
        "gatehouse.alerts.mail.port=" + PORT,
        "gatehouse.alerts.mail.security=none",
        "gatehouse.alerts.mail.from=gatehouse@example.com",
        "gatehouse.alerts.receivers.anna.address=anna@example.com"
    };
    private static final RunningGatehouse GATEHOUSE = starts();

    private static RunningGatehouse starts() {
        MAIL.start();
        return RunningGatehouse.start(Stream.of(
                        Stream.of(WEBHOOK.settings("kinds=alert,alert-ended")),
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
                        Stream.of(MAILED))
                .flatMap(some -> some)
                .toArray(String[]::new));
    }

    @BeforeEach
    void longAfterAllOthers() {
        GATEHOUSE.bean(LineLock.class).bringBack();
        GATEHOUSE.pass(Duration.ofHours(2));
    }

    @AfterAll
    static void stop() {
        GATEHOUSE.close();
        WEBHOOK.close();
        MAIL.stop();
    }

    @Test
    void givenDoorsWithoutAPublicValue_whenTheirTimeComes_thenOperatorsHearThatTheRoomNeedsThem() throws Exception {
        var minute = LocalDateTime.ofInstant(GATEHOUSE.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        var date = ScheduledDate.parse(
                "UTC", minute.minusHours(1).toString(), minute.toString(), "", "end", "drand round 123456");
        var room = GATEHOUSE.room("shop");
        room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(date))));
        minutes(3);

        arrives("shop", "needs-value", "Shop: needs you");
        room.change(settings -> settings.open(Mode.QUEUEING, new Schedule(List.of())));
        minutes(4);
        await().until(() -> heard("alert-ended", "needs-value", "shop"));
        assertThat(alerts(GATEHOUSE)).contains("Over in the last day");
    }

    @Test
    void givenASlotThatStaysTaken_whenTheLineStands_thenOperatorsHearThatItStandsStill() throws Exception {
        var room = GATEHOUSE.room("still");
        var inside = joins(room);
        Stream.of(Act.CLAIM, Act.ARRIVE).forEach(act -> room.apply(inside, act));
        joins(room);
        minutes(9);
        assertThat(heard("alert", "stands-still", "still")).isFalse();

        minutes(5);

        arrives("still", "stands-still", "Still: stands still");
        new Operator(GATEHOUSE).submits("/panel/alerts/" + id("stands-still") + "/seen", Map.of());
        assertThat(alerts(GATEHOUSE)).contains("operator alice knows of it.");
    }

    @Test
    void givenAVisitThatIsOver_whenItKeepsItsSlot_thenOperatorsHearOfKeptSlots() throws Exception {
        var room = GATEHOUSE.room("kept");
        var first = joins(room);
        joins(room);
        Stream.of(Act.CLAIM, Act.ARRIVE_UNHEARD, Act.COMPLETE).forEach(act -> room.apply(first, act));

        minutes(4);

        arrives("kept", "kept-slots", "kept: slots are kept");
    }

    @Test
    void givenAStockOfTen_whenOneIsLeft_thenOperatorsHearOfIt() throws Exception {
        var room = GATEHOUSE.room("stocked");
        Stream.generate(() -> room).limit(8).forEach(AlertsTest::joins);
        minutes(1);
        assertThat(heard("alert", "stock-nearly-gone", "stocked")).isFalse();

        joins(room);
        minutes(1);

        arrives("stocked", "stock-nearly-gone", "stocked: stock nearly gone");
    }

    @Test
    void givenForecasts_whenAnOperatorPausesTheRoom_thenOperatorsHearThatTheyAreBroken() throws Exception {
        var room = GATEHOUSE.room("paced");
        Stream.generate(() -> room).limit(100).forEach(AlertsTest::joins);
        minutes(5);

        room.change(settings -> settings.paused(true));
        minutes(25);

        arrives("paced", "forecast-broken", "paced: forecast broken");
    }

    @Test
    void givenAReceiverThatRefuses_whenEventsGrowOld_thenOperatorsHearThatItIsBehind() throws Exception {
        joins(GATEHOUSE.room("behind"));

        await().atMost(Duration.ofMinutes(2)).until(() -> {
            minutes(1);
            return heard("alert", "receiver-behind", "behind");
        });

        arrives("behind", "receiver-behind", "behind: a receiver is behind");
    }

    @Test
    void givenASlowStore_whenRoomsAreLookedAt_thenOperatorsHearOfIt() throws Exception {
        GATEHOUSE
                .bean(LineLock.class)
                .takesItsTime(() -> GATEHOUSE.bean(MutableScheduler.class).advance(Duration.ofSeconds(3)));

        minutes(3);

        arrives("slow", "store-slow", "slow: store slow");
    }

    @Test
    void givenAStoreThatIsAway_whenNothingCanBeShared_thenThisNodeTellsOfIt() throws Exception {
        GATEHOUSE.bean(LineLock.class).takeAway();

        minutes(2);

        mailed("slow: store slow");
    }

    @Test
    void givenABucketThatTakesNothing_whenTheLedgerHasWaited_thenOperatorsHearThatTheArchiveIsBehind()
            throws Exception {
        try (var archives = RunningGatehouse.start(Stream.of(
                        Stream.of(WEBHOOK.settings("kinds=alert,alert-ended")),
                        Stream.of(MAILED),
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
            await().atMost(Duration.ofMinutes(2)).until(() -> {
                archives.elapse(Duration.ofMinutes(10));
                return heard("alert", "archive-behind", "filed");
            });

            mailed("filed: the archive is behind");
            assertThat(alerts(archives)).contains("The archive has waited since");
            assertThat(ids("archive-behind", "filed")).doesNotHaveDuplicates();
        }
    }

    @Test
    void givenADeadMailServer_whenATestIsSent_thenThePanelSaysSoAndItArrivesLater() throws Exception {
        MAIL.stop();
        new Operator(GATEHOUSE).submits("/panel/alerts/test", Map.of("room", "still"));
        GATEHOUSE.tick();
        await().until(() -> alerts(GATEHOUSE).contains("Could not be sent to anna yet:"));

        MAIL.start();
        minutes(2);

        arrives("still", "test", "Still: test");
        assertThat(alerts(GATEHOUSE)).doesNotContain("Could not be sent");
    }

    private static void minutes(int many) {
        for (var minute = 0; minute < many; minute++) {
            GATEHOUSE.pass(Duration.ofMinutes(1));
        }
        GATEHOUSE.tick();
    }

    private static PlaceId joins(WaitingRoom room) {
        return room.join(new PlaceId(UUID.randomUUID())).id();
    }

    /** At the panel, by e-mail and by webhook; each once. */
    private static void arrives(String room, String kind, String subject) throws MessagingException {
        assertThat(alerts(GATEHOUSE)).contains(subject.substring(subject.indexOf(':') + 2));
        mailed(subject);
        await().until(() -> heard("alert", kind, room));
        assertThat(ids(kind, room)).doesNotHaveDuplicates();
    }

    private static void mailed(String subject) throws MessagingException {
        await().until(() ->
                subjects().stream().anyMatch(one -> one.contains(subject) || one.contains(" alerts, first")));
        for (var message : MAIL.getReceivedMessages()) {
            assertThat(List.of(message.getAllRecipients())).hasToString("[anna@example.com]");
        }
    }

    private static List<String> subjects() {
        return Stream.of(MAIL.getReceivedMessages()).map(AlertsTest::subject).toList();
    }

    private static String subject(MimeMessage message) {
        try {
            return message.getSubject();
        } catch (MessagingException broken) {
            throw new AssertionError(broken);
        }
    }

    private static boolean heard(String type, String kind, String room) {
        return WEBHOOK.heard().stream()
                .filter(event -> event.path("type").asString().equals("io.gatehouse." + type))
                .map(event -> event.path("data"))
                .anyMatch(data -> data.path("trouble").asString().equals(kind)
                        && data.path("room").asString().equals(room));
    }

    private static List<String> ids(String kind, String room) {
        return WEBHOOK.heard().stream()
                .filter(event -> event.path("type").asString().equals("io.gatehouse.alert"))
                .map(event -> event.path("data").path("alert").asString())
                .filter(id -> id.startsWith(room + "-" + kind))
                .toList();
    }

    private static String id(String kind) {
        var page = alerts(GATEHOUSE);
        var from = page.indexOf("/panel/alerts/still-" + kind) + 14;
        return page.substring(from, page.indexOf("/seen", from));
    }

    private static String alerts(RunningGatehouse gatehouse) {
        return new Operator(gatehouse).opens("/panel/alerts").body();
    }
}
