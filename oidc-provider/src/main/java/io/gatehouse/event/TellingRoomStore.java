package io.gatehouse.event;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A {@link RoomStore} that tells its node's changes before they are acknowledged. The node's lease is set
 * before its first change, so that another node tells of it if this one dies in between.
 */
final class TellingRoomStore extends RoomStore.Forwarding {

    private final Events events;

    TellingRoomStore(RoomStore store, Events events) {
        super(store);
        this.events = events;
    }

    @Override
    public Joined join(RoomId room, PlaceId place, Instant now) {
        events.begin();
        var joined = super.join(room, place, now);
        events.joined(room, List.of(joined.place()));
        return joined;
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        events.begin();
        var joined = super.joinInOrder(room, opening, first, ids, now);
        joined.ifPresent(places -> events.joined(room, places));
        return joined;
    }

    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
        events.begin();
        var isDone = super.enter(room, seen, next, places);
        if (isDone) {
            events.saw(room, next);
            events.joined(room, places);
        }
        return isDone;
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        events.begin();
        return told(room, steps, Optional.empty(), super.replace(room, steps));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        events.begin();
        return told(room, steps, Optional.empty(), super.end(room, steps));
    }

    @Override
    public void repeated(RoomId room, Place place) {
        events.repeated(room, place);
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        events.begin();
        var isDone = super.move(room, seen, next, call);
        if (isDone) {
            events.saw(room, next);
        }
        return told(room, call.steps(), Optional.of(call.rule()), isDone);
    }

    private boolean told(RoomId room, List<Step> steps, Optional<String> why, boolean isDone) {
        if (isDone && !steps.isEmpty()) {
            events.changed(room, steps, why);
        }
        return isDone;
    }
}
