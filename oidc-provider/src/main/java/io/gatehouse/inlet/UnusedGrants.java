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
 * Lets turns lapse that an operator has let in by hand and that nobody uses: or they would wait for a crowd and pass it by
 * the rate, hours later. They do when none has been used or added for a while; the time in which nobody
 * may be called does not count. Kept in memory: a node that starts begins to count anew. A room may keep them for as long as it
 * takes ({@link Room#keepsGrants}).
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

    /** Looks at a room; of several nodes that let the same turns lapse at once one does. */
    void look(RoomLine room, RoomSnapshot snapshot, Instant now) {
        var unused = snapshot.letIn();
        var isShut = !room.configuration().settings(snapshot).mayCall(now);
        var seen = rooms.get(room.id());
        if (unused == 0 || room.configuration().keepsGrants()) {
            rooms.remove(room.id());
        } else if (seen == null || seen.unused != unused || isShut) {
            rooms.put(room.id(), new Seen(unused, Deadline.after(LAPSE, ticker)));
        } else if (seen.end.isExpired() && snapshot.hasVersion() && room.takeBack(snapshot)) {
            LOG.info("room {}: {} turns that were let in by hand have lapsed unused", room.id(), unused);
        }
    }
}
