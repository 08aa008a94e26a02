package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A visitor who asked for it hears of the turn by e-mail. Visitors are let in by hand, or as one leaves. */
@ExtendWith(OutputCaptureExtension.class)
class NoticesTest {

    private static final int PORT = FreePorts.next();
    private static final GreenMail MAIL = new GreenMail(new ServerSetup(PORT, "localhost", ServerSetup.PROTOCOL_SMTP));
    private static final Pattern STOP = Pattern.compile("/rooms/[a-z]+/notice/stop/[A-Za-z0-9_-]{86}");
    private static final RunningGatehouse GATEHOUSE = starts();

    private static RunningGatehouse starts() {
        MAIL.start();
        return RunningGatehouse.with(
                        "gatehouse.turnstile.tick=1m",
                        "gatehouse.trusted-proxies=1",
                        "gatehouse.limits.enabled=false",
                        "gatehouse.alerts.mail.host=localhost",
                        "gatehouse.alerts.mail.port=" + PORT,
                        "gatehouse.alerts.mail.security=none",
                        "gatehouse.alerts.mail.from=shop@example.com",
                        "gatehouse.rooms.off.title=Off",
                        "gatehouse.rooms.far.title=Far",
                        "gatehouse.rooms.far.notices=email",
                        "gatehouse.rooms.slot.capacity=1",
                        "gatehouse.rooms.slot.notices=email",
                        "gatehouse.rooms.away.notices=email",
                        "gatehouse.rooms.stop.notices=email",
                        "gatehouse.rooms.gone.notices=email",
                        "gatehouse.rooms.unheld.capacity=1",
                        "gatehouse.rooms.unheld.notices=email",
                        "gatehouse.rooms.linked.notices=email",
                        "gatehouse.rooms.same.notices=email",
                        "gatehouse.rooms.often.notices=email",
                        "gatehouse.rooms.used.notices=email",
                        "gatehouse.rooms.lanes.notices=email",
                        "gatehouse.rooms.lanes.lanes.access.weight=1",
                        "gatehouse.rooms.lanes.lanes.access.offered=true")
                .site("off", "off")
                .site("far", "far")
                .site("slot", "slot")
                .site("away", "away")
                .site("stop", "stop")
                .site("gone", "gone")
                .site("unheld", "unheld")
                .site("linked", "linked")
                .site("same", "same")
                .site("often", "often")
                .site("used", "used")
                .starts()
                .standing();
    }

    @AfterAll
    static void stop() {
        GATEHOUSE.close();
        MAIL.stop();
    }

    @Test
    void givenAVisitorFarBack_whenTheTurnComesNearAndThenComes_thenOneMailEachArrivesAndNothingKeepsTheAddress(
            CapturedOutput log) throws Exception {
        join("far", 12);
        var visitor = GATEHOUSE.browser();
        var wait = visitor.opens(Login.authorize("client_id", "far"));
        assertThat(wait.body()).contains("Tell me when it is my turn");
        var form = visitor.opens("/rooms/far/notice");
        assertThat(form.body())
                .contains("if it does not come. By sending it you agree", "type=\"email\"")
                .doesNotContain("<script");

        var asked = asks(visitor, "far", "Zoe.Quince@example.com");
        assertThat(asked.body()).contains("Your request is noted", "Come back in this browser then");
        assertThat(kept("far", 13)).containsEntry("email", "Zoe.Quince@example.com");
        GATEHOUSE.letIn("far", 1);
        assertThat(mails("Zoe.Quince")).isEmpty();
        GATEHOUSE.letIn("far", 5);
        arrive("Zoe.Quince", 1);
        GATEHOUSE.tick();
        GATEHOUSE.letIn("far", 7);
        arrive("Zoe.Quince", 2);
        minutesAgain();

        assertThat(mails("Zoe.Quince"))
                .extracting(NoticesTest::subject)
                .containsExactly("It is almost your turn - Far", "It is your turn - Far");
        var mail = mails("Zoe.Quince").get(1);
        assertThat(text(mail))
                .contains(
                        "It is your turn",
                        "Your turn is kept for 10 minutes.",
                        "/rooms/far/wait\r\n",
                        "entered at Far");
        assertThat(mail.getHeader("List-Unsubscribe")[0]).matches("<" + GATEHOUSE.issuer() + STOP + ">");
        assertThat(visitor.opens("/rooms/far/wait").body()).contains("class=\"TURN\"");
        assertThat(log.getAll()).doesNotContainIgnoringCase("zoe.quince");
        assertThat(GATEHOUSE.ledger(GATEHOUSE.room("far").id()).toString()).doesNotContainIgnoringCase("zoe.quince");
        assertThat(kept("far", 13)).isNotEmpty().doesNotContainKey("email");
    }

    @Test
    void givenAVisitorWhoHasAskedToBeTold_whenTheyChangeToTheLaneForAccessNeeds_thenTheyAreToldOfTheTurnThere()
            throws Exception {
        join("lanes", 3);
        var visitor = GATEHOUSE.browser();
        visitor.opens("/rooms/lanes/enter");
        GATEHOUSE.tick();
        asks(visitor, "lanes", "quinn@example.com");

        visitor.submits("/rooms/lanes/access", Map.of());

        assertThat(visitor.gets("/rooms/lanes/place").body()).contains("\"lane\":1");
        assertThat(kept("lanes", 4)).isNotEmpty().doesNotContainKey("email");
        assertThat(visitor.opens("/rooms/lanes/notice").body()).contains("Your request is noted");
        // No look between: the first one at the lane finds its turn called.
        GATEHOUSE.letIn("lanes", 2);
        arrive("quinn", 1);
        assertThat(subject(mails("quinn").get(0))).startsWith("It is your turn");
        assertThat(visitor.opens("/rooms/lanes/wait").body()).contains("class=\"TURN\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void givenARoomThatThereIsNot_whenItsNoticesAreAskedFor_thenItIsAnUnknownRoom(String method) {
        var stranger = GATEHOUSE.browser();
        var address = "/rooms/nowhere/notice";

        var answer = method.equals("GET") ? stranger.gets(address) : stranger.posts(address, Map.of("email", "a@b.cd"));

        assertThat(answer.status()).isEqualTo(404);
    }

    @Test
    void givenAnAddressWhoseHolderWantsNoNotices_whenTheTurnComes_thenNoMailIsSentAndItsSlotIsNotHeld()
            throws Exception {
        GATEHOUSE.browser().opens(Login.authorize("client_id", "unheld"));
        GATEHOUSE.tick();
        var first = at("unheld", 1);
        var room = GATEHOUSE.room("unheld");
        Stream.of(Act.CLAIM, Act.ARRIVE).forEach(act -> room.apply(first.id(), act));
        var told = GATEHOUSE.browser();
        told.opens(Login.authorize("client_id", "linked"));
        asks(told, "linked", "unheld@example.com");
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "unheld"));
        assertThat(asks(visitor, "unheld", "unheld@example.com").body()).contains("Your request is noted");
        join("unheld", 1);
        GATEHOUSE.letIn("linked", 1);
        arrive("unheld", 1);
        var stop = STOP.matcher(text(mails("unheld").get(0)));
        assertThat(stop.find()).isTrue();
        assertThat(told.posts(stop.group(), Map.of()).status()).isEqualTo(200);

        room.apply(first.id(), Act.EXPIRE);
        await().until(() -> {
            GATEHOUSE.tick();
            return !kept("unheld", 2).containsKey("email");
        });
        GATEHOUSE.pass(Duration.ofMinutes(2));
        GATEHOUSE.tick();

        assertThat(at("unheld", 2).stage()).isEqualTo(Stage.RELEASED);
        assertThat(mails("unheld")).hasSize(1);
    }

    @Test
    void givenAVisitorWhoAsksAndStopsAgainAndAgain_whenTheyAskForTheSixthTime_thenTheyAreRefused() {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "often"));

        for (var n = 0; n < 5; n++) {
            assertThat(asks(visitor, "often", "again" + n + "@example.com").body())
                    .contains("Your request is noted");
            assertThat(visitor.submits("/rooms/often/notice", Map.of("stop", "yes"))
                            .body())
                    .contains("Your e-mail address");
        }

        assertThat(asks(visitor, "often", "again5@example.com").body()).contains("We cannot tell you there");
    }

    @Test
    void givenOneMailboxInManySpellings_whenFourVisitorsEnterIt_thenTheFourthHearsTheSameAndIsNotTold() {
        var answers = Stream.of("v.ictim@gmail.com", "vic.tim@googlemail.com", "Victim+1@gmail.com", "victim@gmail.com")
                .map(address -> {
                    var visitor = GATEHOUSE.browser();
                    visitor.opens(Login.authorize("client_id", "same"));
                    return asks(visitor, "same", address).body().replaceAll("https?://\\S+", "");
                })
                .toList();

        assertThat(answers).hasSize(4).allMatch(body -> body.contains("Your request is noted"));
        assertThat(answers.get(3)).isEqualTo(answers.get(2));
        assertThat(kept("same", 3)).containsEntry("email", "Victim+1@gmail.com");
        GATEHOUSE.letIn("same", 4);
        arrive("Victim+1", 1);
        await().until(() -> {
            GATEHOUSE.tick();
            return !kept("same", 4).containsKey("email");
        });
        minutesAgain();
        assertThat(Stream.of(MAIL.getReceivedMessages()).map(NoticesTest::recipient))
                .filteredOn(to -> to.endsWith("@gmail.com") || to.endsWith("@googlemail.com"))
                .hasSize(3);
    }

    @Test
    void givenStrangersBehindWhoEnterAVisitorsAddress_whenTheVisitorEntersItToo_thenTheVisitorIsTold() {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "used"));
        for (var n = 0; n < 4; n++) {
            var stranger = GATEHOUSE.browser();
            stranger.opens(Login.authorize("client_id", "used"));
            asks(stranger, "used", "own@example.com");
        }
        asks(visitor, "used", "own@example.com");

        GATEHOUSE.letIn("used", 1);

        arrive("own", 1);
        GATEHOUSE.letIn("used", 4);
        await().until(() -> {
            GATEHOUSE.tick();
            return !kept("used", 5).containsKey("email");
        });
        minutesAgain();
        assertThat(mails("own")).as("of one visitor and two strangers").hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void givenAnEmptyForm_whenItIsSent_thenTheFormIsShownAgain() {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "often"));

        assertThat(asks(visitor, "often", " ").body()).contains("Your e-mail address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a..b@example.com", ".a@example.com", "a.@example.com", "a@example", "a@b@example.com"})
    void givenAnAddressThatNoMailCanBeWrittenTo_whenAVisitorEntersIt_thenTheyAreTold(String typed) {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "often"));

        assertThat(asks(visitor, "often", typed).body()).contains("We cannot tell you there");
    }

    @Test
    void givenAVisitorWhoAskedToBeTold_whenTheTurnIsCalled_thenItsSlotIsHeldForFiveMinutesAndOthersForLess()
            throws Exception {
        var inside = GATEHOUSE.browser();
        inside.opens(Login.authorize("client_id", "slot"));
        var first = at("slot", 1);
        var room = GATEHOUSE.room("slot");
        Stream.of(Act.CLAIM, Act.ARRIVE).forEach(act -> room.apply(first.id(), act));
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "slot"));
        asks(visitor, "slot", "held@example.com");
        join("slot", 1);

        room.apply(first.id(), Act.EXPIRE);
        GATEHOUSE.tick();
        GATEHOUSE.tick();
        arrive("held", 1);
        GATEHOUSE.pass(Duration.ofMinutes(4));
        GATEHOUSE.tick();

        assertThat(at("slot", 2).stage()).isEqualTo(Stage.TURN);
        assertThat(at("slot", 3).stage()).isEqualTo(Stage.WAITING);
        GATEHOUSE.pass(Duration.ofMinutes(2));
        GATEHOUSE.tick();
        assertThat(at("slot", 2).stage()).isEqualTo(Stage.RELEASED);
        GATEHOUSE.pass(Duration.ofSeconds(46));
        GATEHOUSE.tick();
        assertThat(at("slot", 3).stage()).isEqualTo(Stage.RELEASED);
    }

    @Test
    void givenAMailServerThatIsAway_whenTheTurnComes_thenTheMailArrivesOnceWhenItIsBack() throws Exception {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "away"));
        asks(visitor, "away", "later@example.com");
        MAIL.stop();
        GATEHOUSE.letIn("away", 1);
        await().until(() -> {
            GATEHOUSE.tick();
            return GATEHOUSE.bean(MutableScheduler.class).hasScheduled(Duration.ofSeconds(5));
        });

        MAIL.start();
        await().until(() -> {
            GATEHOUSE.bean(MutableScheduler.class).advance(Duration.ofSeconds(5));
            return mails("later").size() == 1;
        });
        minutesAgain();

        assertThat(mails("later")).hasSize(1);
    }

    @Test
    void givenALinkInAMail_whenAScannerFollowsIt_thenNothingChangesAndItsButtonStopsAllMails() throws Exception {
        var visitor = GATEHOUSE.browser();
        visitor.opens(Login.authorize("client_id", "stop"));
        asks(visitor, "stop", "stop@example.com");
        GATEHOUSE.letIn("stop", 1);
        arrive("stop", 1);
        var matcher = STOP.matcher(text(mails("stop").get(0)));
        assertThat(matcher.find()).isTrue();
        var scanner = GATEHOUSE.browser();
        assertThat(scanner.gets(matcher.group()).body()).contains("No more messages?");
        assertThat(scanner.gets("/rooms/stop/wait").body()).doesNotContain("class=\"ADMITTED\"");
        var second = GATEHOUSE.browser();
        second.opens(Login.authorize("client_id", "stop"));
        assertThat(asks(second, "stop", "stop@example.com").body()).contains("Your request is noted");

        var madeUp = scanner.posts("/rooms/stop/notice/stop/" + "A".repeat(86), Map.of());
        var stopped = scanner.posts(matcher.group(), Map.of("List-Unsubscribe", "One-Click"));

        assertThat(madeUp.status()).isEqualTo(404);
        assertThat(stopped.status()).isEqualTo(200);
        assertThat(stopped.body()).contains("You get no more messages");
        GATEHOUSE.letIn("stop", 1);
        minutesAgain();
        assertThat(mails("stop")).hasSize(1);
        var third = GATEHOUSE.browser();
        third.opens(Login.authorize("client_id", "stop"));
        assertThat(asks(third, "stop", "Stop+shop@example.com").body()).contains("Your request is noted");
        GATEHOUSE.letIn("stop", 1);
        minutesAgain();
        assertThat(mails("stop")).hasSize(1);
        assertThat(mails("Stop")).isEmpty();
    }

    @Test
    void givenAVisitorWhoChangesTheirMindOrLeaves_whenTheTurnComes_thenNoMailIsSent() throws Exception {
        var undecided = GATEHOUSE.browser();
        undecided.opens(Login.authorize("client_id", "gone"));
        asks(undecided, "gone", "undecided@example.com");
        assertThat(undecided
                        .submits("/rooms/gone/notice", Map.of("stop", "yes"))
                        .body())
                .contains("Your e-mail address");
        var leaving = GATEHOUSE.browser();
        leaving.opens(Login.authorize("client_id", "gone"));
        asks(leaving, "gone", "leaving@example.com");
        assertThat(kept("gone", 2)).containsEntry("email", "leaving@example.com");
        leaving.posts("/rooms/gone/leave", Map.of());
        assertThat(kept("gone", 1)).isNotEmpty().doesNotContainKey("email");
        assertThat(kept("gone", 2)).isNotEmpty().doesNotContainKey("email");
        var there = GATEHOUSE.browser();
        there.opens(Login.authorize("client_id", "gone"));
        asks(there, "gone", "there@example.com");

        GATEHOUSE.letIn("gone", 3);

        arrive("there", 1);
        minutesAgain();
        assertThat(mails("undecided")).isEmpty();
        assertThat(mails("leaving")).isEmpty();
    }

    @Test
    void givenARoomWithoutNotices_whenAVisitorWaits_thenNoPageOffersThemAndNoneAreTaken() {
        var visitor = GATEHOUSE.browser();

        assertThat(visitor.opens(Login.authorize("client_id", "off")).body()).doesNotContain("Tell me when");
        assertThat(visitor.opens("/rooms/off/notice").url()).contains("/rooms/off/wait");
        assertThat(visitor.posts("/rooms/off/notice", Map.of("email", "off@example.com"))
                        .status())
                .isEqualTo(303);
    }

    private static Browser.Page asks(Browser visitor, String room, String address) {
        return visitor.submits("/rooms/" + room + "/notice", Map.of("email", address));
    }

    /** Long enough for each node to go through all again, and to find no one. */
    private static void minutesAgain() {
        IntStream.range(0, 3).forEach(n -> {
            GATEHOUSE.bean(MutableScheduler.class).advance(Duration.ofMinutes(1));
            GATEHOUSE.tick();
        });
    }

    private static void join(String room, int many) {
        IntStream.range(0, many).forEach(n -> GATEHOUSE.room(room).join(new PlaceId(UUID.randomUUID())));
    }

    private static Place at(String room, long number) {
        return GATEHOUSE.room(room).at(Position.of(number)).orElseThrow();
    }

    /** By the next ticks: a board may be a tick older than the room. */
    private static void arrive(String beginning, int many) {
        await().until(() -> {
            GATEHOUSE.tick();
            return mails(beginning).size() == many;
        });
    }

    private static List<MimeMessage> mails(String beginning) {
        return Stream.of(MAIL.getReceivedMessages())
                .filter(mail -> recipient(mail).startsWith(beginning))
                .toList();
    }

    private static String recipient(MimeMessage mail) {
        try {
            return mail.getAllRecipients()[0].toString();
        } catch (MessagingException broken) {
            throw new AssertionError(broken);
        }
    }

    private static String subject(MimeMessage mail) {
        try {
            return mail.getSubject();
        } catch (MessagingException broken) {
            throw new AssertionError(broken);
        }
    }

    private static String text(MimeMessage mail) throws MessagingException, IOException {
        return mail.getContent().toString();
    }

    /** What the store knows of the notices of this number. */
    private static Map<String, Object> kept(String room, long number) {
        var key = "notices/" + room + "/" + at(room, number).opening() + "/0/" + number;
        return GATEHOUSE
                .bean(ExpiringStore.class)
                .get(key, GATEHOUSE.clock().instant())
                .flatMap(new Seal(GATEHOUSE.bean(MasterKey.class), "notices")::open)
                .orElse(Map.of());
    }
}
