package io.gatehouse.waitingroom;

import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Act;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Line;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One room in use: its configuration, its line in the store, and the clock. It has the verbs of the domain. */
public final class WaitingRoom {

    /** The limit of ended places behind one cookie, beyond honest use: such a visitor sees that the place has ended. */
    private static final int MOST_STEPS = 200;

    private static final Set<Act> ENDINGS = EnumSet.of(Act.LEAVE, Act.COMPLETE, Act.ABANDON, Act.EXPIRE);

    private final Room room;
    private final Line rules;
    private final RoomLine line;
    private final Turnstile turnstile;
    private final VisitWatcher visits;
    private final Clock clock;

    WaitingRoom(Room room, RoomStore store, Turnstile turnstile, VisitWatcher visits, Clock clock) {
        this.room = room;
        this.rules = new Line(store, room.id(), room.terms(), room.lanes());
        this.line = new RoomLine(room, rules, clock);
        this.turnstile = turnstile;
        this.visits = visits;
        this.clock = clock;
    }

    /** The room as configured. */
    public Room configuration() {
        return room;
    }

    public RoomId id() {
        return room.id();
    }

    /** The line as a whole, for callers that look at more of it than one place. */
    public RoomLine line() {
        return line;
    }

    /** One consistent look at the room. */
    public RoomSnapshot snapshot() {
        return line.snapshot();
    }

    /** The place with this id, or the next in line, called at once if no visitor needs to wait. */
    private Place taken(PlaceId id) {
        var joined = rules.join(id, clock.instant());
        return joined.place().stage() == Stage.WAITING
                ? turnstile.call(line, joined).orElse(joined.place())
                : joined.place();
    }

    /**
     * The place of a client that keeps no cookie, and so can bring nothing back: where the store's line may
     * be lost, the store keeps the proof.
     */
    public Place joinWithoutCookie(PlaceId id) {
        var place = kept(id).orElseGet(() -> taken(id));
        if (place.stage() == Stage.WAITING) {
            rules.keep(place);
        }
        return place;
    }

    /**
     * Gives clients that keep no cookie the positions from one on, in their order, lets the first of them go
     * on where another system has called them, and calls visitors who need not wait. False if one of the
     * positions is another's; see {@link RoomStore#joinInOrder} and {@link Line#goOn}.
     *
     * @param called the progress of the first ids there; at most as many as there are ids
     */
    public boolean joinInOrder(long opening, long first, List<PlaceId> ids, List<Line.Brought> called) {
        var now = clock.instant();
        var isDone =
                (ids.isEmpty() || rules.joinInOrder(opening, first, ids, now).isPresent())
                        && rules.goOn(opening, first, called, now);
        if (isDone) {
            turnstile.call(line);
        }
        return isDone;
    }

    /** Takes back the unchanged places that {@link #joinInOrder} has brought; see {@link Line#takeBack}. */
    public long takeBack(long first, List<PlaceId> ids, List<Line.Brought> called) {
        return rules.takeBack(first, ids, called, clock.instant());
    }

    /** The place of a client without a cookie, by its kept proof; put back if the store has lost it. */
    private Optional<Place> kept(PlaceId id) {
        return rules.kept(id).flatMap(this::find);
    }

    /** Whether the visit of this place ended so recently that its visitor comes back before others. */
    public boolean isInGrace(Place place) {
        return place.isInGrace(room.terms(), clock.instant());
    }

    /** The place back in line, or called at once if a turn is free. */
    private Optional<Place> backInGrace(PlaceProof proof) {
        return rules.comeBack(proof, clock.instant())
                .filter(place -> place.stage() == Stage.RETURNING)
                .map(place -> turnstile.call(line, new Joined(place, true)).orElse(place));
    }

    /**
     * The visitor's place by the cookie that certifies it: a place that the store has lost is put back first,
     * a place whose visit is {@link Place#isInGrace in grace} is in line again, and a place that has ended,
     * or is in another browser now, is followed by a new one.
     */
    public Place rejoin(PlaceProof proof) {
        var held = find(proof);
        var back = held.filter(this::isInGrace).flatMap(place -> backInGrace(proof));
        if (back.isPresent()) {
            return back.get();
        }
        if (isOver(held, proof)) {
            return join(next(held, proof));
        }
        var joined = taken(proof.id());
        var place = isLater(joined, proof) ? restore(proof).orElse(joined) : joined;
        return place.hasMovedFrom(proof) ? join(proof.successor(true)) : place;
    }

    /** Whether this browser has nothing left of the place; an id that has moved names no other place of its holder. */
    private boolean isOver(Optional<Place> held, PlaceProof proof) {
        return held.map(place -> place.stage().isEnded() && !isInGrace(place)).orElse(proof.moves() > 0);
    }

    private static PlaceId next(Optional<Place> held, PlaceProof proof) {
        return proof.successor(held.filter(place -> place.hasMovedFrom(proof)).isPresent());
    }

    /**
     * The place of the browser with this id: the present one, or the next in line; an ended one is followed
     * by a new one, see {@link #current}. If no visitor needs to wait, the place is called at once. A browser
     * without a place costs one question to the store.
     */
    public Place join(PlaceId id) {
        var current = id;
        var place = taken(current);
        for (var steps = 0; steps < MOST_STEPS && isOver(place); steps++) {
            current = current.successor();
            place = taken(current);
        }
        return place;
    }

    /**
     * A place in this lane, which is not the default one. A visitor who waits in the default lane gives that
     * place up for a new one, under the next id, once they have it: if the store fails in between, nothing
     * changes. A visitor who is called meanwhile keeps the turn; a visitor with a past turn, or of another
     * lane, keeps the place.
     *
     * @param current the id under which the browser may hold a place now; see {@link #current}
     * @param lane one that the room's settings declare
     */
    public Place joinLane(PlaceId current, String lane) {
        var held = find(current);
        var keeps = held.filter(
                place -> place.stage() != Stage.WAITING && !place.stage().isEnded());
        if (keeps.isPresent()) {
            return keeps.get();
        }
        var next = held.map(place -> current(PlaceProof.of(place).successor(false)));
        var joined = turnstile.join(line, next.orElse(current), lane);
        return held.flatMap(place -> rules.giveUp(place.id(), clock.instant()))
                .filter(place -> !place.stage().isEnded())
                .map(called -> insteadOf(joined, called))
                .orElse(joined);
    }

    /** A visitor with a turn needs no other place. */
    private Place insteadOf(Place joined, Place called) {
        rules.apply(joined, Act.LEAVE, clock.instant());
        return called;
    }

    /** Whether the place was taken anew at the end of the line, as the store has lost it, or its visitor came again. */
    private static boolean isLater(Place place, PlaceProof proof) {
        return place.stage() == Stage.WAITING
                && place.opening() == proof.opening()
                && place.position().compareTo(proof.position()) > 0;
    }

    /**
     * The id under which this browser may hold a place now: its own, or the first successor whose place has
     * not ended (see {@link PlaceId}). Takes no place; asks the store for each id on the way, usually one.
     */
    public PlaceId current(PlaceId id) {
        var current = id;
        for (var steps = 0;
                steps < MOST_STEPS && find(current).filter(WaitingRoom::isOver).isPresent();
                steps++) {
            current = current.successor();
        }
        return current;
    }

    /** The present id of a browser with the cookie of a place. */
    public PlaceId current(PlaceProof proof) {
        var held = find(proof);
        return isOver(held, proof) ? current(next(held, proof)) : proof.id();
    }

    /** Whether it is over for a caller with only the id: a moved place is proved by a cookie that counts the move. */
    private static boolean isOver(Place place) {
        return place.stage().isEnded() || place.moves() > 0;
    }

    /** The place with this id, if this opening knows it. */
    public Optional<Place> find(PlaceId id) {
        return rules.find(id, clock.instant());
    }

    /**
     * The place that a visitor's cookie certifies, if this opening knows it; restored if the store has lost
     * it. A look keeps the place. A browser that has let it go sees a place that was left.
     */
    public Optional<Place> find(PlaceProof proof) {
        var known = find(proof.id());
        if (known.filter(place -> place.hasMovedFrom(proof)).isPresent()) {
            return known.map(Place::letGo);
        }
        var isThere = known.filter(place -> !isLater(place, proof)).isPresent();
        var place = isThere ? known.map(this::lookedFor) : restore(proof);
        return place.map(one -> one.hasMovedFrom(proof) ? one.letGo() : one)
                .filter(one -> one.hasMovedFrom(proof) || one.isHeldBy(proof))
                .map(one -> counted(one, proof));
    }

    /** The place with its number of moves, if the store has lost that: browsers that let it go are refused again. */
    private Place counted(Place place, PlaceProof proof) {
        return place.moves() < proof.moves()
                ? rules.count(proof, clock.instant()).orElse(place)
                : place;
    }

    /**
     * Carries the place that this proof certifies to another browser, which holds it from then on, unless it
     * has been carried away since: then empty. One of several browsers at once gets it, and gets it again if
     * it asks again.
     *
     * @param browser the name that the browser goes by
     */
    public Optional<Place> move(PlaceProof proof, String browser) {
        find(proof); // A lost place is put back first.
        return rules.move(proof, proof.id().hashOf(browser), clock.instant());
    }

    /**
     * The place of a client without a cookie, if this opening knows it. As a visitor's own look, that keeps
     * the place; a place that the store has lost is put back by its kept proof.
     */
    public Optional<Place> lookFor(PlaceId id) {
        return find(id).map(this::lookedFor).or(() -> kept(id));
    }

    private Place lookedFor(Place place) {
        return noted(place, Act.LOOK).orElse(place);
    }

    /** Does an act only where it changes the place. While a store takes no changes, the place is read all the same. */
    private Optional<Place> noted(Place place, Act act) {
        if (!changes(place, act)) {
            return Optional.of(place);
        }
        try {
            return rules.apply(place, act, clock.instant());
        } catch (StoreUnavailableException refused) {
            return Optional.of(place);
        }
    }

    private boolean changes(Place place, Act act) {
        return !place.after(act, room.terms(), clock.instant()).equals(place);
    }

    /** Whether a use of the visit would move its end now; asks the store for nothing. */
    public boolean isRenewedByUse(Place inside) {
        return changes(inside, Act.RENEW);
    }

    /**
     * Notes that the visitor of this admitted place uses the visit: its end moves on where the room renews
     * visits, see {@link Act#RENEW}. Most uses write and read nothing. While the store takes
     * no changes the end stays as it is.
     *
     * @param inside as the caller has just read it
     * @return the place with its end; empty when the visit is over meanwhile
     */
    public Optional<Place> use(Place inside) {
        return noted(inside, Act.RENEW).filter(after -> isSameVisit(after, inside));
    }

    private static boolean isSameVisit(Place after, Place before) {
        return after.stage() == Stage.ADMITTED
                && after.opening() == before.opening()
                && after.admission()
                        .map(Admission::admittedAt)
                        .equals(before.admission().map(Admission::admittedAt));
    }

    private Optional<Place> restore(PlaceProof proof) {
        return proof.lane() == 0 ? rules.restore(proof, clock.instant()) : turnstile.restore(line, proof);
    }

    /** The place at this position, if this opening knows it. */
    public Optional<Place> at(Position position) {
        return rules.at(position, clock.instant());
    }

    /**
     * Takes the turn for this browser; the stage of the answer is {@link Stage#ADMITTED} if it was the
     * place's turn, now or before. It is {@link Stage#READY} if the turn's slot was handed on and no other is
     * free: the visitor gets the next free one. Empty when the place has gone since it was read, or moved.
     * The browser is then among those that use the admission, unless the limit of browsers is reached: see
     * {@link #isUsedBy}. Asks the store for nothing where the browser is known already.
     *
     * @param browser the name that the browser or device goes by; it is not kept
     */
    public Optional<Place> claim(Place place, String browser) {
        return claimed(place, browser)
                .map(after -> after.stage() == Stage.READY ? seated(after, browser) : after)
                .filter(after -> after.moves() == place.moves());
    }

    /** The admission where a slot is free now; else the visitor gets the next free slot, and asks again. */
    private Place seated(Place ready, String browser) {
        var turn = turnstile.seat(line, ready);
        return turn.stage() == Stage.TURN ? claimed(turn, browser).orElse(turn) : turn;
    }

    private Optional<Place> claimed(Place place, String browser) {
        if (room.limits().browsers() == 0) {
            return place.stage().isTurn()
                    ? measured(place, rules.apply(place, Act.CLAIM, clock.instant()))
                    : repeated(place);
        }
        var browserHash = place.id().hashOf(browser);
        var isKnown = place.stage() == Stage.ADMITTED && place.isUsedBy(browserHash);
        return isKnown
                ? repeated(place)
                : measured(place, rules.claim(place, browserHash, room.limits().browsers(), clock.instant()));
    }

    /**
     * Reports the delay of the visitor to the turnstile, if this has claimed the turn. Visitors who were
     * called on arrival do not count: they were there.
     */
    private Optional<Place> measured(Place before, Optional<Place> after) {
        var delay = before.sinceCall(room.terms(), clock.instant());
        var hasWaited = before.joinedAt().plus(delay).plusSeconds(1).isBefore(clock.instant());
        if (before.stage() == Stage.TURN
                && hasWaited
                && after.filter(place -> place.stage() == Stage.ADMITTED).isPresent()) {
            turnstile.claimed(line, delay);
        }
        return after;
    }

    /** Whether this browser is one of those that may use the place's admission. */
    public boolean isUsedBy(Place place, String browser) {
        return room.limits().browsers() == 0 || place.isUsedBy(place.id().hashOf(browser));
    }

    /** Does one act to one place; empty when there is no such place. */
    public Optional<Place> apply(PlaceId id, Act act) {
        var place = rules.apply(id, act, clock.instant());
        place.filter(after -> ENDINGS.contains(act) && isEndedVisit(after))
                .ifPresent(after -> visits.ended(room.id(), after));
        return place;
    }

    /**
     * Notes that the visitor of this place has arrived at a site; empty if the place no longer exists. A
     * repeated arrival only reads, so that it is served while the line cannot be written.
     *
     * @param keepsSlot whether the site would not hear of the visit's end, see {@link Act#ARRIVE_UNHEARD}
     */
    public Optional<Place> arrive(Place place, boolean keepsSlot) {
        var isKnown =
                place.admission().filter(one -> one.keepsSlot() || !keepsSlot).isPresent();
        var act = keepsSlot ? Act.ARRIVE_UNHEARD : Act.ARRIVE;
        return isKnown && hasArrived(place) ? repeated(place) : rules.apply(place, act, clock.instant());
    }

    /** Notes an arrival where the visit lasts this long from the claim, and at most as long as visits do. */
    public Optional<Place> arrive(Place place, Duration visit) {
        return hasArrived(place) ? repeated(place) : rules.arrive(place, visit, clock.instant());
    }

    private Optional<Place> repeated(Place place) {
        rules.repeated(place);
        return Optional.of(place);
    }

    private static boolean hasArrived(Place place) {
        return place.admission().filter(Admission::hasArrived).isPresent();
    }

    private static boolean isEndedVisit(Place place) {
        return place.stage().isEnded() && place.admission().isPresent();
    }

    /**
     * Does one act of a visitor in line to the place that the cookie certifies, unless it is in another
     * browser now; a lost place is put back first.
     */
    public Optional<Place> apply(PlaceProof proof, Act act) {
        return applied(proof, act).or(() -> restore(proof).flatMap(place -> applied(proof, act)));
    }

    private Optional<Place> applied(PlaceProof proof, Act act) {
        return act == Act.RETURN ? rules.comeBack(proof, clock.instant()) : rules.apply(proof, act, clock.instant());
    }

    /**
     * Lets a visitor in line pass without waiting: they are called now, and the visitors behind have one slot
     * less. If the room calls no visitor, because it is paused, its doors are closed or none of its stock is
     * left, they keep their place. Returns the place afterwards.
     */
    public Place exempt(Place place) {
        return place.stage().isInLine() ? turnstile.exempt(line, place) : place;
    }

    /** Grants turns by hand and calls at once. */
    public void letIn(long count) {
        rules.letIn(count, clock.instant());
        turnstile.call(line);
    }

    /** Takes back at most {@code most} unused turns that were granted by hand; returns their number. */
    public long takeBack(long most) {
        return rules.takeBack(most, clock.instant());
    }

    /**
     * Replaces the operator's settings; false when they are no longer the expected ones. Empty means "as
     * configured".
     */
    public boolean change(Optional<RoomSettings> expected, Optional<RoomSettings> next) {
        return rules.change(expected, next.flatMap(this::unlessConfigured), clock.instant());
    }

    /** Edits the settings in force, also against concurrent changes; returns the former ones. */
    public RoomSettings change(UnaryOperator<RoomSettings> edit) {
        var configured = room.configured();
        return rules.change(changed -> unlessConfigured(edit.apply(changed.orElse(configured))), clock.instant())
                .orElse(configured);
    }

    private Optional<RoomSettings> unlessConfigured(RoomSettings settings) {
        return Optional.of(settings).filter(next -> !next.equals(room.configured()));
    }

    /** Starts this opening, if it follows the running one; returns the number of the opening that runs now. */
    public long open(NextOpening next) {
        return rules.open(next, clock.instant());
    }
}
