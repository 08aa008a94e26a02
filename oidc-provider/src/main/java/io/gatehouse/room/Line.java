package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The rules of one room's line, for every store alike: acts, time, calls. The store finds places and replaces
 * them atomically ({@link RoomStore}); {@link Place} has the rules of one place; all other rules are here. It
 * reads no clock, and keeps nothing between two calls except results of a draw.
 *
 * <p><b>Two counters.</b> {@code issued} is the last position given out, {@code serving} the highest one
 * called. Positions start at 1 and never change. {@code serving} never passes {@code issued}, so no visitor
 * can walk in on turns that piled up while the line was empty.
 *
 * <p><b>An act</b> is a look, {@link Place#after}, and a replacement of the place if it has not changed
 * since. A caller that loses the race looks again. So of many claims one makes the admission, and all see it.
 * An act whose answer was lost can be repeated, because a completed act does not fit any more.
 *
 * <p><b>Time.</b> A place is first brought to the present ({@link Place#asOf}): a turn whose claim window has
 * ended is lapsed for every reader, even while the store still has it as a turn. The next look at the room
 * writes it, usually once a tick: the store lists the due places in the same answer. If the store refuses
 * that write, the place is shown as ended, and no call relies on it.
 *
 * <p><b>Slots.</b> Turns that hold one and admissions take one each. Only {@link Calls} raise their sum; a
 * claim moves one from the first part to the second; time, leaving and ending lower it.
 *
 * <p><b>A turn holds its slot for a while</b> where the call says so, and stays open for its whole claim
 * window. The next look at the room releases the slot, as it writes what has ended; until then a claim still
 * has it. A visitor who comes later is ready: their claim window stands still until a call gives them the
 * next free slot. A visitor who is not there when it comes loses no more than the slot: the window runs on.
 *
 * <p><b>Moving.</b> A place that is carried to another browser keeps its id. It counts its moves, and so does
 * each cookie: a cookie with fewer moves has let the place go. A move is a change like any other, from one
 * count to the next, so of many users of one link one gets the place. A store that has lost a move learns of
 * it from the newer cookie.
 *
 * <p><b>Arrival.</b> A claimed admission lasts one claim window until a site redeems a code for it; then it
 * gets its whole time, counted from the claim. A visitor who never gets there does not hold a slot for an
 * hour.
 *
 * <p><b>Rejected.</b> The rules inside each store, one script an operation: a round trip less for a claim,
 * and each rule written three times (decision 18). Counting {@code serving} up blindly; moving places up when
 * a visitor leaves.
 */
public final class Line {

    /** How long an ended or lapsed place is remembered, so that the page can show its visitor how it ended. */
    public static final Duration MEMORY = Duration.ofDays(1);

    /** More than anyone lets in by hand, and few enough that no sum of turns overflows. */
    public static final long MOST_BY_HAND = 1_000_000_000;

    /** One look writes at most this many parts of the due places; the rest holds its slots until the next look. */
    static final int MOST_PARTS = 40;

    /** The limit of attempts: each failed attempt means that another caller has succeeded. */
    private static final int TRIES = 100;

    /**
     * The progress of a place in another system that has called it.
     *
     * @param stage {@link Stage#ADMITTED} of a visitor who is inside; {@link Stage#TURN} of one whose turn it
     *     is; {@link Stage#EXPIRED} of one for whom it is over
     * @param since when the visitor came in, of one who is inside
     * @param until when the visit or the turn ends; of a turn, if not later than now: after a claim window
     */
    public record Brought(Stage stage, Instant since, Instant until) {

        /** A place whose turn it is, for a claim window. */
        public static final Brought TURN = new Brought(Stage.TURN, Instant.EPOCH, Instant.EPOCH);

        /** A place whose turn lasts until then. */
        public static Brought turn(Instant until) {
            return new Brought(Stage.TURN, Instant.EPOCH, until);
        }

        /** A place for which it is over. */
        public static final Brought OVER = new Brought(Stage.EXPIRED, Instant.EPOCH, Instant.EPOCH);

        /** A place whose visitor is inside; whole milliseconds. */
        public static Brought inside(Instant since, Instant until) {
            return new Brought(Stage.ADMITTED, since, until);
        }

        /** How long the turn is open; it has no effect for a visitor who is inside. */
        Duration window(Terms terms, Instant now) {
            return stage == Stage.TURN && until.isAfter(now) ? Duration.between(now, until) : terms.claimWindow();
        }

        /** Whether nothing has happened to the place since, except looks. */
        private boolean isLeftAt(Place place) {
            return switch (place.stage()) {
                case WAITING -> true;
                case TURN, RELEASED, LAPSED -> stage == Stage.TURN;
                case ADMITTED -> place.equals(place.insideBy(since, until));
                default -> false;
            };
        }
    }

    private final RoomStore store;
    private final RoomId room;
    private final Terms terms;
    private final Lanes lanes;
    private final Calls calls;

    /** Whether there was a draw at the last look at the room: without one, a returning visitor costs no look. */
    private volatile boolean mayBeDrawn = true;

    public Line(RoomStore store, RoomId room, Terms terms, Lanes lanes) {
        this.store = store;
        this.room = room;
        this.terms = terms;
        this.lanes = lanes;
        this.calls = new Calls(store, room, terms, lanes);
    }

    /** Takes the next position, or finds the place that this id already has, in any stage. */
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
     * Takes the next positions of lanes beside the default one, or finds the places that these ids already
     * have, in any lane and stage.
     *
     * @param newcomers which lane each wants; at most {@link #mostIds}, less one
     */
    public List<Joined> joinLanes(Map<PlaceId, String> newcomers, Instant moment) {
        var now = floor(moment);
        return untilDone("joining a lane", () -> {
            // This comes first, since nothing may lie between the look and the change: an id that is taken
            // meanwhile is refused.
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
                    var position = new Position(number, kept.of(number).issued());
                    var place = Place.waiting(newcomer.getKey(), seen.opening(), position, now);
                    taken.add(place);
                    joined.add(new Joined(place, kept.of(number).ahead() == 1));
                }
            }
            return taken.isEmpty() || store.enter(room, seen, seen.counters().joined(kept), taken)
                    ? Optional.of(joined)
                    : Optional.empty();
        });
    }

    /** Gives these ids the positions from one on, in their order; see {@link RoomStore#joinInOrder}. */
    public Optional<List<Place>> joinInOrder(long opening, long first, List<PlaceId> ids, Instant now) {
        return store.joinInOrder(room, opening, first, ids, floor(now));
    }

    /** Goes on with places that another system has called; see {@link Calls#goOn}. */
    public boolean goOn(long opening, long first, List<Brought> called, Instant now) {
        return calls.goOn(opening, first, called, floor(now));
    }

    /**
     * Takes back the places that {@link #joinInOrder} and {@link #goOn} have brought and that have not
     * changed since: visitors who wait or have a turn leave the line, and visits end. Returns their number; a
     * repetition returns 0.
     *
     * @param called the progress of the first ids
     */
    public long takeBack(long first, List<PlaceId> ids, List<Brought> called, Instant moment) {
        var now = floor(moment);
        var ended = 0L;
        for (int from = 0; from < ids.size(); from += store.most()) {
            var start = from;
            var last = Math.min(ids.size(), from + store.most()) - 1;
            ended += untilDone("taking back", () -> {
                var steps = store.at(room, positions(0, first + start, first + last)).stream()
                        .filter(place -> isLeft(place, ids, called, (int) (place.number() - first)))
                        .flatMap(place -> takenBack(place, now).stream())
                        .toList();
                return store.replace(room, steps) ? Optional.of((long) steps.size()) : Optional.empty();
            });
        }
        return ended;
    }

    private static boolean isLeft(Place place, List<PlaceId> ids, List<Brought> called, int index) {
        var isTheirs = place.id().equals(ids.get(index));
        return isTheirs && (index < called.size() ? called.get(index).isLeftAt(place) : place.stage() == Stage.WAITING);
    }

    private Optional<RoomStore.Step> takenBack(Place place, Instant now) {
        var act = place.stage() == Stage.ADMITTED ? Act.EXPIRE : Act.LEAVE;
        return place.asOf(terms, now)
                .map(standing -> standing.after(act, terms, now))
                .filter(after -> !after.equals(place))
                .map(after -> place.stepTo(Optional.of(after), now));
    }

    /** Finds the places of these ids, and forgets those whose memory has ended. */
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
    public Optional<Place> at(Position position, Instant now) {
        return store.at(room, position).flatMap(place -> place.asOf(terms, now));
    }

    /** Keeps a place for a client that has no cookie; see {@link RoomStore#keep}. */
    public void keep(Place place) {
        store.keep(room, place);
    }

    /** The proof that is kept of such a client's place. */
    public Optional<PlaceProof> kept(PlaceId id) {
        return store.kept(room, id);
    }

    /**
     * Puts a place back that the store has lost; see {@link RoomStore#restore}. The time of the last look is
     * lost with it: this counts as one.
     */
    public Optional<Place> restore(PlaceProof proof, Instant moment) {
        var now = floor(moment);
        return proof.lane() > 0
                ? restoreInLanes(List.of(proof), moment).get(0)
                : renewed(store.restore(room, proof, now).map(place -> overtakenIfPassed(place, now)), now);
    }

    /**
     * Restores places in lanes beside the default one, all by one change. A place that the call has gone past
     * stands first in its lane.
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
     * Adds the lost places among these to the known ones. Of two with one position the first counts, as the
     * first to return would; none counts whose position was given out again. False if another caller was
     * faster.
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
                kept = kept.reaching(place.lane(), place.number());
            }
        }
        lost.forEach(place -> known.put(place.id(), place));
        return lost.isEmpty() || store.enter(room, seen, seen.counters().joined(kept), lost);
    }

    private static boolean isLost(PlaceProof proof, RoomSnapshot seen, LaneCounters kept, Instant now) {
        return proof.opening() == seen.opening()
                && proof.lane() <= kept.lanes().size()
                && kept.of(proof.lane()).issued() <= proof.lostWhileIssuedUpTo(now);
    }

    /** The place as its visitor, who has just looked for it, finds it. */
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
                .filter(draw -> draw.hasPassed(back.number(), order(seen)))
                .map(draw -> back.overtaken())
                .filter(next ->
                        store.replace(room, List.of(new RoomStore.Step(back, Optional.of(next), Optional.empty()))))
                .orElse(back);
    }

    /**
     * Does one act to one place and returns it as it stands afterwards; an act that does not fit its stage
     * changes nothing. Of many equal acts at once one takes effect, and all see its result. Empty when there
     * is no such place.
     */
    public Optional<Place> apply(PlaceId id, Act act, Instant moment) {
        var now = floor(moment);
        return change(id, place -> place.after(act, terms, now), now);
    }

    /** Applies an act to a place that the caller has just read: if it is unchanged in the store, no look is needed. */
    public Optional<Place> apply(Place read, Act act, Instant moment) {
        var now = floor(moment);
        return change(read, place -> place.after(act, terms, now), now);
    }

    /**
     * Takes the turn of a place that the caller has just read, if it is its turn, for this browser, and notes
     * it among those that use the admission: of many that come at once at most {@code most} are noted. Empty
     * when there is no such place.
     *
     * @param browser its {@link PlaceId#hashOf hash}
     * @param most how many may use one admission, 1 or more
     */
    public Optional<Place> claim(Place read, String browser, int most, Instant moment) {
        var now = floor(moment);
        return change(read, place -> place.claimedBy(browser, most, terms, now), now);
    }

    /** Applies an act for a browser that holds the place; a browser that has let it go changes nothing. */
    public Optional<Place> apply(PlaceProof proof, Act act, Instant moment) {
        var now = floor(moment);
        return change(proof.id(), place -> place.isHeldBy(proof) ? place.after(act, terms, now) : place, now);
    }

    /**
     * Notes that the visitor of a place that the caller has just read has arrived, where the visit lasts this
     * long from the claim, and at most as long as visits do; empty when there is no such place.
     */
    public Optional<Place> arrive(Place read, Duration visit, Instant moment) {
        var now = floor(moment);
        var most = visit.compareTo(terms.admissionTtl()) < 0 ? visit : terms.admissionTtl();
        return change(read, place -> place.arrived(most), now);
    }

    /**
     * Gives the visit that time has just ended its second chance, if it has one ({@link Place#isInGrace}); as
     * the place stands afterwards. Its end is written first, so that it is counted and told like any other.
     */
    public Optional<Place> comeBack(PlaceProof proof, Instant moment) {
        var now = floor(moment);
        store.find(room, proof.id())
                .filter(kept -> kept.stage() == Stage.ADMITTED && kept.isOver(terms, now))
                .ifPresent(kept -> store.end(room, List.of(kept.stepTo(terms, now))));
        return apply(proof, Act.RETURN, moment);
    }

    /**
     * Carries a place to another browser, if it is still in the one with this proof. One of simultaneous
     * moves gets it; the same browser gets it again. Empty for all others.
     *
     * @param to the browser's {@link PlaceId#hashOf hash}
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
    public Optional<Place> giveUp(PlaceId id, Instant moment) {
        var now = floor(moment);
        return change(id, place -> place.stage() == Stage.WAITING ? place.after(Act.LEAVE, terms, now) : place, now);
    }

    private Optional<Place> change(PlaceId id, UnaryOperator<Place> act, Instant now) {
        return untilDone("an act", () -> {
            var kept = store.find(room, id);
            var before = kept.flatMap(place -> place.asOf(terms, now));
            var after = before.map(act);
            kept.filter(place -> after.equals(kept)).ifPresent(this::repeated);
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

    /** Records that an act on this place was done before and changed nothing; see {@link RoomStore#repeated}. */
    public void repeated(Place place) {
        store.repeated(room, place);
    }

    /** One consistent look at the room. Writes what time has ended, a bounded part at a time. */
    public RoomSnapshot snapshot(Instant moment) {
        var now = floor(moment);
        var kept = store.look(room, now);
        mayBeDrawn = kept.snapshot().draw().isPresent();
        for (int part = 0; part < MOST_PARTS && !kept.due().isEmpty(); part++) {
            var ends =
                    kept.due().stream().map(place -> place.dueStep(terms, now)).toList();
            try {
                // If another node is quicker, the next look tells. If not, what was seen counts them as they
                // were before.
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

    /** See {@link Calls#serve}. */
    public Optional<List<Place>> serve(RoomSnapshot seen, Advance advance, boolean maySweep, Instant moment) {
        return calls.serve(seen, advance, maySweep, floor(moment));
    }

    /** See {@link Calls#serveOutOfTurn}. */
    public Optional<List<Place>> serveOutOfTurn(RoomSnapshot seen, List<PlaceId> ids, long most, Instant moment) {
        return calls.serveOutOfTurn(seen, ids, most, floor(moment));
    }

    /** See {@link Calls#seat}. */
    public Optional<List<Place>> seat(RoomSnapshot seen, long most, Optional<Duration> held, Instant moment) {
        return calls.seat(seen, most, held, floor(moment));
    }

    /** See {@link Calls#sweep}. */
    public void sweep(Instant moment) {
        calls.sweep(floor(moment));
    }

    /** See {@link Calls#close}. */
    public void close(Instant moment) {
        calls.close(floor(moment));
    }

    /** The order in which places in line are called. */
    public Order order(RoomSnapshot seen) {
        return calls.order(seen);
    }

    /**
     * Grants this many turns by hand, 1 or more; they keep until used. Refused with
     * {@link IllegalArgumentException} when there would be more than {@link #MOST_BY_HAND}.
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

    /** Takes back at most this many unused turns that were granted by hand; returns their number. */
    public long takeBack(long most, Instant now) {
        return untilDone("taking back", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            var unused = Math.min(most, seen.letIn());
            return unused == 0
                            || written(seen, seen.counters().takingBack(unused)).isPresent()
                    ? Optional.of(unused)
                    : Optional.empty();
        });
    }

    /** Takes back all unused turns that were seen; false when something has changed since. */
    public boolean takeBack(RoomSnapshot seen) {
        return written(seen, seen.counters().takingBack(seen.letIn())).isPresent();
    }

    /**
     * Replaces the operator's settings, unless they are no longer the expected ones: then it changes nothing
     * and returns false. Empty means "as configured".
     */
    public boolean change(Optional<RoomSettings> expected, Optional<RoomSettings> next, Instant now) {
        return untilDone("changing settings", () -> {
            var seen = store.look(room, floor(now)).snapshot();
            return seen.changed().equals(expected)
                    ? written(seen, seen.counters().changedTo(next))
                    : Optional.of(false);
        });
    }

    /** Edits the operator's settings, also against concurrent changes; returns the former ones. */
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
        return store.move(room, seen, next, RoomStore.Call.NONE) ? Optional.of(true) : Optional.empty();
    }

    /** Takes a step of the draw; false when the room is no longer as it was seen. */
    public boolean draw(RoomSnapshot seen, LobbyDraw next) {
        return written(seen, seen.counters().drawing(next)).isPresent();
    }

    /**
     * The ids of the places from one position to another, both included, each at its distance from the first
     * position; empty where there is no place. At most {@link #mostIds} of them.
     */
    public List<Optional<PlaceId>> ids(long from, long to) {
        var positions = positions(0, from, to);
        return ids(positions, store.at(room, positions));
    }

    /** The {@link #ids}, if an empty position will never be taken again; empty while its visitor may still return. */
    public Optional<List<Optional<PlaceId>>> idsForGood(RoomSnapshot seen, long from, long to, Instant moment) {
        var positions = positions(0, from, to);
        var places = store.at(room, positions);
        return calls.passable(seen, positions, places, floor(moment)) < positions.size()
                ? Optional.empty()
                : Optional.of(ids(positions, places));
    }

    private static List<Optional<PlaceId>> ids(List<Position> positions, List<Place> places) {
        var known = places.stream().collect(Collectors.toMap(Place::position, Place::id));
        return positions.stream()
                .map(position -> Optional.ofNullable(known.get(position)))
                .toList();
    }

    /** The places at these positions, as they stand; at most {@link #mostIds}. */
    public List<Place> places(int lane, long from, long to, Instant now) {
        return store.at(room, positions(lane, from, to)).stream()
                .flatMap(place -> place.asOf(terms, now).stream())
                .toList();
    }

    static List<Position> positions(int lane, long from, long to) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(number -> new Position(lane, number))
                .toList();
    }

    /** The limit of {@link #ids} in one question. */
    public int mostIds() {
        return store.most();
    }

    /** Starts this opening, if it follows the one that runs; the number of the opening that runs now. */
    public long open(NextOpening next, Instant now) {
        return store.open(room, next, floor(now));
    }

    static <T> T untilDone(String what, Supplier<Optional<T>> attempt) {
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
