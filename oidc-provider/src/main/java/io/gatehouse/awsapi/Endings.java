package io.gatehouse.awsapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** Ends visits that somebody says are over, each once however often it is said. */
final class Endings {

    /** Each is some writes to the store, one after the other: a caller, and the thread, wait for all of them. */
    private static final int MOST_IDS = 100;

    /** So long a key is known: longer than a delivery of Amazon SNS is believed, by any node's clock. */
    private static final Duration KEPT = Duration.ofDays(1).plusMinutes(10);

    private final RequestIds ids;
    private final Sessions sessions;
    private final Acts acts;
    private final ExpiringStore store;
    private final Clock clock;

    Endings(RequestIds ids, Sessions sessions, Acts acts, ExpiringStore store, Clock clock) {
        this.ids = ids;
        this.sessions = sessions;
        this.acts = acts;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Whether this call has ended the visit: true for one of all that try. So it is where the visit has ended in this way already and no
     * call has been told so: another one broke off in between, or the visitor has logged out.
     */
    boolean hasEnded(String caller, AwsRoom event, String requestId, Act act) {
        var room = event.room();
        var place = ids.read(requestId).flatMap(room::find).filter(found -> isToBeTold(room.id(), found, act));
        if (place.isEmpty()) {
            return false;
        }
        var what = act.name().toLowerCase(Locale.ROOT) + " the visit at position ";
        acts.record(caller, event, what + place.get().position());
        return room.apply(place.get().id(), act)
                .filter(ended -> isEndedBy(act, ended) && sessions.end(room.id(), ended))
                .isPresent();
    }

    private boolean isToBeTold(RoomId room, Place place, Act act) {
        return place.stage() == Stage.ADMITTED || isEndedBy(act, place) && !sessions.isEnded(room, place);
    }

    /** A visit may keep its slot for a while after it is over, whichever way it has ended. */
    private static boolean isEndedBy(Act act, Place place) {
        var how = act == Act.COMPLETE ? Stage.COMPLETED : Stage.ABANDONED;
        return place.admission().isPresent() && (place.stage() == how || place.stage() == Stage.ENDING);
    }

    /**
     * A message that may come again under the same key, from the same caller: once it is done, it does nothing more. It is noted
     * when it is done: who is killed in between does the rest then. Another message under its key is refused.
     */
    Map<String, Object> maxSize(String caller, AwsRoom event, SentBody message, String key) {
        var noted = "aws-max-size/" + event.room().id() + "/"
                + HexFormat.of().formatHex(Digests.sha256((caller + "\n" + key).getBytes(UTF_8)));
        var before = store.get(noted, clock.instant());
        if (before.isEmpty()) {
            var answer = maxSize(caller, event, message);
            store.put(noted, message.digest(), clock.instant().plus(KEPT), clock.instant());
            return answer;
        }
        if (!Arrays.equals(before.get(), message.digest())) {
            throw new AwsErrorException(HttpStatus.UNPROCESSABLE_CONTENT, "The key was that of another message");
        }
        return Map.of("message", "Delivered before.");
    }

    /**
     * What the old MaxSize function read from its topic: whose visits are over. In a room with a capacity that is all there is to
     * do: their slots go to the next in line, as do those of visits that time ends. So a message that comes twice, or late,
     * changes nothing more; and {@code exited}, which says how many have left and not who, says nothing that the room could use.
     */
    Map<String, Object> maxSize(String caller, AwsRoom event, SentBody message) {
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
        var ended = completed.stream()
                        .filter(id -> hasEnded(caller, event, id, Act.COMPLETE))
                        .count()
                + abandoned.stream()
                        .filter(id -> hasEnded(caller, event, id, Act.ABANDON))
                        .count();
        return completed.isEmpty() && abandoned.isEmpty()
                ? Map.of("message", "Nothing to process.")
                : Map.of("ended", ended);
    }
}
