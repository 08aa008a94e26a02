package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Advance;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses whom to call next, for {@link DynamoDbRoomStore#serve}: returning ones by position, then those who wait, at
 * most so many as one transaction can call. Nothing is changed, but that holes are closed.
 */
final class Calls {

    /** Of a transaction's items one is the counters. */
    static final int MOST = Table.MOST_ITEMS - 1;

    /** How many are looked at, at once, for those who still wait. */
    private static final int LOOK = Table.MOST_ITEMS;

    /** So many who have left are passed over in one call, at most some thousands. */
    private static final int MOST_LOOKS = 50;

    /** One to be called: the place as it stands, and its item if there is one. */
    record Called(Place place, Optional<KeptPlace> kept) {}

    private final WaitingLine line;
    private final Places places;
    private final RoomId room;
    private final KeptCounters counters;
    private final Instant now;

    private final List<Called> called = new ArrayList<>();
    private int returned;
    private long serving;
    private long passed;

    private long issued;
    private boolean isAtEnd;

    Calls(WaitingLine line, Places places, RoomId room, KeptCounters counters, Instant now) {
        this.line = line;
        this.places = places;
        this.room = room;
        this.counters = counters;
        this.now = now;
        this.serving = counters.serving();
        this.issued = counters.serving();
    }

    /** Chooses up to so many. */
    Calls choose(Table table, long turns) {
        var most = (int) Math.min(turns, MOST);
        if (most > 0) {
            chooseReturning(table, most);
        }
        if (called.size() < most) {
            chooseWaiting(most);
        }
        isAtEnd = called.size() < most;
        return this;
    }

    List<Called> called() {
        return called;
    }

    /** Whether fewer were found than might be called. */
    boolean isAtEnd() {
        return isAtEnd;
    }

    /** The counters after the call. A call that found only holes, or who may still be restored, uses no rate up. */
    KeptCounters counters(Advance advance) {
        var isHeldUp = called.isEmpty() && serving == counters.serving() && issued > serving;
        var used = isHeldUp ? new Advance(advance.turns(), advance.letIn(), counters.pacedUntil()) : advance;
        return counters.served(serving, called.size(), passed, returned, used);
    }

    private void chooseReturning(Table table, int most) {
        var keys = table.agenda(Schema.returning(room, counters.opening()), most);
        places.read(keys).values().stream()
                .filter(kept -> kept.place().opening() == counters.opening())
                .filter(kept -> kept.place().stage() == Stage.RETURNING)
                .sorted(Comparator.comparing(kept -> kept.place().position()))
                .forEach(kept -> called.add(new Called(kept.place(), Optional.of(kept))));
        returned = called.size();
    }

    private void chooseWaiting(int most) {
        issued = line.extent(room, counters.opening(), serving, now).issued();
        for (int look = 0; look < MOST_LOOKS && called.size() < most; look++) {
            var next = line.next(room, counters.opening(), serving, issued, LOOK);
            if (next.isEmpty()) {
                passOverAllThatWasSeen();
                return;
            }
            if (!chooseFrom(next, most)) {
                return;
            }
        }
    }

    /** Nobody in so many positions: somebody behind them must not wait for them for ever. */
    private void passOverAllThatWasSeen() {
        var seen = line.longestLook();
        if (issued - serving > seen && line.passOver(room, counters.opening(), serving + 1, serving + seen, now)) {
            serving += seen;
        }
    }

    /** False when one is reached who must not be called yet. */
    private boolean chooseFrom(List<Place> next, int most) {
        var kept = places.read(room, next.stream().map(Place::id).toList());
        for (var place : next) {
            if (called.size() == most) {
                return true;
            }
            if (!pass(place, kept)) {
                return false;
            }
        }
        return true;
    }

    private boolean pass(Place place, Map<PlaceId, KeptPlace> known) {
        var isMissing = place.position() > serving + 1;
        if (isMissing && !line.passOver(room, counters.opening(), serving + 1, place.position() - 1, now)) {
            return false;
        }
        serving = place.position();
        var kept = Optional.ofNullable(known.get(place.id()));
        var here = kept.map(KeptPlace::place).filter(one -> one.opening() == counters.opening());
        var hasLeft = here.filter(one -> one.position() >= place.position()).isPresent();
        var hasAnother = here.flatMap(one -> one.asOf(now)).isPresent();
        if (hasLeft) {
            passed++;
        } else if (!hasAnother) {
            called.add(new Called(place, kept));
        }
        return true;
    }
}
