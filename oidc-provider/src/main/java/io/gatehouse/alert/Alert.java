package io.gatehouse.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A trouble of a room that operators are told of.
 *
 * @param id of this alert alone
 * @param kind a word of {@link AlertKind}
 * @param title of the room
 * @param says what is going on and what to do
 * @param since when the trouble began
 * @param told when operators were alerted
 * @param lastSeen when a node saw the trouble last
 * @param until when it was over; empty while the alert is on
 * @param seenBy the operator who has acknowledged it
 * @param sendings how it reaches those who are told
 */
public record Alert(
        String id,
        String kind,
        String room,
        String title,
        String says,
        Instant since,
        Instant told,
        Instant lastSeen,
        @Nullable Instant until,
        @Nullable String seenBy,
        List<Sending> sendings) {

    /** The ways that are not an e-mail: the receivers of events hear of its beginning, and of its end. */
    static final String EVENT = "*begin";

    static final String END_EVENT = "*end";

    /**
     * One way to one receiver.
     *
     * @param to a receiver's name, or a way that is not an e-mail
     * @param next when it is tried next; a node that tries sets it ahead, so that no other one does meanwhile
     * @param failures how often it has failed
     * @param failure why it failed last
     */
    public record Sending(String to, boolean isDone, Instant next, int failures, @Nullable String failure) {

        static Sending at(String to, Instant next) {
            return new Sending(to, false, next, 0, null);
        }

        boolean isDue(Instant now) {
            return !isDone && !next.isAfter(now);
        }

        Sending tryingUntil(Instant time) {
            return new Sending(to, isDone, time, failures, failure);
        }

        Sending done() {
            return new Sending(to, true, next, failures, null);
        }

        Sending failed(String why, Instant again) {
            return new Sending(to, false, again, failures + 1, why);
        }

        boolean isMail() {
            return !to.startsWith("*");
        }
    }

    public Alert {
        sendings = List.copyOf(sendings);
    }

    /** Whether the trouble goes on. */
    public boolean isOn() {
        return until == null;
    }

    boolean is(AlertKind which) {
        return which.word().equals(kind);
    }

    /** Empty for a kind of another release. */
    public Optional<AlertKind> known() {
        return AlertKind.of(kind);
    }

    /** The sending to this receiver while it is due. */
    Optional<Sending> due(String to, Instant now) {
        return sendings.stream()
                .filter(one -> one.to().equals(to) && one.isDue(now))
                .findFirst();
    }

    Alert seen(String words, Instant now) {
        return new Alert(id, kind, room, title, words, since, told, now, until, seenBy, sendings);
    }

    Alert ended(Instant now, List<Sending> more) {
        var all = new ArrayList<>(sendings);
        all.addAll(more);
        return new Alert(id, kind, room, title, says, since, told, lastSeen, now, seenBy, all);
    }

    /**
     * This alert after a clock was set back: no time of it lies in the future. A sending that was to go
     * at once, or has failed, is due now. A sending that waits for the end of quiet hours waits on.
     */
    Alert setBack(Instant now) {
        var next = sendings.stream()
                .map(way -> way.failures() > 0 || !way.next().isAfter(told)
                        ? way.tryingUntil(earlier(way.next(), now))
                        : way)
                .toList();
        return new Alert(
                id,
                kind,
                room,
                title,
                says,
                earlier(since, now),
                earlier(told, now),
                earlier(lastSeen, now),
                until == null ? null : earlier(until, now),
                seenBy,
                next);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    Alert seenBy(String operator) {
        return new Alert(id, kind, room, title, says, since, told, lastSeen, until, operator, sendings);
    }

    /** This alert with the sending to this receiver changed. */
    Alert sending(String to, UnaryOperator<Sending> change) {
        var next = sendings.stream()
                .map(one -> one.to().equals(to) ? change.apply(one) : one)
                .toList();
        return new Alert(id, kind, room, title, says, since, told, lastSeen, until, seenBy, next);
    }
}
