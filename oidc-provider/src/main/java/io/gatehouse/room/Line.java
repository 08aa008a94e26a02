package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.Orders;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.lane.Lanes;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The rules of one room's line, for every store alike: what an act does, what time ends, who is called next. The store
 * finds places and replaces them atomically ({@link RoomStore}); what becomes of one place {@link Place} says; all else is
 * here. Reads no clock, and keeps nothing between two questions
 * but what it has worked out of a draw.
 *
 * <p><b>Two counters.</b> {@code issued} is the last position handed out, {@code serving} the highest one called. Positions
 * start at 1 and never change; {@code serving} never passes {@code issued}, so nobody can walk in on turns that piled up
 * while nobody waited.
 *
 * <p><b>An act</b> is a look, {@link Place#after}, and a replacement of the place if it still is what was looked at. Who
 * loses that race looks again. So of many claims one makes the admission, and all see it; and an act whose answer was
 * lost can be repeated, because an act that has been done does not fit any more.
 *
 * <p><b>Time.</b> A place that is read is first brought to the present ({@link Place#asOf}): a turn whose claim window has
 * ended is lapsed for whoever asks, also while the store still has it as a turn. It is written by the next look at the
 * room, once a tick as a rule: the store tells in the same breath what is due. What the store then refuses to write is
 * shown as ended all the same, and nobody is called on what was shown so.
 *
 * <p><b>Slots.</b> Open turns and admissions take one each. Only {@link #serve} raises their sum; a claim moves one from the
 * first part to the second; time, leaving and ending lower it.
 *
 * <p><b>Never over capacity</b>, at every instant, on any number of nodes. Let {@code kept(t)} be the slots that the store
 * has written down at t. (1) A slot that is in use at t is among them: it is written before anybody hears of the turn, and
 * taken out only by a step that ends it. A clock that is ahead ends turns and admissions early; that is all that it can do,
 * since the step is what everybody reads from then on. (2) {@code kept} rises by calls only, each of which carries the
 * version, opening and serving that its caller saw, and moves the version. So between the look that a call rests on and the
 * call itself nobody else has called, and {@code kept} has only fallen. (3) The caller hands out capacity less the slots it
 * saw, so kept plus the call is capacity at most, or what it was where more of them came out of turn. (4) Where a store has gone back in time, a version may come twice:
 * therefore such a store compares the slots as well, and refuses when more are kept than were seen.
 *
 * <p><b>Never over stock</b>, in the same way. Let {@code used(t)} be the slots that are kept at t and the admissions that
 * have ended so that they consume. The step that ends one takes its slot out and counts its ending at once, so
 * {@code used} stays as it is or falls; only a call raises it, and (2) and (3) hold for it as for {@code kept}. A store
 * counts endings of every kind and knows not which of them consume, so for (4) it compares the slots with those counted in
 * that have come free by any ending since the look: if they are no more than were seen, no choice of endings is over.
 *
 * <p><b>A call</b> takes the next in {@link Place#callOrder call order} and writes them and the counters at once. If one of
 * them has left meanwhile, nothing is written, and the next are looked for again. Thousands are called in parts, each on the
 * version that the part before has written: one that is cut short has called some, and the version tells whoever repeats
 * it. Those who have left are in no call order and cost a call nothing.
 *
 * <p><b>Out of turn</b> somebody may be called who need not wait. That is a call like any other, on a version that was seen
 * and under a new one, but for two things: {@code serving} does not move, so that the place is passed later as one that
 * waits no more; and no capacity holds it, though the stock does. So slots exceed the capacity by those who came so at most: every other call sees
 * them, and hands out what they leave.
 *
 * <p><b>Second chance.</b> A lapsed place may return once, soon, and uses a turn like anyone else. While others wait, those
 * who return get at most one turn in {@value #SHARE}: whoever gathers many of them and lets them return together holds
 * nobody up for long. Of a call of fewer turns than that it is the version that says whether one is theirs; it rises with
 * each. A place that was lost and overtaken returns as well, has had no chance yet, and stands before them: it is no part of
 * that.
 *
 * <p><b>Waiting ends</b>, for the first turn as for the second, when nobody looks for the place for long. A look moves that
 * end on, at most once in a quarter of the time; one who has not looked since joining has the time from then. Nothing is
 * filed for it: {@link #sweep} finds them in the call order, where those who return stand first, and behind them those who
 * joined first. Until then such a place is in line and counted so, and whoever comes keeps it; a call that meets one sweeps.
 *
 * <p><b>A draw.</b> Its entrants are called in the order that it made ({@link Order}), after all who stood in line before the
 * lobby, and before all who came after it. Positions stay as they are, and {@code serving} waits before the first entrant:
 * what it says, that nobody up to it waits, stays true, for stores as well. How many of the drawn positions have been called
 * is counted beside it. Where the store may have lost the next of them, nobody behind is called until it says that nobody
 * comes back there ({@link RoomStore#passOver}); the freeze waits in the same way. An entrant who comes back after that is
 * {@link Place#overtaken}; whoever is found waiting among them at the end is called then.
 *
 * <p><b>Moving.</b> A place that is carried to another browser keeps its id, and all that hangs on it. It counts how often
 * that has happened, and so does each cookie: whoever proves fewer moves than the place has made has let it go. A move is a
 * change like any other, from a count that was read to the next one; so of many who use one link one gets the place. A store
 * that has lost a move learns of it from the cookie that knows of more.
 *
 * <p><b>Lanes.</b> A place of a lane beside the default one has a position of that lane, and stands in a part of the call order
 * that is the lane's own ({@link Place#inLane}), so that stores file it as they file those who return. Whose turn is next,
 * {@link Lanes} says. All lanes are called from one allowance, by one move under one version, which carries the lanes' counters
 * and what credit is left: so all that is said here of a call holds for them, and nothing is added up from two records. Joining
 * such a lane moves its counter under that version as well; who has called on what was seen before has to look again.
 * A draw orders the default lane alone.
 *
 * <p><b>Arrival.</b> A claimed admission lasts one claim window until a site redeems a code for it; only then does it get
 * its whole time, counted from the claim. A visitor who never gets there does not hold a slot for an hour.
 *
 * <p><b>Rejected.</b> The rules inside each store, one script an operation: a round trip less for a claim, and each rule
 * written three times (decision 18). Counting {@code serving} up blindly; moving places up when someone leaves.
 */
public final class Line {

    /** How long an ended or lapsed place is remembered, so that its visitor can be told what became of it. */
    public static final Duration MEMORY = Duration.ofDays(1);

    /** More than anyone lets in by hand, and few enough that no sum of turns overflows. */
    public static final long MOST_BY_HAND = 1_000_000_000;

    /** Of so many turns one at most goes to those who return, while others wait. */
    static final int SHARE = 4;

    /** Who is beyond them is called by the next tick: boards are to be renewed, and claim windows begin when they do. */
    private static final long MOST_IN_A_CALL = 5_000;

    /** So many times what is due is written in one look; what is left holds its slots till the next. */
    private static final int MOST_PARTS = 40;

    /** Each try that fails means that somebody else has succeeded: so many do not before one who tries. */
    private static final int TRIES = 100;

    /** A call that so many have come between is the next tick's. */
    private static final int TRIES_OF_A_CALL = 10;

    private final RoomStore store;
    private final RoomId room;
    private final Terms terms;
    private final Lanes lanes;
    private final Orders orders = new Orders();

    /** Whether there was a draw when the room was looked at last: where there is none, nobody who comes back costs a look. */
    private volatile boolean mayBeDrawn = true;

    /** One in which everybody stands in one lane. */
    public Line(RoomStore store, RoomId room, Terms terms) {
        this(store, room, terms, Lanes.NONE);
    }

    public Line(RoomStore store, RoomId room, Terms terms, Lanes lanes) {
        this.store = store;
        this.room = room;
        this.terms = terms;
        this.lanes = lanes;
    }

    /** Takes the next position, or finds the place that this id already has, in whatever stage. */
    public Joined join(PlaceId id, Instant moment) {
        var now = floor(moment);
        return untilDone("joining", () -> {
            var joined = store.join(room, id, now);
            var place = joined.place().asOf(terms, now);
            if (place.isEmpty()) {
                store.replace(room, List.of(joined.place().stepTo(terms, now)));
            }
            return place.map(standing -> new Joined(standing, joined.isFirst()));
        });
    }

    /**
     * Takes the next positions of lanes beside the default one, or finds the places that these ids already have, in whatever lane
     * and stage.
     *
     * @param newcomers which lane each wants; at most {@link #mostIds}, less one
     */
    public List<Joined> joinLanes(Map<PlaceId, String> newcomers, Instant moment) {
        var now = floor(moment);
        return untilDone("joining a lane", () -> {
            // First, since nothing is to lie between the look and the change: an id that is taken meanwhile is refused.
            var known = known(newcomers.keySet(), now);
            var seen = store.look(room, now).snapshot();
            var kept = seen.lanes().isEmpty() ? lanes.counters() : seen.lanes();
            var joined = new ArrayList<Joined>();
            var taken = new ArrayList<Place>();
            for (var newcomer : newcomers.entrySet()) {
                var old = Optional.ofNullable(known.get(newcomer.getKey()));
                old.ifPresent(place -> joined.add(new Joined(place, false)));
                if (old.isEmpty()) {
                    kept = kept.joined(newcomer.getValue());
                    var number = kept.number(newcomer.getValue());
                    var position = kept.of(number).issued();
                    var place = Place.inLane(newcomer.getKey(), seen.opening(), number, position, now);
                    taken.add(place);
                    joined.add(new Joined(place, kept.of(number).ahead() == 1));
                }
            }
            return taken.isEmpty() || store.enter(room, seen, seen.counters().joined(kept), taken)
                    ? Optional.of(joined)
                    : Optional.empty();
        });
    }

    /** The places that these ids have; those that are to be forgotten are. */
    private Map<PlaceId, Place> known(Set<PlaceId> ids, Instant now) {
        var known = new HashMap<PlaceId, Place>();
        for (var id : ids) {
            var old = store.find(room, id);
            var place = old.flatMap(one -> one.asOf(terms, now));
            if (old.isPresent() && place.isEmpty()) {
                store.replace(room, List.of(old.get().stepTo(terms, now)));
            }
            place.ifPresent(one -> known.put(id, one));
        }
        return known;
    }

    /** The place with this id; empty when it never joined this opening or ended long ago. */
    public Optional<Place> find(PlaceId id, Instant now) {
        return store.find(room, id).flatMap(place -> place.asOf(terms, now));
    }

    /** The place at this position; empty when there is none or it ended long ago. */
    public Optional<Place> at(long position, Instant now) {
        return store.at(room, position).flatMap(place -> place.asOf(terms, now));
    }

    /**
     * Puts a place back that the store has lost; see {@link RoomStore#restore}. When its visitor looked for it last is lost
     * with it: now they do.
     */
    public Optional<Place> restore(PlaceProof proof, Instant moment) {
        var now = floor(moment);
        return proof.lane() > 0
                ? restoreInLanes(List.of(proof), moment).get(0)
                : renewed(store.restore(room, proof, now).map(place -> overtakenIfPassed(place, now)), now);
    }

    /**
     * The same of places in lanes beside the default one, all by one change. One that the call has gone past stands first in its
     * lane.
     *
     * @param proofs at most {@link #mostIds}, less one
     * @return what {@link #restore} would answer to each
     */
    public List<Optional<Place>> restoreInLanes(List<PlaceProof> proofs, Instant moment) {
        var now = floor(moment);
        var back = untilDone("restoring", () -> {
            var known = new HashMap<PlaceId, Place>();
            proofs.forEach(proof -> store.restore(room, proof, now).ifPresent(place -> known.put(place.id(), place)));
            var missing = proofs.stream()
                    .filter(proof -> !known.containsKey(proof.id()))
                    .toList();
            return missing.isEmpty() || areBack(missing, known, now) ? Optional.of(known) : Optional.empty();
        });
        return proofs.stream()
                .map(proof -> renewed(Optional.ofNullable(back.get(proof.id())), now))
                .toList();
    }

    /**
     * Adds to those that are known whoever of these has been lost. Of one position the first is, as the first who came back would
     * be; none whose position somebody has taken since. False when somebody else was quicker.
     */
    private boolean areBack(List<PlaceProof> missing, Map<PlaceId, Place> known, Instant now) {
        var positions = missing.stream().map(PlaceProof::position).distinct().toList();
        var taken = store.at(room, positions).stream().map(Place::position).collect(Collectors.toSet());
        var seen = store.look(room, now).snapshot();
        var kept = seen.lanes().isEmpty() ? lanes.counters() : seen.lanes();
        var lost = new ArrayList<Place>();
        for (var proof : missing) {
            if (isLost(proof, seen, kept, now) && taken.add(proof.position())) {
                var place = proof.place();
                lost.add(place);
                kept = kept.reaching(place.lane(), place.positionInLane());
            }
        }
        lost.forEach(place -> known.put(place.id(), place));
        return lost.isEmpty() || store.enter(room, seen, seen.counters().joined(kept), lost);
    }

    /** A place above `issued` was handed out by a store whose last writes are lost. */
    private static boolean isLost(PlaceProof proof, RoomSnapshot seen, LaneCounters kept, Instant now) {
        return proof.opening() == seen.opening()
                && proof.lane() <= kept.lanes().size()
                && (!proof.mayBeForgotten(now)
                        || proof.place().positionInLane()
                                > kept.of(proof.lane()).issued());
    }

    /** As its visitor, who has just looked for it, finds it. */
    private Optional<Place> renewed(Optional<Place> back, Instant now) {
        var renewed = back.filter(place -> place.stage().isInLine() && place.isOver(terms, now))
                .map(place -> place.after(Act.LOOK, terms, now))
                .filter(place -> store.replace(room, List.of(back.get().stepTo(Optional.of(place), now))));
        return renewed.or(() -> back.flatMap(place -> place.asOf(terms, now)));
    }

    /** An entrant of a draw whose turn has gone by while the store had lost the place. */
    private Place overtakenIfPassed(Place back, Instant now) {
        if (back.stage() != Stage.WAITING || !mayBeDrawn) {
            return back;
        }
        var seen = store.look(room, now).snapshot();
        return seen.draw()
                .filter(draw -> draw.hasPassed(back.position(), order(seen)))
                .map(draw -> back.overtaken())
                .filter(next ->
                        store.replace(room, List.of(new RoomStore.Step(back, Optional.of(next), Optional.empty()))))
                .orElse(back);
    }

    /**
     * Does one act to one place and returns it as it stands afterwards; an act that does not fit its stage changes nothing.
     * Of many equal acts at once one takes effect, and all see its result. Empty when there is no such place.
     */
    public Optional<Place> apply(PlaceId id, Act act, Instant moment) {
        var now = floor(moment);
        return change(id, place -> place.after(act, terms, now), now);
    }

    /** The same to a place that the caller has just read: if it is still kept so, it need not be looked for again. */
    public Optional<Place> apply(Place read, Act act, Instant moment) {
        var now = floor(moment);
        return change(read, place -> place.after(act, terms, now), now);
    }

    /**
     * Takes the turn of a place that the caller has just read, if it is its turn, for this browser, and notes it among those
     * that use the admission: of many that come at once no more than so many are noted. Empty when there is no such place.
     *
     * @param browser its {@link PlaceId#markOf mark}
     * @param most how many may use one admission, 1 or more
     */
    public Optional<Place> claim(Place read, String browser, int most, Instant moment) {
        var now = floor(moment);
        return change(read, place -> place.claimedBy(browser, most, terms, now), now);
    }

    /** The same to a place for a browser that holds it; one that has let it go changes nothing. */
    public Optional<Place> apply(PlaceProof proof, Act act, Instant moment) {
        var now = floor(moment);
        return change(proof.id(), place -> place.isHeldBy(proof) ? place.after(act, terms, now) : place, now);
    }

    /**
     * Carries a place to another browser, if it is still in the one with this proof. Of many that come at once one gets it;
     * whoever has got it gets it again. Empty for all others.
     *
     * @param to the browser's {@link PlaceId#markOf mark}
     */
    public Optional<Place> move(PlaceProof proof, String to, Instant moment) {
        var now = floor(moment);
        var next = Optional.of(new Place.Moved(proof.moves() + 1, to));
        return change(proof.id(), place -> place.moved(proof, to, terms, now), now)
                .filter(place -> place.moved().equals(next));
    }

    /** Writes down how often a place has moved, by a proof that knows of more than the store does. */
    public Optional<Place> count(PlaceProof proof, Instant moment) {
        var now = floor(moment);
        return change(proof.id(), place -> place.movedAsOftenAs(proof, terms, now), now);
    }

    /** Ends the place if it waits in the default lane, and else leaves it as it is; as it stands afterwards. */
    Optional<Place> giveUp(PlaceId id, Instant moment) {
        var now = floor(moment);
        return change(id, place -> place.stage() == Stage.WAITING ? place.after(Act.LEAVE, terms, now) : place, now);
    }

    private Optional<Place> change(PlaceId id, UnaryOperator<Place> act, Instant now) {
        return untilDone("an act", () -> {
            var kept = store.find(room, id);
            var before = kept.flatMap(place -> place.asOf(terms, now));
            var after = before.map(act);
            return after.equals(before)
                            || store.replace(room, List.of(kept.orElseThrow().stepTo(after, now)))
                    ? Optional.of(after)
                    : Optional.empty();
        });
    }

    private Optional<Place> change(Place read, UnaryOperator<Place> act, Instant now) {
        var before = read.asOf(terms, now);
        var after = before.map(act);
        return !after.equals(before) && store.replace(room, List.of(read.stepTo(after, now)))
                ? after
                : change(read.id(), place -> place.moves() == read.moves() ? act.apply(place) : place, now);
    }

    /** One consistent look at the room. Writes what time has ended, a bounded part at a time. */
    public RoomSnapshot snapshot(Instant moment) {
        var now = floor(moment);
        var kept = store.look(room, now);
        mayBeDrawn = kept.snapshot().draw().isPresent();
        for (int part = 0; part < MOST_PARTS && !kept.due().isEmpty(); part++) {
            var ends =
                    kept.due().stream().map(place -> place.stepTo(terms, now)).toList();
            try {
                // If another node is quicker, the next look tells. If not, what was seen counts them as they were
                // before.
                if (store.end(room, ends) && ends.size() < store.most()) {
                    return kept.snapshot().after(ends);
                }
            } catch (StoreUnavailableException refused) {
                return kept.snapshot().after(ends).withoutVersion();
            }
            kept = store.look(room, now);
        }
        return kept.snapshot();
    }

    /**
     * Calls the next visitors, and says whom. Empty, and nothing is moved, when nobody can be called, or the room's version
     * is no longer the one that was seen: of two nodes that tick at once one wins. Whoever joins meanwhile may be left to the
     * next call.
     *
     * @param maySweep whether places in line that nobody has looked for for too long end when it is their turn; else they
     *     are called like all others
     */
    public Optional<List<Place>> serve(RoomSnapshot seen, Advance advance, boolean maySweep, Instant moment) {
        var now = floor(moment);
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
     * Calls these, wherever they stand in line, and says whom: rate and capacity do not hold them, and {@code serving} stays
     * where it is. Empty, and nobody is called, when the room's version is no longer the one that was seen, or one of them
     * has changed meanwhile. Who is not in line stays as they are.
     *
     * @param ids at most {@link RoomStore#most}
     * @param most so many of them are called, 0 or more: the first who are in line
     */
    public Optional<List<Place>> serveOutOfTurn(RoomSnapshot seen, List<PlaceId> ids, long most, Instant moment) {
        var now = floor(moment);
        var until = now.plus(terms.claimWindow());
        var steps = ids.stream()
                .distinct()
                .flatMap(id -> store.find(room, id).stream())
                .filter(place -> place.stage().isInLine())
                .limit(most)
                .map(place -> new RoomStore.Step(place, Optional.of(place.called(until)), Optional.empty()))
                .toList();
        return steps.isEmpty() || store.move(room, seen, seen.counters().servedOutOfTurn(), steps)
                ? Optional.of(
                        steps.stream().flatMap(step -> step.after().stream()).toList())
                : Optional.empty();
    }

    /** One part of a call: the room after it, and who was called. */
    private record Part(RoomSnapshot after, List<Place> called) {}

    private Optional<Part> call(
            RoomSnapshot seen, int most, Advance advance, long before, boolean maySweep, Instant now) {
        var until = now.plus(terms.claimWindow());
        for (int tried = 0; tried < TRIES_OF_A_CALL; tried++) {
            var next = most > 0 ? next(seen, most, maySweep, now) : Chosen.nobody(seen);
            if (next.equals(Chosen.nobody(seen))) {
                return Optional.empty(); // What others have seen is still good.
            }
            var steps = next.places().stream()
                    .map(place -> new RoomStore.Step(place, Optional.of(place.called(until)), Optional.empty()))
                    .toList();
            var counters = served(seen.counters(), next, advance, before);
            if (store.move(room, seen, counters, steps)) {
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

    /** Who is to be called, and the counters once they are. */
    private record Chosen(List<Place> places, long serving, Optional<LobbyDraw> draw, LaneCounters lanes) {

        private static Chosen nobody(RoomSnapshot seen) {
            return new Chosen(List.of(), seen.serving(), seen.draw(), seen.lanes());
        }

        private static Chosen of(RoomStore.Next next, RoomSnapshot seen) {
            return new Chosen(next.places(), next.serving(), seen.draw(), seen.lanes());
        }

        /**
         * Those who have left a lane in which nobody waits are passed, so that nobody is told that they are ahead. Only where all
         * who are counted have been found: an index of a store may know of somebody a moment later.
         */
        private Chosen pastEmptyLanes(RoomStore.Next found, RoomSnapshot seen) {
            var all = found.places().stream()
                    .filter(place -> place.stage() == Stage.RETURNING)
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

    /** Who of them has ended meanwhile is not called, and neither is anybody else before all of those have been written. */
    private Chosen next(RoomSnapshot seen, int most, boolean maySweep, Instant now) {
        var next = chosen(seen, most, now);
        if (maySweep && !over(next, now).isEmpty()) {
            store.end(
                    room, over(next, now)); // A sweep goes in order of arrival, and may not get as far as a drawn one.
            sweep(seen, MOST_PARTS, now);
            next = chosen(seen, most, now);
        }
        return maySweep && !over(next, now).isEmpty() ? Chosen.nobody(seen) : next;
    }

    private List<RoomStore.Step> over(Chosen next, Instant now) {
        return next.places().stream()
                .filter(place -> place.isOver(terms, now))
                .map(place -> place.stepTo(place.passed(terms, now), now))
                .toList();
    }

    private Chosen chosen(RoomSnapshot seen, int most, Instant now) {
        var next = store.next(room, seen, RoomStore.START, most, now);
        var chosen = next.places().stream().anyMatch(Place::waitsInLane)
                ? chosenOfLanes(seen, next, most, now)
                : chosenOfOneLane(seen, next, most, now);
        return chosen.places().isEmpty() ? chosen : chosen.pastEmptyLanes(next, seen);
    }

    /** Second chances beyond their share get what those leave who have had none. */
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

    /** The same while somebody waits in a lane beside the default one: those who have had no chance share by lanes. */
    private Chosen chosenOfLanes(RoomSnapshot seen, RoomStore.Next next, int most, Instant now) {
        var overtaken = only(next, Place::isOvertaken);
        var again = only(behind(Place.BEFORE_RETURNING, seen, next, most, now), Place::hasReturned);
        var inLanes = IntStream.rangeClosed(1, seen.lanes().lanes().size())
                .mapToObj(lane -> only(
                        behind(Place.beforeLane(lane), seen, next, most, now),
                        place -> place.waitsInLane() && place.lane() == lane))
                .toList();
        // Of a lane that has more than could be called now it does not matter how many.
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
                counters = counters.called(lane, place.positionInLane());
            }
        }
        chosen.addAll(waiting.places());
        chosen.addAll(again.subList(0, Math.min(Math.max(0, most - chosen.size()), again.size())));
        return new Chosen(chosen, waiting.serving(), waiting.draw(), counters);
    }

    /** Those behind this call order; where a look has found less than it asked for, it has found all. */
    private RoomStore.Next behind(long order, RoomSnapshot seen, RoomStore.Next found, int most, Instant now) {
        return found.places().size() < most ? found : store.next(room, seen, order, most, now);
    }

    private static boolean isDrawn(RoomSnapshot seen) {
        return seen.draw().filter(LobbyDraw::isCalling).isPresent();
    }

    /** Those who wait for their first turn. */
    private Chosen waiting(RoomSnapshot seen, int most, Instant now) {
        return seen.draw()
                .filter(LobbyDraw::isCalling)
                .map(draw -> drawn(seen, draw, most, now))
                .orElseGet(() -> Chosen.of(store.next(room, seen, seen.serving(), most, now), seen));
    }

    /** The same of a draw: who came before its lobby, and then its entrants, whose places are asked for one by one. */
    private Chosen drawn(RoomSnapshot seen, LobbyDraw draw, int most, Instant now) {
        var base = draw.base();
        var before = seen.serving() < base
                ? store.next(room, seen, seen.serving(), most, now)
                : RoomStore.Next.of(List.of(), seen);
        var chosen = new ArrayList<>(only(before, place -> place.position() <= base));
        var serving = seen.serving() < base ? Math.min(before.serving(), base) : seen.serving();
        var order = order(seen);
        var called = draw.called();
        var isOver = chosen.size() == most;
        for (int part = 0; part < MOST_PARTS && !isOver && called < draw.entrants(); part++) {
            var many = part == 0 ? most - chosen.size() : store.most();
            var last = Math.min(called + many, draw.entrants());
            var turns = LongStream.rangeClosed(base + called + 1, base + last)
                    .map(order::at)
                    .boxed()
                    .toList();
            var places = store.at(room, turns);
            var passable = passable(seen, turns, places, now);
            called += passable;
            for (var place : places) {
                var number = order.of(place.position()) - base;
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

    /** How many of these positions a call may go past, the first ones: up to where somebody may still come back. */
    private int passable(RoomSnapshot seen, List<Long> positions, List<Place> places, Instant now) {
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
     * Ends the places in line that nobody has looked for for long: of all who return, and of those who wait from the head
     * on, where the oldest are, up to the first who has not been there for that long; whoever keeps their place among them
     * does not stop it. To be asked now and then, and by nobody whom others wait for: it takes as long as such a line is.
     */
    public void sweep(Instant moment) {
        var now = floor(moment);
        sweep(store.look(room, now).snapshot(), Integer.MAX_VALUE, now);
    }

    /**
     * Ends all places in line, those first who would be called first, and no more of them than a tick has time for: to be
     * asked again until nobody is left. Whoever changes meanwhile, and those in one part with them, are the next one's.
     */
    public void close(Instant moment) {
        var now = floor(moment);
        var seen = store.look(room, now).snapshot();
        var after = RoomStore.START;
        for (int part = 0; part < MOST_PARTS; part++) {
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

    /** So many parts at most; as many again for those who wait, where so many return that none was left for them. */
    private void sweep(RoomSnapshot seen, int parts, Instant now) {
        if (!isSwept(seen, RoomStore.START, parts, now)) {
            isSwept(seen, seen.serving(), parts, now);
        }
    }

    /** False when so many parts end among those who return. */
    private boolean isSwept(RoomSnapshot seen, long from, int parts, Instant now) {
        var after = from;
        for (int part = 0; part < parts; part++) {
            var inLine = store.next(room, seen, after, store.most(), now).places();
            var ends = inLine.stream()
                    .filter(place -> place.isOver(terms, now))
                    .map(place -> place.stepTo(place.passed(terms, now), now))
                    .toList();
            var isRefused = !ends.isEmpty() && !store.end(room, ends);
            if (isRefused || inLine.size() < store.most()) {
                return true;
            }
            var last = inLine.get(inLine.size() - 1);
            var isYoung = last.joinedAt().plus(terms.waitingTtl()).isAfter(now);
            if (last.stage() == Stage.WAITING && isYoung) {
                return true; // Who joined later has not waited long enough.
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

    /**
     * Grants so many turns by hand, 1 or more; they keep until used. Refused with {@link IllegalArgumentException} when
     * there would be more than {@link #MOST_BY_HAND}.
     */
    public void letIn(long turns, Instant now) {
        untilDone("letting in", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            if (turns < 1 || turns > MOST_BY_HAND - seen.letIn()) {
                throw new IllegalArgumentException("turns let in by hand must be 1 or more, and " + MOST_BY_HAND
                        + " at once in all, were " + turns + " and " + seen.letIn() + " unused ones");
            }
            return written(seen, seen.counters().lettingIn(turns));
        });
    }

    /** Takes back the turns granted by hand that nobody has used yet; how many they were. */
    public long takeBack(Instant now) {
        return untilDone("taking back", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            return seen.letIn() == 0
                            || written(seen, seen.counters().takingBack()).isPresent()
                    ? Optional.of(seen.letIn())
                    : Optional.empty();
        });
    }

    /** The same of what was seen; false when something has changed since. */
    public boolean takeBack(RoomSnapshot seen) {
        return written(seen, seen.counters().takingBack()).isPresent();
    }

    /**
     * Replaces the operator's settings, unless they are no longer the expected ones: then it changes nothing and returns
     * false. Empty means "as configured".
     */
    public boolean change(Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return untilDone("changing settings", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            return seen.changed().equals(expected)
                    ? written(seen, seen.counters().changedTo(next))
                    : Optional.of(false);
        });
    }

    /** Makes of the operator's settings what the edit says, whatever is being changed meanwhile; what they were before. */
    public Optional<RoomSettings> change(UnaryOperator<Optional<RoomSettings>> edit, Instant now) {
        return untilDone("changing settings", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            var next = edit.apply(seen.changed());
            return next.equals(seen.changed())
                            || written(seen, seen.counters().changedTo(next)).isPresent()
                    ? Optional.of(seen.changed())
                    : Optional.empty();
        });
    }

    private Optional<Boolean> written(RoomSnapshot seen, Counters next) {
        if (!seen.hasVersion()) {
            throw new StoreUnavailableException("a later release has written the room's settings", null);
        }
        return store.move(room, seen, next, List.of()) ? Optional.of(true) : Optional.empty();
    }

    /** Takes a step of the draw; false when the room is no longer as it was seen. */
    public boolean draw(RoomSnapshot seen, LobbyDraw next) {
        return written(seen, seen.counters().drawing(next)).isPresent();
    }

    /** In which order those in line are called. */
    public Order order(RoomSnapshot seen) {
        return orders.of(seen.draw());
    }

    /**
     * The ids of the places from one position to another, both included, at the index that the position has behind the first;
     * empty where there is no place. At most {@link #mostIds} of them.
     */
    public List<Optional<PlaceId>> ids(long from, long to) {
        var positions = LongStream.rangeClosed(from, to).boxed().toList();
        return ids(positions, store.at(room, positions));
    }

    /** The same for good: where it says nobody, nobody comes any more. Empty while somebody may still come back there. */
    public Optional<List<Optional<PlaceId>>> idsForGood(RoomSnapshot seen, long from, long to, Instant moment) {
        var positions = LongStream.rangeClosed(from, to).boxed().toList();
        var places = store.at(room, positions);
        return passable(seen, positions, places, floor(moment)) < positions.size()
                ? Optional.empty()
                : Optional.of(ids(positions, places));
    }

    private static List<Optional<PlaceId>> ids(List<Long> positions, List<Place> places) {
        var known = places.stream().collect(Collectors.toMap(Place::position, Place::id));
        return positions.stream()
                .map(position -> Optional.ofNullable(known.get(position)))
                .toList();
    }

    /** The places there, as they stand; at most {@link #mostIds}. */
    public List<Place> places(long from, long to, Instant now) {
        return store.at(room, LongStream.rangeClosed(from, to).boxed().toList()).stream()
                .flatMap(place -> place.asOf(terms, now).stream())
                .toList();
    }

    /** How many {@link #ids} can be asked for. */
    public int mostIds() {
        return store.most();
    }

    /** Starts this opening, if it follows the one that runs; the number of the opening that runs now. */
    public long open(NextOpening next, Instant now) {
        return store.open(room, next, floor(now));
    }

    private static <T> T untilDone(String what, Supplier<Optional<T>> attempt) {
        for (int tried = 0; tried < TRIES; tried++) {
            var done = attempt.get();
            if (done.isPresent()) {
                return done.get();
            }
        }
        throw new StoreUnavailableException(what + ": others were quicker " + TRIES + " times", null);
    }

    private static Instant floor(Instant moment) {
        return moment.truncatedTo(ChronoUnit.MILLIS);
    }
}
