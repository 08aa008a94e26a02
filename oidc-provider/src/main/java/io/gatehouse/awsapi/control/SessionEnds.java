package io.gatehouse.awsapi.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.http.SentBody;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.awsapi.token.Sessions;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** Ends the visits that a client names, each once however often it is named. */
final class SessionEnds {

    /** Each end takes some writes to the store in sequence, and the caller waits for all of them. */
    private static final int MOST_IDS = 100;

    /** A key is kept longer than a delivery of Amazon SNS is accepted, by any node's clock. */
    private static final Duration KEPT = Duration.ofDays(1).plusMinutes(10);

    private static final Map<String, Object> DELIVERED_BEFORE = Map.of("message", "Delivered before.");

    /**
     * The stored record of a message.
     *
     * @param digest identifies the message
     * @param isDone false while the node works on it, and after work that broke off
     */
    record Noted(String digest, boolean isDone) {}

    private record Over(List<String> completed, List<String> abandoned) {}

    private final RequestIds ids;
    private final Sessions sessions;
    private final Acts acts;
    private final StoredRecords<Noted> messages;
    private final Clock clock;

    SessionEnds(RequestIds ids, Sessions sessions, Acts acts, ExpiringStore store, Clock clock) {
        this.ids = ids;
        this.sessions = sessions;
        this.acts = acts;
        this.messages = new StoredRecords<>(store, Noted.class, clock);
        this.clock = clock;
    }

    /**
     * Whether this call has ended the visit: true for one of all calls. It is also true if the visit has
     * ended in this way and no call was told: another call broke off, or the visitor has logged out.
     */
    boolean hasEnded(String caller, AwsRoom event, String requestId, Act act) {
        var room = event.room();
        var place = ids.read(requestId).flatMap(room::find).filter(found -> isToBeTold(room.id(), found, act));
        if (place.isEmpty()) {
            return false;
        }
        var what = act.name().toLowerCase(Locale.ROOT) + " the visit at ";
        var position = place.get().position();
        // Only a lane's name needs a look at the room.
        var where = position.lane() == 0
                ? "position " + position.number()
                : position.in(room.snapshot().lanes());
        acts.record(caller, event, what + where);
        return room.apply(place.get().id(), act)
                .filter(ended -> isEndedBy(act, ended) && sessions.end(room.id(), ended))
                .isPresent();
    }

    private boolean isToBeTold(RoomId room, Place place, Act act) {
        return place.stage() == Stage.ADMITTED || isEndedBy(act, place) && !sessions.isEnded(room, place);
    }

    /** A visit may keep its slot for a while after either kind of end. */
    private static boolean isEndedBy(Act act, Place place) {
        var how = act == Act.COMPLETE ? Stage.COMPLETED : Stage.ABANDONED;
        return place.admission().isPresent() && (place.stage() == how || place.stage() == Stage.ENDING);
    }

    /**
     * Handles a message that may come again under the same key, from the same caller. A finished message has
     * no further effect, even if the room has lost its capacity. A record before the work makes sure that of
     * different messages under one key only one is done, and the others are refused. A record after it lets a
     * message that broke off be done when it comes again.
     */
    Map<String, Object> maxSize(String caller, AwsRoom event, SentBody message, String key) {
        var noted = "aws-max-size/" + event.room().id() + "/" + Digests.hex((caller + "\n" + key).getBytes(UTF_8));
        var digest = message.digest();
        if (isDone(messages.get(noted), digest)) {
            return DELIVERED_BEFORE;
        }
        var over = over(event, message);
        var until = clock.instant().plus(KEPT);
        messages.replace(noted, Optional.empty(), new Noted(digest, false), until);
        var found = messages.get(noted);
        if (found.filter(before -> !before.value().digest().equals(digest)).isPresent()) {
            throw new AwsErrorException(HttpStatus.UNPROCESSABLE_CONTENT, "The key was that of another message");
        }
        if (isDone(found, digest)) {
            return DELIVERED_BEFORE;
        }
        var answer = end(caller, event, over);
        messages.replace(noted, found, new Noted(digest, true), until);
        return answer;
    }

    private static boolean isDone(Optional<StoredRecords.Found<Noted>> found, String digest) {
        return found.map(StoredRecords.Found::value)
                .filter(new Noted(digest, true)::equals)
                .isPresent();
    }

    /**
     * Ends the visits that a message of the old MaxSize function names. In a room with a capacity this frees
     * their slots, as any end of a visit does. So a message that comes twice, or late, changes nothing more.
     * The room has no use for {@code exited}, which counts visitors without their names.
     */
    Map<String, Object> maxSize(String caller, AwsRoom event, SentBody message) {
        return end(caller, event, over(event, message));
    }

    private static Over over(AwsRoom event, SentBody message) {
        var room = event.room();
        if (room.configuration().settings(room.snapshot()).capacity().isEmpty()) {
            throw AwsErrorException.badRequest("A room that messages steer needs a capacity");
        }
        message.checkCount("exited");
        var completed = message.texts("completed");
        var abandoned = message.texts("abandoned");
        if (completed.size() + abandoned.size() > MOST_IDS) {
            throw AwsErrorException.badRequest("No more than " + MOST_IDS + " request ids at once");
        }
        return new Over(completed, abandoned);
    }

    private Map<String, Object> end(String caller, AwsRoom event, Over over) {
        var ended = over.completed.stream()
                        .filter(id -> hasEnded(caller, event, id, Act.COMPLETE))
                        .count()
                + over.abandoned.stream()
                        .filter(id -> hasEnded(caller, event, id, Act.ABANDON))
                        .count();
        return over.completed.isEmpty() && over.abandoned.isEmpty()
                ? Map.of("message", "Nothing to process.")
                : Map.of("ended", ended);
    }
}
