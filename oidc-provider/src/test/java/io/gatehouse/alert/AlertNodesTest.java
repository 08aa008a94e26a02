package io.gatehouse.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.gatehouse.alert.RoomAlerts.Trouble;
import io.gatehouse.inlet.Turnstiles;
import io.gatehouse.mail.MailServer;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.store.embedded.EmbeddedStores;
import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.SystemScheduler;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one store. */
class AlertNodesTest {

    private static final GreenMail MAIL = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
    private static final SystemScheduler TIME = new SystemScheduler();
    private static EmbeddedStores stores;

    private final MutableClock clock = MutableClock.standing();
    private final Room room = new Room(
            new RoomId("room-" + UUID.randomUUID()),
            "Shop",
            Turnstiles.byHand(),
            Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
            Optional.empty());
    private final Node one = new Node();
    private final Node other = new Node();

    /** What a node has. */
    private final class Node {

        private final AlertProperties properties = AlertSettings.of(
                "mail.host=localhost",
                "mail.port=" + MAIL.getSmtp().getPort(),
                "mail.security=none",
                "mail.from=gatehouse@example.com",
                "receivers.anna.address=anna@example.com");
        private final AlertBook book = new AlertBook(stores.values(), clock);
        private final Roster roster = new Roster(properties);
        private final AlertPost post = new AlertPost(
                book,
                roster,
                Optional.ofNullable(properties.mail()).map(mail -> new MailServer(mail, TIME)),
                Issuer.of(URI.create("http://localhost:9000")),
                clock);

        private boolean sees() {
            var now = clock.instant();
            var troubles = Map.of(AlertKind.STANDS_STILL, new Trouble(now, "It stands."));
            book.look(room.id(), Duration.ZERO);
            return book.change(room.id(), alerts -> alerts.next(room, troubles, roster, now));
        }

        private void sends() {
            book.look(room.id(), Duration.ZERO);
            post.sendDue(room.id(), clock.instant());
            post.settle();
        }

        /** Sets the next try ahead, as a node does before it sends, and is heard of no more. */
        private void diesBeforeItSends() {
            var alert = book.all(room.id()).get(0);
            book.change(
                    room.id(),
                    alert.id(),
                    present -> present.sending(
                            "anna", way -> way.tryingUntil(clock.instant().plus(AlertPost.LEASE))));
            post.close();
        }
    }

    @BeforeAll
    static void start(@TempDir Path folder) {
        MAIL.start();
        stores = EmbeddedStores.open(folder);
    }

    @AfterAll
    static void stop() {
        stores.close();
        TIME.close();
        MAIL.stop();
    }

    @BeforeEach
    void empty() throws Exception {
        MAIL.purgeEmailFromAllMailboxes();
    }

    @Test
    void givenTwoNodesThatSeeATrouble_whenBothTellAtOnce_thenOneMailIsSent() throws Exception {
        var nodes = List.of(one, other).iterator();
        Crowd.of(2, () -> {
            Node node;
            synchronized (nodes) {
                node = nodes.next();
            }
            node.sees();
            node.sends();
            return node;
        });

        assertThat(other.book.all(room.id())).hasSize(1);
        assertThat(MAIL.getReceivedMessages()).hasSize(1);
    }

    /** An event that two nodes have taken would be told twice, with one id. */
    @Test
    void givenTwoNodes_whenBothTakeTheEventOfAnAlertAtOnce_thenOneOfThemTellsIt() throws Exception {
        one.sees();
        other.sees();
        var id = one.book.all(room.id()).get(0).id();
        var nodes = List.of(one, other).iterator();
        var taken = Crowd.of(2, () -> {
            Node node;
            synchronized (nodes) {
                node = nodes.next();
            }
            return node.book.take(room.id(), id, Alert.EVENT, Duration.ofMinutes(1));
        });

        assertThat(taken).filteredOn(Optional::isPresent).hasSize(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(other.book.take(room.id(), id, Alert.EVENT, Duration.ofMinutes(1)))
                .isPresent();
    }

    @Test
    void givenANodeThatDiesBeforeItSends_whenItsTryIsOver_thenTheOtherOneSends() {
        one.sees();
        one.diesBeforeItSends();

        other.sends();
        assertThat(MAIL.getReceivedMessages()).isEmpty();
        clock.advance(AlertPost.LEASE);
        other.sends();

        assertThat(MAIL.getReceivedMessages()).hasSize(1);
        clock.advance(AlertPost.LEASE);
        other.sends();
        assertThat(MAIL.getReceivedMessages()).hasSize(1);
    }
}
