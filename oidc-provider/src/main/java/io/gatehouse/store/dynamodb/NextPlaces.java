package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.WaitingLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds who is next, for {@link DynamoDbRoomStore#next}: returning ones by position, then those who wait,
 * past those who have left. Nothing is changed, but that holes are closed.
 */
final class NextPlaces {

    /** The number of places that one look reads. */
    private static final int LOOK = Table.MOST_ITEMS;

    /** The maximum number of looks in one call: they pass over some thousands of places that have been left. */
    private static final int MOST_LOOKS = 50;

    private final WaitingLine line;
    private final Places places;
    private final RoomId room;
    private final long opening;
    private final Instant now;

    private final RoomSnapshot seen;
    private final List<Place> next = new ArrayList<>();

    /** The call order behind which the search begins; below zero: returning places come first. */
    private final long after;

    /** No place waits up to here except the next ones. */
    private long serving;

    /** Whether so many wait no more that the next call is to begin behind them. */
    private boolean isFar;

    /** @param after see {@link RoomStore#next} */
    NextPlaces(WaitingLine line, Places places, RoomId room, RoomSnapshot seen, long after, Instant now) {
        this.line = line;
        this.places = places;
        this.room = room;
        this.seen = seen;
        this.opening = seen.opening();
        this.now = now;
        this.after = after;
        this.serving = Math.max(seen.serving(), after);
    }

    /** Finds at most {@code most} places. */
    RoomStore.Next find(Table table, int most) {
        if (after < 0) {
            chooseReturning(table, most);
        }
        if (next.size() < most) {
            chooseWaiting(most);
        }
        isFar |= next.isEmpty() && serving - seen.serving() > LOOK;
        return isFar ? new RoomStore.Next(next, serving) : RoomStore.Next.of(next, seen);
    }

    private void chooseReturning(Table table, int most) {
        var keys = table.agenda(Schema.returning(room, opening), after, most);
        places.read(keys).values().stream()
                .map(PlaceItem::place)
                .filter(place -> place.opening() == opening)
                .filter(Place::isAheadOfTheLine)
                .sorted(Comparator.comparingLong(place -> place.callOrder().orElseThrow()))
                .forEach(next::add);
    }

    private void chooseWaiting(int most) {
        var issued = line.extent(room, opening, serving, now).issued();
        for (int look = 0; look < MOST_LOOKS && next.size() < most; look++) {
            var taken = line.next(room, opening, serving, issued, LOOK);
            if (taken.isEmpty()) {
                passOverAllThatWasSeen(issued);
                return;
            }
            if (!chooseFrom(taken, most)) {
                return;
            }
        }
        isFar = next.size() < most;
    }

    /** Passes over as many positions as the line has searched in vain: a place behind them must not wait for ever. */
    private void passOverAllThatWasSeen(long issued) {
        var empty = line.longestLook();
        if (issued - serving > empty && line.passOver(room, opening, serving + 1, serving + empty, now)) {
            serving += empty;
            isFar = true;
        }
    }

    /** False when one is reached who must not be called yet. */
    private boolean chooseFrom(List<Place> taken, int most) {
        var kept = places.read(room, taken.stream().map(Place::id).toList());
        for (var place : taken) {
            if (next.size() == most) {
                return true;
            }
            if (!pass(place, kept)) {
                return false;
            }
        }
        return true;
    }

    private boolean pass(Place place, Map<PlaceId, PlaceItem> known) {
        var isMissing = place.number() > serving + 1;
        if (isMissing && !line.passOver(room, opening, serving + 1, place.number() - 1, now)) {
            return false;
        }
        serving = place.number();
        var kept = Optional.ofNullable(known.get(place.id()))
                .filter(one -> one.place().opening() == opening);
        var waitsNoMore = kept.filter(one -> !one.isWaiting())
                .filter(one -> one.place().position().compareTo(place.position()) >= 0 || !one.isForgotten())
                .isPresent();
        if (!waitsNoMore) {
            next.add(kept.map(one -> one.ofWaiting(place)).orElse(place));
        }
        return true;
    }
}
