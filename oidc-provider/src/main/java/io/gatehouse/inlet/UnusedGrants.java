package io.gatehouse.inlet;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends turns that an operator let in by hand and no visitor used. Otherwise they would wait for a crowd and
 * let it pass the rate, hours later. They end when none was used or added for a while; time in which the room
 * calls no one does not count. The count is in memory: a node that starts counts anew. A room may keep such
 * turns instead ({@link Room#keepsGrants}).
 */
final class UnusedGrants {

    static final Duration LAPSE = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(UnusedGrants.class);

    private record Seen(long unused, Deadline end) {}

    private final Map<RoomId, Seen> rooms = new ConcurrentHashMap<>();
    private final Ticker ticker;

    UnusedGrants(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Whether unused turns of the room have lapsed by this look: among several nodes at once, one answers true. */
    boolean look(RoomLine room, RoomSnapshot snapshot, Instant now) {
        var unused = snapshot.letIn();
        var isShut = !room.configuration().settings(snapshot).mayCall(now);
        var seen = rooms.get(room.id());
        if (unused == 0 || room.configuration().keepsGrants()) {
            rooms.remove(room.id());
        } else if (seen == null || seen.unused != unused || isShut) {
            rooms.put(room.id(), new Seen(unused, Deadline.after(LAPSE, ticker)));
        } else if (seen.end.isExpired() && snapshot.hasVersion() && room.takeBack(snapshot)) {
            LOG.info("room {}: {} turns that were let in by hand have lapsed unused", room.id(), unused);
            return true;
        }
        return false;
    }
}
