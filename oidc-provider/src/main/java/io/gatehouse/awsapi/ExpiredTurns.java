package io.gatehouse.awsapi;

import io.gatehouse.awsapi.event.OldEvents;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.event.Events;
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
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one more visitor in for each lapsed turn: the old increment on expiry. A record counts the replaced
 * turns of an opening; compare-and-set moves it before the turns are granted. So one of several nodes acts,
 * and a node that dies in between grants too few, never too many. Without a record, because the setting is
 * new or the record was lost, it begins with the present count and grants nothing for it.
 */
final class ExpiredTurns implements RoomWatcher {

    /**
     * The stored record.
     *
     * @param noShows lapsed turns of this opening that were replaced
     */
    record MadeUp(long noShows) {}

    private static final Logger LOG = LoggerFactory.getLogger(ExpiredTurns.class);

    /** Every opening has a missed turn within this time. */
    private static final Duration KEPT = Duration.ofDays(400);

    private final AwsRooms events;
    private final Events told;
    private final OldEvents words;
    private final StoredRecords<MadeUp> records;

    /** The state that this node knows to be made up for, so that it asks the store only after a change. */
    private final Map<RoomId, String> known = new ConcurrentHashMap<>();

    ExpiredTurns(AwsRooms events, Events told, OldEvents words, ExpiringStore store, Clock clock) {
        this.events = events;
        this.told = told;
        this.words = words;
        this.records = new StoredRecords<>(store, MadeUp.class, clock);
    }

    @Override
    public void saw(Room room, RoomSnapshot seen, Instant now) {
        var state = seen.opening() + " " + seen.noShows();
        if (!seen.hasVersion() || state.equals(known.get(room.id()))) {
            return;
        }
        events.of(room.id()).filter(AwsRoom::makesUp).ifPresent(event -> {
            try {
                if (isMadeUp(room, event, seen, now)) {
                    known.put(room.id(), state);
                }
            } catch (StoreUnavailableException away) {
                LOG.debug("room {}: the next tick lets in for turns that went by", room.id());
            }
        });
    }

    /** False when another node, which may have seen fewer, was quicker; then the next tick looks again. */
    private boolean isMadeUp(Room room, AwsRoom event, RoomSnapshot seen, Instant now) {
        var key = "aws-expired/" + event.room().id() + "/" + seen.opening();
        var found = records.get(key);
        var before = found.map(StoredRecords.Found::value).map(MadeUp::noShows);
        var missed = seen.noShows() - before.orElse(seen.noShows());
        var isBehind = before.isEmpty() || missed > 0;
        if (isBehind && !records.replace(key, found, new MadeUp(seen.noShows()), now.plus(KEPT))) {
            return false;
        }
        if (missed > 0 && !event.letsInByItself(seen)) {
            event.room().letIn(missed);
            told.tell(room.id(), words.counterMoved(room, seen, missed, now));
        }
        return true;
    }
}
