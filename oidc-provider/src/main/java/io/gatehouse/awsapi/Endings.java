package io.gatehouse.awsapi;

import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import java.util.Locale;
import java.util.Map;

/** Ends visits that somebody says are over, each once however often it is said. */
final class Endings {

    /** Each is some writes to the store, one after the other: a caller, and the thread, wait for all of them. */
    private static final int MOST_IDS = 100;

    private final RequestIds ids;
    private final Sessions sessions;
    private final Acts acts;

    Endings(RequestIds ids, Sessions sessions, Acts acts) {
        this.ids = ids;
        this.sessions = sessions;
        this.acts = acts;
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
     * What the old MaxSize function read from its topic: whose visits are over. In a room with a capacity that is all there is to
     * do: their slots go to the next in line, as do those of visits that time ends. So a message that comes twice, or late,
     * changes nothing more; and {@code exited}, which says how many have left and not who, says nothing that the room could use.
     */
    Map<String, Object> maxSize(String caller, AwsRoom event, SentBody message) {
        if (!event.letsInByItself(event.room().snapshot())) {
            throw AwsErrorException.badRequest("A room that messages steer needs a capacity, and no rate");
        }
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
