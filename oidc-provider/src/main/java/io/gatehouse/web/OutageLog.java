package io.gatehouse.web;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells operators of an outage of the store: a line when it begins, one a minute while it lasts, and one when
 * it is over. It hears of every request that was told so, and from the turnstile of every room.
 *
 * <p>An outage is over when each room that it has hit has been seen again, and called in. Where it has hit
 * requests alone, it is over when there was none for a minute.
 */
public final class OutageLog implements RoomWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Scheduler scheduler;
    private final Set<String> away = new TreeSet<>();

    /** Rooms in which calls failed although they can be read: a readable room may still be broken. */
    private final Set<String> inThisBeat = new HashSet<>();

    private Repetition lines = () -> {};
    private long start;
    private long requests;
    private long requestsOfTheMinute;
    private volatile boolean isUnderWay;

    public OutageLog(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** A request could not be answered. */
    public synchronized void refused(StoreUnavailableException why) {
        begin(why);
        requests++;
        requestsOfTheMinute++;
    }

    /** The turnstile could call no visitor in this room; said before the room is seen, or not, in the same tick. */
    public synchronized void wasRefused(Room room, StoreUnavailableException why) {
        begin(why);
        away.add(room.id().value());
        inThisBeat.add(room.id().value());
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (isUnderWay) {
            sawAgain(room.id().value());
        }
    }

    @Override
    public synchronized void lostSight(Room room) {
        inThisBeat.remove(room.id().value());
    }

    private synchronized void sawAgain(String room) {
        var couldNotCall = inThisBeat.remove(room);
        if (!couldNotCall && away.remove(room) && away.isEmpty()) {
            end();
        }
    }

    private void begin(StoreUnavailableException why) {
        if (!isUnderWay) {
            isUnderWay = true;
            start = scheduler.read();
            LOG.warn("the store is away: {}. No visitor is admitted, and no place is lost", why.getMessage());
            lines = scheduler.repeat(this::goesOn, MINUTE);
        }
    }

    private synchronized void goesOn() {
        if (!isUnderWay) {
            return;
        }
        if (away.isEmpty() && requestsOfTheMinute == 0) {
            end();
            return;
        }
        LOG.warn(
                "the store has been away for {} min; requests told so in the last one: {}; rooms that cannot be served: {}",
                lasted().toMinutes(),
                requestsOfTheMinute,
                away);
        requestsOfTheMinute = 0;
    }

    private void end() {
        lines.close();
        LOG.warn("the store is back after {} s; requests told that it was away: {}", lasted().toSeconds(), requests);
        isUnderWay = false;
        requests = 0;
        requestsOfTheMinute = 0;
        inThisBeat.clear();
    }

    private Duration lasted() {
        return Duration.ofNanos(scheduler.read() - start);
    }
}
