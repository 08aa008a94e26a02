package io.gatehouse.waitingroom;

import io.gatehouse.draw.Seeds;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns operators, once a minute, of each draw whose doors are due and whose public value is missing. A draw
 * of another master key cannot get one: the turnstile reports that.
 */
final class ValueWatch implements RoomWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(ValueWatch.class);

    private final Seeds seeds;
    private final Issuer issuer;
    private final LogThrottle throttle;

    ValueWatch(Seeds seeds, Issuer issuer, Scheduler scheduler) {
        this.seeds = seeds;
        this.issuer = issuer;
        this.throttle = new LogThrottle(scheduler);
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        room.withoutValue(snapshot, now)
                .filter(seeds::haveMade)
                .map(draw -> draw.draw().source())
                .ifPresent(source -> throttle.count(room.id().value(), seen -> warn(room, source)));
    }

    private void warn(Room room, String source) {
        LOG.warn(
                "Draw of room {} waits for its public value from \"{}\"; no visitor is called. Enter it at {}",
                room.id(),
                source,
                issuer.at("/panel/rooms/" + room.id() + "/draw"));
    }
}
