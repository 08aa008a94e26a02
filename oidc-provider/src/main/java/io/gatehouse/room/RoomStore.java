package io.gatehouse.room;

import io.gatehouse.stock.Ending;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The port to the storage of lines: it finds places, gives out positions, and changes places and counters
 * atomically. It knows no rule of the line: {@link Line} has them, and calls it.
 *
 * <p>Places are returned as they were last written; the caller applies the time since by {@link Place#asOf}.
 * A store files a place under {@link Place#position}, {@link Place#callOrder}, {@link Place#dueAt}, and
 * {@link Place#stage} for the counts. Moments are kept in whole milliseconds.
 *
 * <p>Every method is atomic and acknowledged only when it is durable. A room without any join is an empty
 * line in its first opening. If the store is away, every method throws {@link StoreUnavailableException}:
 * nothing has been acknowledged, and the change may or may not happen. Repeating is safe: a repeated
 * compare-and-set answers false if the first one has succeeded.
 */
public interface RoomStore {

    /** The point before all places that can be called, in call order. */
    long START = Long.MIN_VALUE;

    /** The most ids of {@link #joinInOrder}: some milliseconds of a script, in which no other join is answered. */
    int MOST_IN_ORDER = 1_000;

    /** The most places of {@link #enter}: two items of each, and the counters, are one change of DynamoDB. */
    int MOST_IN_LANES = 49;

    /**
     * A change of one place.
     *
     * @param before as it was read, to the last field
     * @param after as it is to be kept; empty: forgotten
     * @param ending how its slot comes free with it, to be counted; empty if it does not, or is not counted
     */
    record Step(Place before, Optional<Place> after, Optional<Ending> ending) {}

    /**
     * The places that a move of the counters calls. Stores write the steps; the ledger and events the rule.
     *
     * @param steps the places that are called
     * @param why the rule of the inlet that allowed it; empty where no inlet was asked: the call is out of
     *     turn, or calls no one
     */
    record Call(List<Step> steps, Optional<Advance.Why> why) {

        /** The call of a move that changes other numbers only. */
        static final Call NONE = outOfTurn(List.of());

        public Call {
            steps = List.copyOf(steps);
        }

        static Call outOfTurn(List<Step> steps) {
            return new Call(steps, Optional.empty());
        }

        /** The name of the rule, in the ledger and in events. */
        public String rule() {
            return why.map(Enum::name).orElse("OUT_OF_TURN");
        }
    }

    /**
     * A room as it is stored.
     *
     * @param snapshot its counts; a due place counts in its written stage, so slots may be counted too high,
     *     and never too low
     * @param due due places, earliest first; not more than {@link #most} of them, those that take slots at
     *     least
     */
    record Kept(RoomSnapshot snapshot, List<Place> due) {

        public Kept {
            due = List.copyOf(due);
        }
    }

    /**
     * The next places to be called.
     *
     * @param places in {@link Place#callOrder call order}
     * @param serving where the serving counter stands once they are called: at the last of those who waited;
     *     or further, if the store has seen that thousands behind it wait no more, and is not to look at them
     *     again
     */
    record Next(List<Place> places, long serving) {

        public Next {
            places = List.copyOf(places);
        }

        /** The places of a store that knows of no others, after this look. */
        public static Next of(List<Place> places, RoomSnapshot seen) {
            var serving = places.stream()
                    .filter(place -> place.stage() == Stage.WAITING)
                    .mapToLong(Place::number)
                    .reduce(seen.serving(), Math::max);
            return new Next(places, serving);
        }
    }

    /** The limit of places in a change, in a look for due places and in a look for the next ones. */
    int most();

    /**
     * The place of this id, or a new one at the next position. Two joins of one id at once get the same
     * place.
     */
    Joined join(RoomId room, PlaceId place, Instant now);

    /**
     * Gives these ids the positions from {@code first} on in the default lane, in their order: a line goes on
     * that another system has numbered. An id that has its position keeps it, in any stage, so a call may be
     * repeated, also after it broke off. The answer is their places in that order.
     *
     * <p>Nothing is changed, and the answer is empty, if the room is in another opening, a position before
     * the first was not given out, or one of the ids or positions is another's. A store that writes in parts
     * may find that out when some are written, if others join at the same time; a position is never given
     * twice.
     *
     * @param first 1 or more
     * @param ids each once; 1 to {@link #MOST_IN_ORDER}
     */
    Optional<List<Place>> joinInOrder(RoomId room, long opening, long first, List<PlaceId> ids, Instant now);

    /** The place of this id; empty when this opening knows none. */
    Optional<Place> find(RoomId room, PlaceId place);

    /** The place at this position; empty when this opening knows none. */
    default Optional<Place> at(RoomId room, Position position) {
        return at(room, List.of(position)).stream().findFirst();
    }

    /**
     * The places at these positions of any lane, {@link #most} at most and each once, in the order of the
     * question; those that this opening does not know are left out. Of several places that change meanwhile,
     * some may be as before and others as after.
     */
    List<Place> at(RoomId room, List<Position> positions);

    /**
     * Files places that have just been given a position in a lane beside the default one, and moves the
     * counters of the lanes on: all, or nothing. Nothing is done, and the answer is false, unless the room's
     * version and opening are those that were seen, and none of these ids or positions is in use.
     * {@link #join} counts the default lane alone, without a version, for its crowd; here the caller counts,
     * since these are fewer, and their counters are moved by calls as well.
     *
     * @param next its version and lanes are kept
     * @param places {@link #MOST_IN_LANES} at most
     */
    boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places);

    /**
     * Makes sure that these positions, which were given out and at which {@link #at} has found no place, stay
     * empty. False if that is not certain yet: a place there may have been lost and may return, or has just
     * come. Then no place behind them is called yet, and the caller looks again. A store that gives out a
     * position and writes the place at once need not look.
     */
    default boolean passOver(RoomId room, long opening, List<Position> positions, Instant now) {
        return true;
    }

    /**
     * Restores a place that was acknowledged and that the store has lost since. It waits again, or is {@link
     * Place#overtaken} if the call has passed its position. Nothing changes if it was not lost: there is a
     * place of this id, it is {@link PlaceProof#lostWhileIssuedUpTo not lost}, or belongs to an earlier
     * opening. The answer is the place as {@link #find} finds it then, so two tabs that restore it at once,
     * or repeat after a lost answer, both get it. A proof of a later opening shows that the store has lost
     * that as well: the room's line continues in it, for every answer. A durable store restores nothing.
     * Places in lanes beside the default one are the caller's to {@link #enter}: only the opening of their
     * proofs counts here.
     */
    default Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
        return find(room, proof.id());
    }

    /**
     * Keeps the proof of a place that waits in the default lane, for a client that has no cookie. A store
     * that may lose only its lines puts the place back by itself; a place that is asked for meanwhile is put
     * back by {@link #restore}, from {@link #kept}. Any other store has nothing to do.
     */
    default void keep(RoomId room, Place place) {}

    /** The proof that {@link #keep} has kept of this id; empty in a store that keeps none. */
    default Optional<PlaceProof> kept(RoomId room, PlaceId place) {
        return Optional.empty();
    }

    /**
     * Replaces these places, if each is still as it was read: all or none, with the counts and all that they
     * are filed under. Of two callers that replace one place at once, one succeeds.
     */
    boolean replace(RoomId room, List<Step> steps);

    /**
     * Replaces places that time has ended, at a look at the room. If a store queues visitors'
     * changes, this write must not wait behind them, or no visitor would be called.
     */
    default boolean end(RoomId room, List<Step> steps) {
        return replace(room, steps);
    }

    /**
     * Hears that an act on this place is acknowledged that has changed nothing, because it was done before.
     * Stores that report changes need this: the caller of the first act may never have got an answer. Other
     * stores have nothing to do.
     */
    default void repeated(RoomId room, Place place) {}

    /** One consistent look at the room, and at what is due by now. */
    Kept look(RoomId room, Instant now);

    /**
     * The next places in call order, at most {@code most}; fewer only if there are no more that may be called
     * now. A simultaneous join may be missing.
     *
     * @param after behind which {@link Place#callOrder call order} they are looked for: that of a returning
     *     place, or {@link #START}: then the returning ones come first, and behind them the waiting ones; or
     *     a position, not before the serving counter
     */
    Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now);

    /**
     * Moves the counters on and replaces the called places, all or nothing. It changes nothing and answers
     * false unless all of this holds: the room's version, opening and serving are the seen ones; no more
     * slots are taken than were seen, counting admissions that have ended since; each place is as it was
     * read; and no place that has returned since would be left behind the serving counter. A durable store
     * may skip a comparison whose case cannot occur there.
     *
     * @param next the new version, serving, letIn, pacedUntil, changed, draw and lanes; the rest moves with
     *     the places
     */
    boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call);

    /**
     * Starts a new opening with an empty line and returns its number. The places and admissions of all
     * earlier ones are gone, also of openings that a store put back from an old copy does not know: none is
     * found, restored or replaced. Only operators' settings and the time that the rate has used up stay. If
     * another opening is running than it should follow, it starts none and returns the current number:
     * repeating is harmless.
     */
    long open(RoomId room, NextOpening next, Instant now);

    /** The purpose of a question, by which stores are guarded and measured. */
    enum Kind {
        /** New places. */
        JOIN,
        /** One visitor's place. */
        LOOK,
        /** A change that a visitor or an operator waits for. */
        CHANGE,
        /** The clockwork of a room. */
        TICK
    }

    /** A store that asks another one for everything: the base of stores that add something to some questions. */
    abstract class Forwarding implements RoomStore {

        private final RoomStore store;

        protected Forwarding(RoomStore store) {
            this.store = store;
        }

        /** Asks the other store, for each method except {@link #most} and {@link #repeated}. */
        protected <T> T ask(Kind kind, RoomId room, Supplier<T> question) {
            return question.get();
        }

        @Override
        public int most() {
            return store.most();
        }

        @Override
        public Joined join(RoomId room, PlaceId place, Instant now) {
            return ask(Kind.JOIN, room, () -> store.join(room, place, now));
        }

        @Override
        public Optional<List<Place>> joinInOrder(
                RoomId room, long opening, long first, List<PlaceId> ids, Instant now) {
            return ask(Kind.JOIN, room, () -> store.joinInOrder(room, opening, first, ids, now));
        }

        @Override
        public Optional<Place> find(RoomId room, PlaceId place) {
            return ask(Kind.LOOK, room, () -> store.find(room, place));
        }

        @Override
        public Optional<Place> at(RoomId room, Position position) {
            return ask(Kind.LOOK, room, () -> store.at(room, position));
        }

        @Override
        public List<Place> at(RoomId room, List<Position> positions) {
            return ask(Kind.TICK, room, () -> store.at(room, positions));
        }

        @Override
        public boolean enter(RoomId room, RoomSnapshot seen, Counters next, List<Place> places) {
            return ask(Kind.JOIN, room, () -> store.enter(room, seen, next, places));
        }

        @Override
        public boolean passOver(RoomId room, long opening, List<Position> positions, Instant now) {
            return ask(Kind.TICK, room, () -> store.passOver(room, opening, positions, now));
        }

        @Override
        public Optional<Place> restore(RoomId room, PlaceProof proof, Instant now) {
            return ask(Kind.CHANGE, room, () -> store.restore(room, proof, now));
        }

        @Override
        public void keep(RoomId room, Place place) {
            ask(Kind.CHANGE, room, () -> {
                store.keep(room, place);
                return place;
            });
        }

        @Override
        public Optional<PlaceProof> kept(RoomId room, PlaceId place) {
            return ask(Kind.LOOK, room, () -> store.kept(room, place));
        }

        @Override
        public boolean replace(RoomId room, List<Step> steps) {
            return ask(Kind.CHANGE, room, () -> store.replace(room, steps));
        }

        @Override
        public boolean end(RoomId room, List<Step> steps) {
            return ask(Kind.TICK, room, () -> store.end(room, steps));
        }

        @Override
        public void repeated(RoomId room, Place place) {
            store.repeated(room, place);
        }

        @Override
        public Kept look(RoomId room, Instant now) {
            return ask(Kind.TICK, room, () -> store.look(room, now));
        }

        @Override
        public Next next(RoomId room, RoomSnapshot seen, long after, int most, Instant now) {
            return ask(Kind.TICK, room, () -> store.next(room, seen, after, most, now));
        }

        @Override
        public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
            return ask(Kind.TICK, room, () -> store.move(room, seen, next, call));
        }

        @Override
        public long open(RoomId room, NextOpening next, Instant now) {
            return ask(Kind.TICK, room, () -> store.open(room, next, now));
        }
    }
}
