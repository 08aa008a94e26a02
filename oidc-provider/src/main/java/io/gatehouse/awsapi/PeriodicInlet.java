package io.gatehouse.awsapi;

import io.gatehouse.awsapi.periodic.Alarm;
import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.setting.AwsApiProperties.PeriodicProperties;
import io.gatehouse.room.Line;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The old Periodic inlet: grants turns by hand as a period begins. A record names the latest period;
 * compare-and-set moves it before turns are granted. So one of several nodes acts, and a node that dies in
 * between grants too few, never too many. Each period decides at its beginning and is never made up for. It
 * grants nothing while calls are impossible, or while an alarm says that the site is unwell. Unless the
 * counter is to run ahead, it grants nothing while no visitor waits, and counts earlier unused turns. While
 * the state of an alarm is unknown the period waits, unless that counts as a yes.
 */
final class PeriodicInlet implements RoomWatcher {

    /**
     * The stored record.
     *
     * @param period the last one that has begun
     */
    record Begun(long period) {}

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicInlet.class);

    /** This time is longer than any period. */
    private static final Duration KEPT = Duration.ofDays(400);

    /** Clocks of nodes may differ by this much. A period further ahead was written under other settings. */
    private static final Duration MOST_AHEAD = Duration.ofMinutes(1);

    private final AwsRooms events;
    private final Alarms alarms;
    private final StoredRecords<Begun> records;

    /** The last period that this node knows to have begun, so that it asks the store once in each. */
    private final Map<RoomId, Long> known = new ConcurrentHashMap<>();

    PeriodicInlet(AwsRooms events, Alarms alarms, ExpiringStore store, Clock clock) {
        this.events = events;
        this.alarms = alarms;
        this.records = new StoredRecords<>(store, Begun.class, clock);
    }

    @Override
    public void saw(Room room, RoomSnapshot seen, Instant now) {
        if (seen.hasVersion()) {
            events.of(room.id()).ifPresent(event -> {
                var periodic = event.settings().periodic();
                if (periodic != null) {
                    look(event, periodic, seen, now);
                }
            });
        }
    }

    private void look(AwsRoom event, PeriodicProperties periodic, RoomSnapshot seen, Instant now) {
        var room = event.room().id();
        var period = period(periodic, now);
        var state = alarms.state(room);
        var isUndecided = state == Alarm.State.UNKNOWN && !periodic.unknownIsOk();
        if (period.isEmpty() || Objects.equals(known.get(room), period.getAsLong()) || isUndecided) {
            return;
        }
        try {
            if (begins(room, periodic.every(), period.getAsLong(), now) && state != Alarm.State.NOT_OK) {
                letIn(event, periodic, seen, now);
            }
            known.put(room, period.getAsLong());
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: the next tick begins the period", room);
        }
    }

    /** The number of the period that this moment is in; empty before the first and after the last. */
    static OptionalLong period(PeriodicProperties periodic, Instant now) {
        var start = Objects.requireNonNullElse(periodic.startTime(), Instant.EPOCH);
        var end = Objects.requireNonNullElse(periodic.endTime(), Instant.MAX);
        return now.isBefore(start) || !now.isBefore(end)
                ? OptionalLong.empty()
                : OptionalLong.of(Duration.between(start, now).dividedBy(periodic.every()));
    }

    /** Whether this call begins the period. Another node may have begun it, or, by its clock, already a later one. */
    private boolean begins(RoomId room, Duration every, long period, Instant now) {
        var mostAhead = Math.max(1, MOST_AHEAD.dividedBy(every));
        var key = "aws-periodic/" + room;
        var found = records.get(key);
        return found.map(last -> last.value().period() - period)
                        .filter(ahead -> ahead >= 0 && ahead <= mostAhead)
                        .isEmpty()
                && records.replace(key, found, new Begun(period), now.plus(KEPT));
    }

    private static void letIn(AwsRoom event, PeriodicProperties periodic, RoomSnapshot seen, Instant now) {
        var room = event.room();
        var mayCall = room.configuration().settings(seen).mayCall(now);
        var runsAhead = periodic.whileNobodyWaits();
        var most = runsAhead ? Line.MOST_BY_HAND : periodic.incrementBy();
        var turns = Math.min(periodic.incrementBy(), most - seen.letIn());
        if (mayCall && turns > 0 && (runsAhead || seen.callable() > 0)) {
            room.letIn(turns);
        }
    }
}
