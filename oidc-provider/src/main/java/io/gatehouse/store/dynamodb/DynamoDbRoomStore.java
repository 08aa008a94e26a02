package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Line;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import io.gatehouse.store.dynamodb.Tallies.Tally;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Lines in DynamoDB: who waits is a {@link WaitingLine}'s business, everything after that is here, in transactions.
 *
 * <p><b>One arbiter for each place.</b> A place waits as long as it has no place item in this opening (or only that of an
 * earlier position of the same visitor, ended and forgotten). Calling it and leaving it both make that item, under the
 * condition that it is as it was read; so one of them wins. Every later act replaces it, under the same condition. A
 * lost race is a new look and, if the act still fits, a new try: of many claims one makes the admission, and all see it.
 *
 * <p><b>Never over capacity.</b> Slots are turns and admissions:
 *
 * <pre>
 * turns    = called - claimed - turnsOver
 * admitted = claimed - admissionsOver
 * slots    = called - turnsOver - admissionsOver
 * </pre>
 *
 * {@code called} lies in the counters, beside {@code version}, and rises only with it. The other two lie in the tallies,
 * in the same transaction as the end of the turn or admission that they count, and only grow. A snapshot reads the
 * counters first and the tallies after them. Let it find {@code version} v, and let a call made on it find v as well: then
 * {@code called} has not changed in between, and what was read of the other two is no more than what is so at the call.
 * So the slots that the snapshot showed are no fewer than those really in use, and what it left free was free. For the
 * same reason no snapshot shows more slots than were in use when its counters were read: the tallies are younger. (Read
 * at once, with tallies older than the counters, it could show a slot twice: freed, but still counted, and handed on.)
 *
 * <p><b>Waiting</b> are {@code issued - serving - (left - passed)}: those beyond the counter without those who left and
 * were not passed yet. A hole counts as waiting until it is passed over.
 *
 * <p><b>Time</b> takes effect in whoever reads a place, and is written down by each snapshot: {@link Deadlines}.
 *
 * <p><b>Calls</b> of many are made in parts of up to 99, each with the version that the one before has written. So a call
 * that is cut short has called some, and the version tells whoever repeats it.
 *
 * <p>Moments are kept in milliseconds.
 */
final class DynamoDbRoomStore implements RoomStore {

    /** Whoever has more than so many places before them need not be told that all of those have been left. */
    private static final int LONGEST_LOOK = 300;

    /** A call of thousands goes on with the next tick: boards are to be renewed, and claim windows begin when they do. */
    private static final int MOST_PARTS = 50;

    private final Table table;
    private final WaitingLine line;
    private final Places places;
    private final Deadlines deadlines;

    DynamoDbRoomStore(Table table, WaitingLine line) {
        this.table = table;
        this.line = line;
        this.places = new Places(table);
        this.deadlines = new Deadlines(table, places);
    }

    @Override
    public Joined join(RoomId room, PlaceId id, Instant moment) {
        var now = floor(moment);
        return table.until("joining", () -> {
            var seen = places.look(room, id);
            var known = seen.place(now);
            if (known.isPresent()) {
                return Optional.of(new Joined(known.get(), false));
            }
            var taken = line.join(room, seen.counters().opening(), id, seen.over(), now);
            // It may have been called meanwhile, or a new opening may have begun: then all anew.
            var after = places.look(room, id);
            return stillWaiting(room, taken, after, now)
                    .map(place -> new Joined(place, isFirst(room, after.counters(), place)));
        });
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId id, Instant moment) {
        var now = floor(moment);
        return table.until("finding", () -> Optional.of(standing(room, id, now).place()));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant moment) {
        var now = floor(moment);
        return table.until("restoring", () -> {
            var seen = places.look(room, proof.id());
            if (seen.counters().opening() != proof.opening()) {
                return Optional.of(Optional.empty());
            }
            if (seen.over() >= proof.position()) {
                return Optional.of(seen.place(now));
            }
            var back = line.restore(room, proof, now);
            if (back.isEmpty()) {
                return Optional.of(back);
            }
            var place = stillWaiting(room, back.get(), places.look(room, proof.id()), now);
            return place.isPresent() ? Optional.of(place) : Optional.empty();
        });
    }

    /**
     * A place that the line has taken or put back, as it stands now. One that the call has gone past while the line had
     * lost it is the next to be called. Empty when something is no longer as it was.
     */
    private Optional<Place> stillWaiting(RoomId room, Place taken, Places.Seen after, Instant now) {
        if (after.place(now).isPresent()) {
            return Optional.empty();
        }
        if (after.isOvertaken(taken)) {
            var next = taken.overtaken();
            return Optional.of(next).filter(place -> change(room, after.kept(), taken, place));
        }
        return Optional.of(taken).filter(after::isWaiting);
    }

    @Override
    public Optional<Place> at(RoomId room, long position, Instant moment) {
        if (position < 1) {
            return Optional.empty();
        }
        return table.until("finding a position", () -> {
            var opening = counters(room).opening();
            return Optional.of(line.at(room, opening, position)
                    .flatMap(taken -> find(room, taken.id(), moment))
                    .filter(place -> place.position() == position));
        });
    }

    @Override
    public Optional<Place> apply(RoomId room, PlaceId id, Act act, Terms terms, Instant moment) {
        var now = floor(moment);
        return table.until(act.name(), () -> {
            var standing = standing(room, id, now);
            if (standing.place().isEmpty()) {
                return Optional.of(Optional.empty());
            }
            var before = standing.place().get();
            var after = before.after(act, terms, now);
            return after.equals(before) || change(room, standing.seen().kept(), before, after)
                    ? Optional.of(Optional.of(after))
                    : Optional.empty();
        });
    }

    @Override
    public RoomSnapshot snapshot(RoomId room, Instant moment) {
        var now = floor(moment);
        deadlines.pass(room, counters(room).opening(), now);
        var counters = counters(room);
        var tallies = Tallies.read(table, room, counters.opening());
        var extent = line.extent(room, counters.opening(), counters.serving(), now);
        var issued = Math.max(counters.serving(), extent.issued());
        var left = Math.max(0, tallies.of(Tally.LEFT) - counters.passed());
        var waiting = extent.waiting().orElse(issued - counters.serving() - left);
        var returning = tallies.of(Tally.RETURNS) - tallies.of(Tally.RETURNS_LEFT) - counters.returned();
        // The tallies' items are of different moments: what they say of the parts must not exceed the whole.
        var slots = Math.max(0, counters.called() - tallies.of(Tally.TURNS_OVER) - tallies.of(Tally.ADMISSIONS_OVER));
        var admitted = tallies.of(Tally.CLAIMED) - tallies.of(Tally.ADMISSIONS_OVER);
        var shown = Math.min(Math.max(0, admitted), slots);
        return new RoomSnapshot(
                counters.version(),
                counters.opening(),
                issued,
                counters.serving(),
                Math.max(0, waiting),
                Math.max(0, returning),
                slots - shown,
                shown,
                tallies.of(Tally.NO_SHOWS),
                counters.letIn(),
                counters.pacedUntil(),
                counters.changed(),
                extent.lost());
    }

    @Override
    public boolean serve(RoomId room, RoomSnapshot seen, Advance advance, Terms terms, Instant moment) {
        var now = floor(moment);
        var until = floor(now.plus(terms.claimWindow()));
        var version = seen.version();
        var left = advance.turns();
        for (int parts = 0; parts < MOST_PARTS; parts++) {
            var part = new Part(version, left, until, now);
            var served = table.patiently("calling", () -> serve(room, part, advance));
            if (!served.hasMoved()) {
                return version != seen.version();
            }
            version++;
            left -= served.called();
            if (left == 0 || served.isAtEnd()) {
                return true;
            }
        }
        return true;
    }

    @Override
    public void letIn(RoomId room, long turns, Instant now) {
        table.until("letting in", () -> {
            var counters = counters(room);
            if (turns < 1 || turns > Line.MOST_BY_HAND - counters.letIn()) {
                throw new IllegalArgumentException("turns let in by hand must be 1 or more, and " + Line.MOST_BY_HAND
                        + " at once in all, were " + turns + " and " + counters.letIn() + " unused ones");
            }
            return write(room, counters.lettingIn(counters.letIn() + turns).later(), List.of());
        });
    }

    @Override
    public boolean change(RoomId room, Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return table.until("changing settings", () -> {
            var counters = counters(room);
            return counters.changed().equals(expected)
                    ? write(room, counters.changedTo(next).later(), List.of()).map(written -> true)
                    : Optional.of(false);
        });
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        var opening = table.until("opening", () -> {
            var counters = counters(room);
            return counters.opening() == next.after()
                    ? write(room, counters.opened(next.opening()).later(), List.of())
                            .map(KeptCounters::opening)
                    : Optional.of(counters.opening());
        });
        if (opening == next.opening()) {
            letEnd(room, next.after(), now);
        }
        return opening;
    }

    /** Whoever was cut off in the middle of this and opens again, as they were told to, goes on with it. */
    private void letEnd(RoomId room, long opening, Instant now) {
        var end = Schema.garbage(now);
        table.expire(Schema.issued(room, opening), end);
        Tallies.keys(room, opening).forEach(key -> table.expire(key, end));
    }

    /** One part of a call: what it rests on, and how many are left to be called. */
    private record Part(long version, long left, Instant until, Instant now) {}

    /** What one part has done. */
    private record Served(boolean hasMoved, int called, boolean isAtEnd) {}

    /** What is known of a visitor's place; as of now, empty when there is none. */
    private record Standing(Places.Seen seen, Optional<Place> place) {}

    private Optional<Served> serve(RoomId room, Part part, Advance advance) {
        var counters = counters(room);
        if (counters.version() != part.version) {
            return Optional.of(new Served(false, 0, false));
        }
        var calls = new Calls(line, places, room, counters, part.now).choose(table, part.left);
        var called = calls.called();
        var usedBefore = Math.max(0, advance.letIn() - part.left);
        var used = Math.max(0, advance.letIn() - (part.left - called.size())) - usedBefore;
        var next = calls.counters(advance).lettingIn(Math.max(0, counters.letIn() - used));
        var writes = called.stream()
                .map(one -> places.changing(room, one.place().called(part.until), one.kept()))
                .toList();
        return write(room, next, writes).map(written -> {
            line.served(room, written.opening(), written.serving());
            return new Served(true, called.size(), calls.isAtEnd());
        });
    }

    private boolean change(RoomId room, Optional<KeptPlace> kept, Place before, Place after) {
        var tallies = Tallies.none();
        kept.map(KeptPlace::place)
                .filter(place -> place.opening() == before.opening() && place.position() == before.position())
                .ifPresent(place -> tallies.step(place, before));
        tallies.step(before, after);
        var writes = new ArrayList<TransactWriteItem>();
        writes.add(places.changing(room, after, kept));
        if (!tallies.isEmpty()) {
            writes.add(tallies.adding(table, room, after.opening()));
        }
        var isDone = table.transact(writes).isDone();
        if (isDone && before.stage() == Stage.WAITING) {
            line.left(room, before);
        }
        return isDone;
    }

    private Standing standing(RoomId room, PlaceId id, Instant now) {
        var seen = places.look(room, id);
        var place = place(room, id, seen, now);
        if (place.isPresent()) {
            return new Standing(seen, place);
        }
        // It may have been called between the two looks; then it has its item now.
        var again = places.look(room, id);
        return new Standing(again, place(room, id, again, now));
    }

    private Optional<Place> place(RoomId room, PlaceId id, Places.Seen seen, Instant now) {
        return seen.place(now)
                .or(() -> line.find(room, seen.counters().opening(), id).filter(seen::isWaiting));
    }

    /**
     * Whether all before it have left; one who is still on the way counts as there. Behind many others nothing is asked,
     * and first of all for the one right before, whom nobody else asks for: a whole crowd would ask for the head.
     */
    private boolean isFirst(RoomId room, KeptCounters counters, Place place) {
        var from = counters.serving();
        var last = place.position() - 1;
        if (place.stage() != Stage.WAITING || last - from > LONGEST_LOOK) {
            return false;
        }
        if (from < last && !haveLeft(room, counters, last - 1, last)) {
            return false;
        }
        for (; from < last; from += Table.MOST_ITEMS) {
            if (!haveLeft(room, counters, from, Math.min(last, from + Table.MOST_ITEMS))) {
                return false;
            }
        }
        return table.agenda(Schema.returning(room, counters.opening()), 1).isEmpty();
    }

    private boolean haveLeft(RoomId room, KeptCounters counters, long after, long upTo) {
        var many = (int) (upTo - after);
        var before = line.next(room, counters.opening(), after, upTo, many);
        var kept = places.read(room, before.stream().map(Place::id).toList());
        return before.size() == many
                && before.stream().allMatch(place -> Optional.ofNullable(kept.get(place.id()))
                        .map(KeptPlace::place)
                        .filter(ended -> ended.opening() == place.opening() && ended.position() >= place.position())
                        .isPresent());
    }

    private KeptCounters counters(RoomId room) {
        return KeptCounters.read(table.get(Schema.counters(room)));
    }

    /** Replaces the counters and changes places with them; empty when anything is no longer as it was read. */
    private Optional<KeptCounters> write(RoomId room, KeptCounters next, List<TransactWriteItem> changes) {
        var writes = new ArrayList<TransactWriteItem>();
        writes.add(table.putting(next.item(Schema.counters(room)), next.unchanged()));
        writes.addAll(changes);
        return table.transact(writes).isDone() ? Optional.of(next) : Optional.empty();
    }

    private static Instant floor(Instant moment) {
        return moment.truncatedTo(ChronoUnit.MILLIS);
    }
}
