package io.gatehouse.store.dynamodb;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Joined;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.store.dynamodb.Totals.Total;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Lines in DynamoDB: who waits is a {@link WaitingLine}'s business, everything after that is here, in
 * transactions. What becomes of a place is decided in {@link io.gatehouse.room.Line}.
 *
 * <p><b>One arbiter for each place.</b> A place waits as long as it has no place item in this opening (or
 * only that of an earlier position of the same visitor, ended and forgotten; or one that says no more than
 * that it waits, and until when). Calling it and leaving it both write that item, under the condition that it
 * is as it was read; so one of them wins. Every later change replaces it, under the same condition.
 *
 * <p><b>Never over capacity.</b> Slots are turns and admissions:
 *
 * <pre>
 * turns    = called - claimed - turnsOver
 * admitted = claimed - admissionsOver
 * slots    = called - turnsOver - admissionsOver
 * </pre>
 *
 * {@code called} lies in the counters, beside {@code version}, and rises only with it. The other two lie in
 * the totals, in the same transaction as the end of the turn or admission that they count, and only grow. A
 * snapshot reads the counters first and the totals after them. Let it find {@code version} v, and let a call
 * made on it find v as well: then {@code called} has not changed in between, and what was read of the other
 * two is no more than what is so at the call. So the slots that the snapshot showed are no fewer than those
 * really in use, and what it left free was free. For the same reason no snapshot shows more slots than were
 * in use when its counters were read: the totals are younger. (Read at once, with totals older than the
 * counters, it could show a slot twice: freed, but still counted, and handed on.)
 *
 * <p><b>Never over stock.</b> What has been consumed is a part of {@code admissionsOver}, by how the
 * admissions ended, and is added to the same item of the totals by the same write. So of each item a look has
 * both or neither, what has been given back is the difference, which only grows, and the same holds for it as
 * for the slots.
 *
 * <p><b>Waiting</b>, in a line that does not count them, are all positions that were handed out, less those
 * who were called for the first time, who have left while they waited or were overtaken, and the holes that
 * were passed over. A hole counts as waiting until then.
 *
 * <p>Moments are kept in milliseconds.
 */
final class DynamoDbRoomStore implements RoomStore {

    /** A visitor with more than this many places before them is not told that all of those have left. */
    private static final int LONGEST_LOOK = 300;

    /** The places of a transaction: one of its items is the counters, or the totals. */
    private static final int MOST = Table.MOST_ITEMS - 1;

    private final Table table;
    private final WaitingLine line;
    private final Places places;
    private final KeptWaiting kept;

    DynamoDbRoomStore(Table table, WaitingLine line) {
        this.table = table;
        this.line = line;
        this.places = new Places(table);
        this.kept = new KeptWaiting(table, places, line);
    }

    @Override
    public int most() {
        return MOST;
    }

    @Override
    public Joined join(RoomId room, PlaceId id, Instant now) {
        return table.until("joining", () -> {
            var seen = places.look(room, id);
            if (seen.place().isPresent()) {
                return Optional.of(Joined.of(seen.place().get(), OptionalLong.empty()));
            }
            var taken = line.join(room, seen.counters().opening(), id, seen.over(), now);
            // It may have been called meanwhile, or a new opening may have begun: then all anew.
            var after = places.look(room, id);
            return stillWaiting(room, taken, after).map(place -> Joined.of(place, head(room, after.counters(), place)));
        });
    }

    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
        return table.patiently("joining in order", () -> {
            var seen = places.lookAll(room, ids);
            var all = new ArrayList<Place>();
            var newcomers = new ArrayList<Place>();
            for (int i = 0; i < ids.size(); i++) {
                var wanted = Place.waiting(ids.get(i), opening, Position.of(first + i), now);
                var known = seen.get(i).place();
                var isTheirs = known.map(place -> place.position().equals(wanted.position()))
                        .orElse(seen.get(i).isWaiting(wanted));
                if (seen.get(i).counters().opening() != opening || !isTheirs) {
                    return Optional.of(Optional.empty());
                }
                if (known.isEmpty()) {
                    newcomers.add(wanted);
                }
                all.add(known.orElse(wanted));
            }
            var joined =
                    newcomers.isEmpty() ? Optional.<List<Place>>of(newcomers) : line.joinInOrder(room, newcomers, now);
            joined.ifPresent(waiting -> {
                kept.keep(room, waiting);
                for (var place : waiting) {
                    var i = (int) (place.number() - first);
                    all.set(i, seen.get(i).asKept(place));
                }
            });
            return Optional.of(joined.map(waiting -> List.copyOf(all)));
        });
    }

    @Override
    public Optional<Place> find(RoomId room, PlaceId id) {
        return table.until("finding", () -> {
            var place = place(room, id, places.look(room, id));
            // It may have been called between the two looks; then it has its item now.
            return Optional.of(place.or(() -> place(room, id, places.look(room, id))));
        });
    }

    private Optional<Place> place(RoomId room, PlaceId id, Places.Seen seen) {
        return seen.place().or(() -> line.find(room, seen.counters().opening(), id)
                .filter(seen::isWaiting)
                .map(seen::asKept));
    }

    @Override
    public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return table.until("restoring", () -> {
            var seen = places.look(room, proof.id());
            var mayBeLost = seen.counters().opening() == proof.opening()
                    && seen.over() < proof.position().packed();
            var back = mayBeLost ? line.restore(room, proof, now) : Optional.<Place>empty();
            if (back.isEmpty()) {
                return Optional.of(place(room, proof.id(), seen));
            }
            var place = stillWaiting(room, back.get(), places.look(room, proof.id()));
            return place.isPresent() ? Optional.of(place) : Optional.empty();
        });
    }

    @Override
    public void keep(RoomId room, Place place) {
        kept.keep(room, place);
    }

    @Override
    public Optional<PlaceProof> kept(RoomId room, PlaceId place) {
        return kept.find(room, place);
    }

    /**
     * A place that the line has taken or put back, as it stands now. One that the call has gone past while
     * the line had lost it is the next to be called. Empty when something is no longer as it was.
     */
    private Optional<Place> stillWaiting(RoomId room, Place taken, Places.Seen after) {
        if (after.place().isPresent() || !after.isNotOver(taken)) {
            return Optional.empty();
        }
        var before = after.asKept(taken);
        var back = before.comingBack(after.counters().serving());
        return back.equals(before) || replace(room, List.of(new Step(before, Optional.of(back), Optional.empty())))
                ? Optional.of(back)
                : Optional.empty();
    }

    @Override
    public List<Place> at(RoomId room, List<Position> positions) {
        return table.until("finding positions", () -> {
            var taken = taken(room, counters(room).opening(), positions);
            var looks = places.lookAll(room, taken.stream().map(Place::id).toList());
            return Optional.of(IntStream.range(0, taken.size())
                    .mapToObj(i -> at(room, taken.get(i), looks.get(i)))
                    .flatMap(Optional::stream)
                    .toList());
        });
    }

    /** The line knows the default lane alone, and may lie elsewhere. */
    private List<Place> taken(RoomId room, long opening, List<Position> positions) {
        var found = Stream.concat(
                        line.at(room, opening, packed(positions, lane -> lane == 0)).stream(),
                        DynamoDbWaitingLine.at(table, room, opening, packed(positions, lane -> lane > 0)).stream())
                .collect(toMap(Place::position, identity()));
        return positions.stream()
                .flatMap(position -> Stream.ofNullable(found.get(position)))
                .toList();
    }

    private static List<Long> packed(List<Position> positions, IntPredicate lanes) {
        return positions.stream()
                .filter(position -> lanes.test(position.lane()))
                .map(Position::packed)
                .toList();
    }

    /** A place that the line knows is forgotten, or has come back since it was looked for. */
    @Override
    public boolean passOver(RoomId room, long opening, List<Position> positions, Instant now) {
        var numbers = positions.stream().map(Position::number).toList();
        var known =
                line.at(room, opening, numbers).stream().map(Place::position).toList();
        var missing = positions.stream()
                .filter(position -> !known.contains(position))
                .map(Position::number)
                .toList();
        return (known.isEmpty() || at(room, known).isEmpty())
                && (missing.isEmpty() || line.passOver(room, opening, missing, now));
    }

    /** A place that neither waits nor has an item may have been called between the two looks. */
    private Optional<Place> at(RoomId room, Place taken, Places.Seen seen) {
        return seen.place()
                .or(() -> Optional.of(taken)
                        .filter(place -> place.lane() == 0 && seen.isWaiting(place))
                        .map(seen::asKept))
                .or(() -> find(room, taken.id()))
                .filter(place -> place.position().equals(taken.position()));
    }

    /**
     * These places are no part of the waiting line: each has its place item from the beginning, as a
     * returning place has, and an item by its position.
     */
    @Override
    public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> newcomers) {
        return table.until("joining a lane", () -> {
            var counters = counters(room);
            if (!counters.areOf(seen)) {
                return Optional.of(false);
            }
            var writes = new ArrayList<TransactWriteItem>();
            newcomers.forEach(place -> places.entering(room, place).forEach(writes::add));
            writes.add(Totals.none().entered(newcomers.size()).adding(table, room, seen.opening()));
            return write(room, counters.moved(next, 0, 0, 0), writes).known();
        });
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        if (steps.isEmpty()) {
            return true;
        }
        var opening = steps.get(0).before().opening();
        var isDone = table.until("replacing", () -> {
            var totals = Totals.none();
            var writes = new ArrayList<TransactWriteItem>();
            for (var step : steps) {
                totals.step(step);
                writes.add(changing(room, step));
            }
            if (!totals.isEmpty()) {
                writes.add(totals.adding(table, room, opening));
            }
            return table.transact(writes).known();
        });
        if (isDone) {
            tellThatTheyLeft(
                    room,
                    steps.stream()
                            .filter(step -> !step.after().map(Place::stage).equals(Optional.of(Stage.WAITING)))
                            .map(Step::before));
        }
        return isDone;
    }

    private TransactWriteItem changing(RoomId room, Step step) {
        var before = step.before();
        return step.after()
                .map(after -> places.changing(room, before, after))
                .orElseGet(() -> places.forgetting(room, before, over(room, before)));
    }

    /**
     * The position up to which all places are over that the visitor of an ended place took in the default
     * lane. Before a place in another lane they may have had one there, which only the line still knows,
     * unless the call has gone past it.
     */
    private long over(RoomId room, Place ended) {
        if (ended.lane() == 0) {
            return ended.number();
        }
        var last = line.find(room, ended.opening(), ended.id()).map(Place::number);
        return Math.max(last.orElse(0L), counters(room).serving());
    }

    private void tellThatTheyLeft(RoomId room, Stream<Place> before) {
        var waited = before.filter(place -> place.stage() == Stage.WAITING).toList();
        if (!waited.isEmpty()) {
            line.left(room, waited);
        }
    }

    @Override
    public Kept look(RoomId room, Instant now) {
        var counters = counters(room);
        var due = places.due(room, counters.opening(), now, MOST);
        var totals = Totals.read(table, room, counters.opening());
        var extent = line.extent(room, counters.opening(), counters.serving(), now);
        kept.bringBack(room, counters, extent.lost(), now);
        var issued = Math.max(counters.serving(), extent.issued());
        var waiting = extent.waiting().orElse(issued - totals.noLongerWaiting() - counters.calledFirst());
        var returning = totals.of(Total.RETURNS) - totals.of(Total.RETURNS_LEFT) - counters.returned();
        var ready = totals.of(Total.READIES) - totals.of(Total.READIES_LEFT) - counters.seated();
        // The totals' items are of different moments: what they say of the parts must not exceed the whole.
        var slots = Math.max(0, counters.called() - totals.of(Total.TURNS_OVER) - totals.of(Total.ADMISSIONS_OVER));
        var admitted = totals.of(Total.CLAIMED) - totals.of(Total.ADMISSIONS_OVER);
        var shown = Math.min(Math.max(0, admitted), slots);
        var snapshot = new RoomSnapshot(
                counters.counters().counting(issued, totals.endings()),
                Math.max(0, waiting),
                Math.max(0, returning),
                slots - shown,
                Math.max(0, ready),
                shown,
                extent.lost());
        return new Kept(counters.areKnown() ? snapshot : snapshot.withoutVersion(), due);
    }

    @Override
    public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
        return table.patiently(
                "calling", () -> Optional.of(new NextPlaces(line, places, room, seen, after, now).find(table, most)));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        var called = call.steps();
        var returning = count(called, Stage.Count.RETURNING);
        var ready = count(called, Stage.Count.READY);
        var isMoved = table.until("moving the counters", () -> {
            var counters = counters(room);
            if (!counters.areOf(seen)) {
                return Optional.of(false);
            }
            var writes = called.stream().map(step -> changing(room, step)).toList();
            return write(room, counters.moved(next, called.size(), returning, ready), writes)
                    .known();
        });
        if (isMoved && next.serving() > seen.serving()) {
            line.served(room, seen.opening(), next.serving());
        }
        if (isMoved) { // The line has been told of all up to the counter.
            tellThatTheyLeft(
                    room,
                    called.stream()
                            .map(Step::before)
                            .filter(place -> place.position().packed() > next.serving()));
        }
        return isMoved;
    }

    private static long count(List<Step> called, Stage.Count count) {
        return called.stream()
                .filter(step -> step.before().stage().count() == count)
                .count();
    }

    @Override
    public long open(RoomId room, NextOpening next, Instant now) {
        var opening = table.until("opening", () -> {
            var counters = counters(room);
            if (counters.opening() != next.after()) {
                return Optional.of(counters.opening());
            }
            return write(room, counters.opened(next.opening()), List.of()).isDone()
                    ? Optional.of(next.opening())
                    : Optional.empty();
        });
        if (opening == next.opening()) {
            letEnd(room, next.after(), now);
        }
        return opening;
    }

    /** An operator who was cut off in the middle of this, and opens again as told, continues it. */
    private void letEnd(RoomId room, long opening, Instant now) {
        var end = Schema.garbage(now);
        table.expire(Schema.issued(room, opening), end);
        Totals.keys(room, opening).forEach(key -> table.expire(key, end));
    }

    /**
     * The place's own call order if all places before it have been left, else none; an unwritten join counts
     * as a place. For a place behind many others the store is not asked. The place right before is asked for
     * first, because no other visitor asks for it: a whole crowd would ask for the head.
     */
    private OptionalLong head(RoomId room, KeptCounters counters, Place place) {
        var from = counters.serving();
        var last = place.number() - 1;
        var isFar = place.stage() != Stage.WAITING || last - from > LONGEST_LOOK;
        if (isFar || from < last && !haveLeft(room, counters, last - 1, last)) {
            return OptionalLong.empty();
        }
        for (; from < last; from += Table.MOST_ITEMS) {
            if (!haveLeft(room, counters, from, Math.min(last, from + Table.MOST_ITEMS))) {
                return OptionalLong.empty();
            }
        }
        var returning = table.agenda(Schema.returning(room, counters.opening()), START, 1);
        return returning.isEmpty() ? place.callOrder() : OptionalLong.empty();
    }

    /** Asks for each position: a line may pass over the former position of a visitor who has joined anew. */
    private boolean haveLeft(RoomId room, KeptCounters counters, long after, long upTo) {
        var positions = LongStream.rangeClosed(after + 1, upTo).boxed().toList();
        var before = line.at(room, counters.opening(), positions);
        var kept = places.read(room, before.stream().map(Place::id).toList());
        return before.size() == positions.size()
                && before.stream().allMatch(place -> Optional.ofNullable(kept.get(place.id()))
                        .filter(known -> !known.isWaiting())
                        .map(PlaceItem::place)
                        .filter(ended -> ended.opening() == place.opening()
                                && ended.position().compareTo(place.position()) >= 0)
                        .isPresent());
    }

    private KeptCounters counters(RoomId room) {
        return KeptCounters.read(table.get(Schema.counters(room)));
    }

    private Table.Outcome write(RoomId room, KeptCounters next, List<TransactWriteItem> changes) {
        var writes = new ArrayList<TransactWriteItem>();
        writes.add(table.putting(next.item(Schema.counters(room)), next.unchanged()));
        writes.addAll(changes);
        return table.transact(writes);
    }
}
