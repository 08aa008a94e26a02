package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.Orders;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.lane.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The next visitors to be called, and the changes that a call writes: the part of {@link Line} that raises
 * the number of slots. Also the end of places in line that no page looks for: they are found in call order.
 *
 * <p><b>Never over capacity</b>, at every instant, on any number of nodes. Let {@code kept(t)} be the slots
 * that the store has written at t. (1) A slot in use at t is among them: it is written before the visitor
 * learns of the turn, and removed only by a step that ends it. A clock that is ahead can only end turns and
 * admissions early, because later readers see the step. (2) Only calls raise {@code kept}. Each call carries
 * the version, opening and serving that its caller saw, and moves the version. So between a look and its call
 * no other call happened, and {@code kept} has only fallen. (3) The caller hands out the capacity less the
 * slots that it saw. So the kept slots and the call are at most the capacity, or their old number if visitors
 * came out of turn. (4) In a store that has gone back in time a version may occur twice. Such a store
 * therefore compares the slots as well, and refuses the call if more are kept than were seen.
 *
 * <p><b>Never over stock</b>, in the same way. Let {@code used(t)} be the slots kept at t and the ended
 * admissions that consume. The step that ends one removes its slot and counts its ending at once, so {@code
 * used} stays or falls. Only a call raises it, and (2) and (3) hold for it as for {@code kept}. A store
 * counts endings of every kind and does not know which consume. For (4) it therefore compares the slots plus
 * all endings since the look: if they are no more than were seen, the stock is kept for every choice of
 * endings.
 *
 * <p><b>A call</b> takes the next places in {@link Place#callOrder call order} and writes them and the
 * counters at once. If one of them has left meanwhile, nothing is written, and the next places are looked for
 * again. Thousands are called in parts, each on the version of the part before. A call that is cut short has
 * called some, and the version tells a caller that repeats it. Places that left are in no call order and cost
 * a call nothing.
 *
 * <p><b>Out of turn</b>, a visitor who need not wait is called. That is a call like any other, on a seen
 * version and under a new one, with two differences: {@code serving} does not move, so the call passes that
 * place later; and the capacity does not limit it, though the stock does. So only such visitors exceed the
 * capacity: every other call sees their slots and hands out the rest.
 *
 * <p><b>Ready.</b> A turn that holds its slot for a part of its window is released by the next look at the
 * room: that is a step which lowers {@code kept}. Its visitor takes no slot by coming: a call gives it, like
 * any other on a seen version and under a new one, before all other calls ({@link #seat}); {@code serving}
 * and the rate stay, since the visitor has been called before. So (1) to (4) hold for it. Inlets leave free
 * slots to those who are ready, so no visitor who is called later gets one before them.
 *
 * <p><b>Second chance.</b> A lapsed place may return once, soon, and uses a turn like any other. While others
 * wait, returning places get at most one turn in {@value #SHARE}: a client that lets many of them return
 * together delays the line only a little. In a call of fewer turns the version, which rises with each call,
 * decides whether one is theirs. A place that was lost and overtaken returns as well. It has had no chance
 * yet, so it stands before them and is no part of that share.
 *
 * <p><b>Waiting ends</b>, for the first turn and the second, when no page looks for the place for long. A
 * look moves that end on, at most once in a quarter of the time; without a look the time counts from the
 * join. Nothing is filed for it: {@link #sweep} finds such places in call order, returning ones first, then
 * by age. Until then such a place is in line and counts, and its visitor keeps it by coming back; a call that
 * meets one sweeps.
 *
 * <p><b>A draw.</b> Its entrants are called in its order ({@link Order}), after all places from before the
 * lobby, and before all later ones. Positions stay, and {@code serving} waits before the first entrant, so
 * that no place up to {@code serving} waits, for stores too. The number of called drawn positions is counted
 * beside it. Where the store may have lost the next entrant, the call waits until the store says that the
 * entrant cannot return ({@link RoomStore#passOver}); the freeze waits in the same way. An entrant who
 * returns later is {@link Place#overtaken}; entrants who are found waiting at the end are called then.
 *
 * <p><b>Lanes.</b> A place of a lane beside the default one has a position of that lane, and a part of the
 * call order of its own ({@link Place#callOrder}), so stores file it as they file returning ones. {@link
 * Lanes} decides the next lane. All lanes share one allowance and one move under one version, which carries
 * the lanes' counters and their credit. So all statements about a call hold for them, and nothing is added up
 * from two records. Joining such a lane moves its counter under that version as well; a call on an earlier
 * look has to look again. A draw orders the default lane alone.
 */
final class Calls {

    /** While others wait, returning visitors get at most one turn in this many. */
    static final int SHARE = 4;

    /** The next tick calls the others: boards are to be renewed, and claim windows begin when they do. */
    private static final long MOST_IN_A_CALL = 5_000;

    /** The limit of attempts: the next tick makes a call that this many others came between. */
    private static final int TRIES_OF_A_CALL = 10;

    private final RoomStore store;
    private final RoomId room;
    private final Terms terms;
    private final Lanes lanes;
    private final Orders orders = new Orders();

    Calls(RoomStore store, RoomId room, Terms terms, Lanes lanes) {
        this.store = store;
        this.room = room;
        this.terms = terms;
        this.lanes = lanes;
    }

    /**
     * Calls the next visitors, and returns their places. Empty, without any change, if no visitor can be
     * called, or if the room's version has moved since the look: of two nodes that tick at once one wins. A
     * visitor who joins meanwhile may wait for the next call.
     *
     * @param maySweep whether overdue places in line end when it is their turn; else they are called like all
     *     others
     */
    Optional<List<Place>> serve(RoomSnapshot seen, Advance advance, boolean maySweep, Instant now) {
        var called = new ArrayList<Place>();
        var turns = Math.min(advance.turns(), MOST_IN_A_CALL);
        var present = seen;
        var isOver = false;
        while (!isOver) {
            var most = (int) Math.min(turns - called.size(), store.most());
            var part = call(present, most, advance, called.size(), maySweep, now);
            if (part.isEmpty()) {
                return present.equals(seen) ? Optional.empty() : Optional.of(called);
            }
            present = part.get().after;
            called.addAll(part.get().called);
            isOver = part.get().called.size() < most || called.size() == turns;
        }
        return Optional.of(called);
    }

    /**
     * Calls these visitors, wherever they stand in line, and returns their places: rate and capacity do not
     * limit them, and {@code serving} stays. Empty, without any call, if the room's version has moved since
     * the look, or if one of the places has changed. A place that is not in line stays as it is.
     *
     * @param ids at most {@link RoomStore#most}
     * @param most the limit of called places, 0 or more: the first that are in line
     */
    Optional<List<Place>> serveOutOfTurn(RoomSnapshot seen, List<PlaceId> ids, long most, Instant now) {
        var steps = ids.stream()
                .distinct()
                .flatMap(id -> store.find(room, id).stream())
                .filter(place -> place.stage().isInLine())
                .limit(most)
                .map(place -> calling(place, Optional.empty(), now))
                .toList();
        return moved(seen, RoomStore.Call.outOfTurn(steps));
    }

    /**
     * Gives up to {@code most} slots to visitors who are ready, the first in the line first, and returns
     * their places. Empty, without any change, if the room's version has moved since the look, or if one of
     * them has left.
     *
     * @param most free slots, 0 or more
     * @param held how long each turn holds its slot again; empty: as long as it is open
     */
    Optional<List<Place>> seat(RoomSnapshot seen, long most, Optional<Duration> held, Instant now) {
        var many = (int) Math.min(Math.min(most, seen.ready()), store.most());
        var steps = (many > 0
                        ? store.next(room, seen, RoomStore.START, many, now).places()
                        : List.<Place>of())
                .stream()
                        .filter(place -> place.stage() == Stage.READY)
                        .map(place -> new RoomStore.Step(place, Optional.of(place.seated(held, now)), Optional.empty()))
                        .toList();
        return moved(seen, new RoomStore.Call(steps, Optional.of(Advance.Why.CAPACITY)));
    }

    /**
     * Goes on with visitors whose turn has come in another system: the places from one position on become
     * what they were there. Those inside take slots, also beyond the capacity, so no other visitor is called
     * before there are fewer. It is written a part at a time, in three steps that each may be repeated: those
     * that are over end, the others are called, and of these come in who were inside. A place that has gone
     * on since is left as it is.
     *
     * @return false when the room is in another opening, or has not been called up to the first of them
     */
    boolean goOn(long opening, long first, List<Line.Brought> all, Instant now) {
        for (int from = 0; from < all.size(); from += store.most()) {
            var position = first + from;
            var part = all.subList(from, Math.min(all.size(), from + store.most()));
            if (!Line.untilDone("going on", () -> gone(opening, position, part, now))) {
                return false;
            }
        }
        return true;
    }

    private Optional<Boolean> gone(long opening, long first, List<Line.Brought> part, Instant now) {
        var seen = store.look(room, now).snapshot();
        if (seen.opening() != opening || seen.serving() + 1 < first) {
            return Optional.of(false);
        }
        if (!seen.hasVersion()) {
            throw new StoreUnavailableException("a later release has written the room's settings", null);
        }
        var over = new ArrayList<RoomStore.Step>();
        var called = new ArrayList<RoomStore.Step>();
        var inside = new ArrayList<RoomStore.Step>();
        for (var place : store.at(room, Line.positions(0, first, first + part.size() - 1))) {
            var brought = part.get((int) (place.number() - first));
            if (place.stage() != Stage.WAITING && !place.stage().isTurn()) {
                continue;
            }
            if (brought.stage() == Stage.EXPIRED) {
                over.add(place.stepTo(Optional.of(place.turnedAway(now)), now));
                continue;
            }
            var turn = place.stage() == Stage.WAITING
                    ? place.called(brought.window(terms, now), Optional.empty(), now)
                    : place;
            if (!turn.equals(place)) {
                called.add(new RoomStore.Step(place, Optional.of(turn), Optional.empty()));
            }
            if (brought.stage() == Stage.ADMITTED) {
                inside.add(turn.stepTo(Optional.of(turn.insideBy(brought.since(), brought.until())), now));
            }
        }
        var serving = Math.max(seen.serving(), first + part.size() - 1);
        var next = seen.counters().served(serving, seen.draw(), 0, seen.pacedUntil());
        var isDone = (over.isEmpty() || store.end(room, over))
                && (called.isEmpty() && serving == seen.serving()
                        || store.move(room, seen, next, RoomStore.Call.outOfTurn(called)))
                && store.replace(room, inside);
        return isDone ? Optional.of(true) : Optional.empty();
    }

    private Optional<List<Place>> moved(RoomSnapshot seen, RoomStore.Call call) {
        return call.steps().isEmpty() || store.move(room, seen, seen.counters().servedOutOfTurn(), call)
                ? Optional.of(call.steps().stream()
                        .flatMap(step -> step.after().stream())
                        .toList())
                : Optional.empty();
    }

    private RoomStore.Step calling(Place place, Optional<Duration> held, Instant now) {
        return new RoomStore.Step(place, Optional.of(place.called(terms.claimWindow(), held, now)), Optional.empty());
    }

    private record Part(RoomSnapshot after, List<Place> called) {}

    private Optional<Part> call(
            RoomSnapshot seen, int most, Advance advance, long before, boolean maySweep, Instant now) {
        for (int tried = 0; tried < TRIES_OF_A_CALL; tried++) {
            var next = most > 0 ? next(seen, most, maySweep, now) : Chosen.nobody(seen);
            if (next.equals(Chosen.nobody(seen))) {
                return Optional.empty(); // What others have seen is still good.
            }
            var steps = next.places().stream()
                    .map(place -> calling(place, advance.held(), now))
                    .toList();
            var counters = served(seen.counters(), next, advance, before).seeing(seen.claims(), seen.noShows());
            var why = Optional.of(advance.why(before, before + steps.size()));
            if (store.move(room, seen, counters, new RoomStore.Call(steps, why))) {
                var called =
                        steps.stream().flatMap(step -> step.after().stream()).toList();
                return Optional.of(new Part(seen.moved(counters, steps), called));
            }
            var present = store.look(room, now).snapshot();
            if (present.version() != seen.version() || present.exceeds(seen)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The places to be called, and the counters once they are. */
    private record Chosen(List<Place> places, long serving, Optional<LobbyDraw> draw, LaneCounters lanes) {

        private static Chosen nobody(RoomSnapshot seen) {
            return new Chosen(List.of(), seen.serving(), seen.draw(), seen.lanes());
        }

        private static Chosen of(RoomStore.Next next, RoomSnapshot seen) {
            return new Chosen(next.places(), next.serving(), seen.draw(), seen.lanes());
        }

        /**
         * In a lane without waiting places the call passes those that left, so that they no longer count as
         * ahead. Only if all counted places have been found: an index of a store may be a moment late.
         */
        private Chosen pastEmptyLanes(RoomStore.Next found, RoomSnapshot seen) {
            var all = found.places().stream()
                    .filter(place -> place.stage().count() == Stage.Count.RETURNING)
                    .toList();
            if (all.size() < seen.returning()) {
                return this;
            }
            var after = lanes;
            for (int number = 1; number <= lanes.lanes().size(); number++) {
                var lane = number;
                if (all.stream().noneMatch(place -> place.waitsInLane() && place.lane() == lane)) {
                    after = after.called(lane, after.of(lane).issued());
                }
            }
            return new Chosen(places, serving, draw, after);
        }
    }

    /** A place that has ended meanwhile is not called; no other place is called before all such ends are written. */
    private Chosen next(RoomSnapshot seen, int most, boolean maySweep, Instant now) {
        var next = chosen(seen, most, now);
        if (maySweep && !over(next.places(), now).isEmpty()) {
            // A sweep goes in order of arrival, and may not get as far as a drawn one.
            store.end(room, over(next.places(), now));
            sweep(seen, Line.MOST_PARTS, now);
            next = chosen(seen, most, now);
        }
        return maySweep && !over(next.places(), now).isEmpty() ? Chosen.nobody(seen) : next;
    }

    private List<RoomStore.Step> over(List<Place> places, Instant now) {
        return places.stream()
                .filter(place -> place.isOver(terms, now))
                .map(place -> place.stepTo(place.passed(terms, now), now))
                .toList();
    }

    private Chosen chosen(RoomSnapshot seen, int most, Instant now) {
        var next = store.next(room, seen, Place.BEHIND_READY, most, now);
        var chosen = next.places().stream().anyMatch(Place::waitsInLane)
                ? chosenOfLanes(seen, next, most, now)
                : chosenOfOneLane(seen, next, most, now);
        return chosen.places().isEmpty() ? chosen : chosen.pastEmptyLanes(next, seen);
    }

    /** Second chances beyond their share get the turns that visitors waiting for their first do not need. */
    private Chosen chosenOfOneLane(RoomSnapshot seen, RoomStore.Next next, int most, Instant now) {
        var again = only(next, Place::hasReturned);
        var share = share(seen, most, again);
        if (again.size() == share && !isDrawn(seen)) {
            return Chosen.of(next, seen);
        }
        var overtaken = only(next, Place::isOvertaken);
        var others = Math.max(0, most - share - overtaken.size());
        var waiting = waiting(seen, others, now);
        var left = most - overtaken.size() - waiting.places().size();
        var chosen = new ArrayList<>(overtaken);
        chosen.addAll(again.subList(0, Math.min(left, again.size())));
        chosen.addAll(waiting.places());
        return new Chosen(chosen, waiting.serving(), waiting.draw(), seen.lanes());
    }

    private static int share(RoomSnapshot seen, int most, List<Place> again) {
        return Math.min((most + Math.floorMod(seen.version(), SHARE)) / SHARE, again.size());
    }

    /** While visitors wait in other lanes, those without a chance so far share by lanes. */
    private Chosen chosenOfLanes(RoomSnapshot seen, RoomStore.Next next, int most, Instant now) {
        var overtaken = only(next, Place::isOvertaken);
        var again = only(behind(Place.BEFORE_RETURNING, seen, next, most, now), Place::hasReturned);
        var inLanes = IntStream.rangeClosed(1, seen.lanes().lanes().size())
                .mapToObj(lane -> only(
                        behind(Place.beforeLane(lane), seen, next, most, now),
                        place -> place.waitsInLane() && place.lane() == lane))
                .toList();
        // The exact number does not matter in a lane that has more than can be called now.
        var many = Stream.concat(
                        Stream.of(seen.waiting()),
                        inLanes.stream().map(lane -> lane.size() < most ? lane.size() : Long.MAX_VALUE))
                .toList();
        var others = Math.max(0, most - share(seen, most, again) - overtaken.size());
        var shared = lanes.share(seen.lanes(), many, others);
        var turns = shared.turns();
        var waiting = turns.get(0) == 0
                ? Chosen.nobody(seen)
                : waiting(seen, turns.get(0).intValue(), now);
        var chosen = new ArrayList<>(overtaken);
        var counters = shared.after();
        for (int lane = 1; lane < turns.size(); lane++) {
            var called = inLanes.get(lane - 1).subList(0, turns.get(lane).intValue());
            chosen.addAll(called);
            for (var place : called) {
                counters = counters.called(lane, place.number());
            }
        }
        chosen.addAll(waiting.places());
        chosen.addAll(again.subList(0, Math.min(Math.max(0, most - chosen.size()), again.size())));
        return new Chosen(chosen, waiting.serving(), waiting.draw(), counters);
    }

    /** The places behind this call order; a look that has found less than it asked for has found all. */
    private RoomStore.Next behind(long order, RoomSnapshot seen, RoomStore.Next found, int most, Instant now) {
        return found.places().size() < most ? found : store.next(room, seen, order, most, now);
    }

    private static boolean isDrawn(RoomSnapshot seen) {
        return seen.draw().filter(LobbyDraw::isCalling).isPresent();
    }

    /** The visitors who wait for their first turn. */
    private Chosen waiting(RoomSnapshot seen, int most, Instant now) {
        return seen.draw()
                .filter(LobbyDraw::isCalling)
                .map(draw -> drawn(seen, draw, most, now))
                .orElseGet(() -> Chosen.of(store.next(room, seen, seen.serving(), most, now), seen));
    }

    /** The visitors from before the lobby, and then the draw's entrants, whose places are asked for one by one. */
    private Chosen drawn(RoomSnapshot seen, LobbyDraw draw, int most, Instant now) {
        var base = draw.base();
        var before = seen.serving() < base
                ? store.next(room, seen, seen.serving(), most, now)
                : RoomStore.Next.of(List.of(), seen);
        var chosen = new ArrayList<>(only(before, place -> place.number() <= base));
        var serving = seen.serving() < base ? Math.min(before.serving(), base) : seen.serving();
        var order = order(seen);
        var called = draw.called();
        var isOver = chosen.size() == most;
        for (int part = 0; part < Line.MOST_PARTS && !isOver && called < draw.entrants(); part++) {
            var many = part == 0 ? most - chosen.size() : store.most();
            var last = Math.min(called + many, draw.entrants());
            var turns = LongStream.rangeClosed(base + called + 1, base + last)
                    .map(order::at)
                    .mapToObj(Position::of)
                    .toList();
            var places = store.at(room, turns);
            var passable = passable(seen, turns, places, now);
            called += passable;
            for (var place : places) {
                var number = order.of(place.number()) - base;
                if (number > called) {
                    break;
                }
                if (place.stage() == Stage.WAITING && chosen.size() < most) {
                    chosen.add(place);
                } else if (place.stage() == Stage.WAITING) {
                    called = number - 1;
                    break;
                }
            }
            isOver = chosen.size() == most || passable < turns.size();
        }
        return new Chosen(chosen, serving, Optional.of(draw.called(called)), seen.lanes());
    }

    /** How many of the first of these positions a call may pass: up to one whose place may still return. */
    int passable(RoomSnapshot seen, List<Position> positions, List<Place> places, Instant now) {
        var taken = places.stream().map(Place::position).collect(Collectors.toSet());
        var missing =
                positions.stream().filter(position -> !taken.contains(position)).toList();
        return missing.isEmpty() || store.passOver(room, seen.opening(), missing, now)
                ? positions.size()
                : positions.indexOf(missing.get(0));
    }

    private static List<Place> only(RoomStore.Next next, Predicate<Place> which) {
        return next.places().stream().filter(which).toList();
    }

    /**
     * Ends the places in line that no page has looked for for long: all returning ones, and the waiting ones
     * from the head on, up to the first that is younger than that time; a kept place among them does not stop
     * it. It takes as long as such a line is, so no thread that visitors wait for may call it.
     */
    void sweep(Instant now) {
        sweep(store.look(room, now).snapshot(), Integer.MAX_VALUE, now);
    }

    /**
     * Ends all places in line, the first in call order first, as many as a tick has time for: to be repeated
     * until the line is empty. A place that changes meanwhile, and those of its part, belong to the next run.
     */
    void close(Instant now) {
        var seen = store.look(room, now).snapshot();
        var after = Place.BEHIND_READY;
        for (int part = 0; part < Line.MOST_PARTS; part++) {
            var inLine = store.next(room, seen, after, store.most(), now).places();
            if (inLine.isEmpty()) {
                return;
            }
            store.end(
                    room,
                    inLine.stream()
                            .map(place -> place.stepTo(Optional.of(place.turnedAway(now)), now))
                            .toList());
            after = inLine.get(inLine.size() - 1).callOrder().orElseThrow();
        }
    }

    /** Sweeps at most this many parts; as many again of waiting places, if returning ones left none for them. */
    private void sweep(RoomSnapshot seen, int parts, Instant now) {
        if (!isSwept(seen, Place.BEHIND_READY, parts, now)) {
            isSwept(seen, seen.serving(), parts, now);
        }
    }

    /** False when all these parts end among the returning places. */
    private boolean isSwept(RoomSnapshot seen, long from, int parts, Instant now) {
        var after = from;
        for (int part = 0; part < parts; part++) {
            var inLine = store.next(room, seen, after, store.most(), now).places();
            var ends = over(inLine, now);
            var isRefused = !ends.isEmpty() && !store.end(room, ends);
            if (isRefused || inLine.size() < store.most()) {
                return true;
            }
            var last = inLine.get(inLine.size() - 1);
            var isYoung = last.joinedAt().plus(terms.waitingTtl()).isAfter(now);
            if (last.stage() == Stage.WAITING && isYoung) {
                return true; // Visitors who joined later have not waited long enough.
            }
            after = last.callOrder().orElseThrow();
        }
        return after > 0;
    }

    private static Counters served(Counters counters, Chosen next, Advance advance, long before) {
        var after = before + next.places().size();
        var paced = after == before ? counters.pacedUntil() : advance.pacedUntil(after);
        return counters.served(next.serving(), next.draw(), advance.byHand(after) - advance.byHand(before), paced)
                .serving(next.lanes());
    }

    Order order(RoomSnapshot seen) {
        return orders.of(seen.draw());
    }
}
