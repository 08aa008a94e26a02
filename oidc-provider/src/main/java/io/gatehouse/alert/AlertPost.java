package io.gatehouse.alert;

import io.gatehouse.alert.Alert.Sending;
import io.gatehouse.alert.Roster.Receiver;
import io.gatehouse.mail.MailServer;
import io.gatehouse.mail.MailServer.Mail;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LatestWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends alerts by e-mail, in threads of its own, so that a mail server that is slow or away holds nothing up.
 * Alerts of several rooms that are due for one receiver go in one e-mail. One that could not be sent is tried
 * again, with pauses that double, as long as the alert is kept.
 */
final class AlertPost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AlertPost.class);

    private static final int THREADS = 2;

    /** Longer than one try takes. */
    static final Duration LEASE = Duration.ofMinutes(5);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

    private final AlertBook book;
    private final Roster roster;
    private final Optional<MailServer> server;
    private final Issuer issuer;
    private final Clock clock;
    private final Set<RoomId> rooms = ConcurrentHashMap.newKeySet();
    private final LatestWork<String> worker = new LatestWork<>("alert-mail", THREADS);

    AlertPost(AlertBook book, Roster roster, Optional<MailServer> server, Issuer issuer, Clock clock) {
        this.book = book;
        this.roster = roster;
        this.server = server;
        this.issuer = issuer;
        this.clock = clock;
    }

    /** One alert that this node may send now. */
    private record Taken(RoomId room, Alert alert) {}

    Instant now() {
        return clock.instant();
    }

    /** Has what is due in this room sent soon. */
    void sendDue(RoomId room, Instant now) {
        rooms.add(room);
        var due = new LinkedHashSet<String>();
        for (var alert : book.all(room)) {
            alert.sendings().stream()
                    .filter(one -> one.isMail() && one.isDue(now))
                    .map(Sending::to)
                    .forEach(due::add);
        }
        due.forEach(to -> worker.add(to, () -> send(to)));
    }

    private void send(String to) {
        try {
            var taken = new ArrayList<Taken>();
            rooms.forEach(room -> taken.addAll(take(room, to)));
            if (!taken.isEmpty()) {
                var failure = roster.find(to)
                        .map(receiver -> failure(receiver, taken))
                        .orElse(Optional.of("there is no such receiver any more"));
                taken.forEach(one -> note(one, to, failure));
            }
        } catch (RuntimeException broken) {
            LOG.error("alerts to {} cannot be sent, they are tried again", to, broken);
        }
    }

    private void note(Taken one, String to, Optional<String> failure) {
        try {
            book.change(
                    one.room,
                    one.alert.id(),
                    alert -> alert.sending(to, way -> way.isDone() ? way : tried(way, failure)));
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: that an alert was sent is not kept, it may be sent again", one.room, away);
        }
    }

    /** Sets the next try of those that are due ahead: another node leaves them to this one until then. */
    private List<Taken> take(RoomId room, String to) {
        var taken = new ArrayList<Taken>();
        for (var alert : book.all(room)) {
            if (alert.due(to, now()).isPresent()) {
                try {
                    var present = book.take(room, alert.id(), to, LEASE);
                    if (present.filter(one -> isStale(one, to)).isPresent()) {
                        book.change(room, alert.id(), one -> one.sending(to, Sending::done));
                    } else {
                        present.ifPresent(one -> taken.add(new Taken(room, one)));
                    }
                } catch (StoreUnavailableException away) {
                    LOG.debug("room {}: an alert follows when the store is back", room, away);
                }
            }
        }
        return taken;
    }

    private Sending tried(Sending way, Optional<String> failure) {
        return failure.map(why -> way.failed(why, now().plus(pause(way.failures()))))
                .orElseGet(way::done);
    }

    /** It was over before it was sent, as one that has waited for the end of quiet hours. */
    private static boolean isStale(Alert alert, String to) {
        return !alert.isOn()
                && !alert.is(AlertKind.TEST)
                && alert.sendings().stream().anyMatch(way -> way.to().equals(to) && way.failures() == 0);
    }

    private static Duration pause(int failures) {
        var doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 6));
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }

    /** Sends one e-mail; answers why it could not be sent. */
    private Optional<String> failure(Receiver receiver, List<Taken> taken) {
        if (server.isEmpty()) {
            return Optional.of("no mail server is configured");
        }
        var first = taken.get(0).alert;
        var subject = taken.size() == 1 ? title(first) : taken.size() + " alerts, first: " + title(first);
        var body = taken.stream().map(one -> text(one.alert)).collect(Collectors.joining("\n\n"));
        var mail = new Mail(receiver.address(), "[Gatehouse] " + subject, body, Map.of());
        var failure = server.get().send(mail, now()).map(MailServer.Failure::why);
        failure.ifPresent(why -> LOG.warn("an alert could not be sent to {}: {}", receiver.name(), why));
        return failure;
    }

    private static String title(Alert alert) {
        return alert.title() + ": " + alert.known().map(AlertKind::title).orElse(alert.kind());
    }

    private String text(Alert alert) {
        var until = alert.until();
        return title(alert) + "\n" + alert.says() + "\nSince " + AlertRules.minute(alert.since())
                + (until == null || alert.is(AlertKind.TEST) ? "" : ". It is over since " + AlertRules.minute(until))
                + ".\n"
                + issuer.at("/panel/rooms/" + alert.room()) + "\nPress \"I know of it\": " + issuer.at("/panel/alerts");
    }

    void settle() {
        worker.settle();
    }

    @Override
    public void close() {
        worker.close();
    }
}
