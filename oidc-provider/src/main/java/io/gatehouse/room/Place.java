package io.gatehouse.room;

import io.gatehouse.stock.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A visitor's hold on one spot in line, as it stands at one moment.
 *
 * @param opening which run of the room it belongs to, from 1
 * @param position its lane and its number there; never changes
 * @param until when the stage ends by itself: the claim window of a turn, that of asking for the second
 *     chance, the end of an admission, the moment an ended place is forgotten; for a place in line until when
 *     it is kept without a look, {@link #NEVER} before the first look: see {@link #endsAt}
 * @param spare how much of the claim window goes without a slot: of a turn its last part; of a visitor who is
 *     {@link Stage#READY ready} all that is left of it; else nothing
 * @param extensions how often the claim window of this turn has been extended, 0 to {@value #MOST_EXTENSIONS}
 * @param seatedAgain whether this turn has got a slot anew, after it had handed its first one on
 * @param hasReturned whether the second chance has been taken, by the visitor or from them
 * @param moved present once it has been carried to another browser
 * @param admission present from the claim on, also after its end
 */
public record Place(
        PlaceId id,
        long opening,
        Position position,
        Instant joinedAt,
        Stage stage,
        Instant until,
        Duration spare,
        int extensions,
        boolean seatedAgain,
        boolean hasReturned,
        Optional<Moved> moved,
        Optional<Admission> admission) {

    /**
     * The number of moves of a place to another browser, and the last such browser. A cookie has the number
     * from when it was written: it tells the browser that has the place from those that have let it go.
     *
     * @param times 1 or more
     * @param to the browser's {@link PlaceId#hashOf hash}, so that a browser which has not heard the answer
     *     can ask again; empty where that is not known any more
     */
    public record Moved(int times, String to) {

        public Moved {
            if (times < 1) {
                throw new IllegalArgumentException("times must be at least 1, was " + times);
            }
        }
    }

    /**
     * The distance of returning places before the first position in the call order, twice that for overtaken
     * and three times for ready ones: more than there are positions, and exact in floating point, in which
     * some stores keep it.
     */
    private static final long AHEAD = 1L << 51;

    /** More are never needed, and each costs the store a change, which two browsers could repeat for ever. */
    static final int MOST_MOVES = 20;

    /** The number that WCAG 2.2.1 names. */
    static final int MOST_EXTENSIONS = 10;

    /** The distance of places in lanes before the first position: behind overtaken ones, before returning ones. */
    private static final long IN_LANES = AHEAD + (1L << 49);

    /** In call order, behind all places that are ready, and before all that wait for a call. */
    static final long BEHIND_READY = -2 * AHEAD;

    /** In call order, before all places that return after a lapsed turn, in any lane. */
    static final long BEFORE_RETURNING = -AHEAD;

    /** Stands for "does not end by itself". */
    public static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** Finds the stage again of a place that a store kept under {@link Stage#kept}. */
    public Place {
        stage = stage == Stage.RETURNING && !hasReturned && position.lane() > 0 ? Stage.IN_LANE : stage;
    }

    /** A place that has just been taken. */
    public static Place waiting(PlaceId id, long opening, Position position, Instant joinedAt) {
        var stage = position.lane() == 0 ? Stage.WAITING : Stage.IN_LANE;
        return new Place(
                id,
                opening,
                position,
                joinedAt,
                stage,
                NEVER,
                Duration.ZERO,
                0,
                false,
                false,
                Optional.empty(),
                Optional.empty());
    }

    /** The number of its lane; 0 for the default one. */
    public int lane() {
        return position.lane();
    }

    /** Its number in its lane, from 1. */
    public long number() {
        return position.number();
    }

    /** Whether it waits for its first turn in a lane beside the default one. */
    public boolean waitsInLane() {
        return stage == Stage.IN_LANE;
    }

    /** Whether the call has gone past it without calling it. */
    boolean isOvertaken() {
        return stage == Stage.RETURNING && !hasReturned;
    }

    /** The call order just before all places of this lane. */
    static long beforeLane(int lane) {
        return new Position(lane, 1).packed() - 1 - IN_LANES;
    }

    /** The stage that its visitor is shown. */
    public Stage told() {
        return stage.told();
    }

    /**
     * When its stage ends by itself. Without a look since the join, a place in line has the room's time from
     * the join on: so a store writes nothing more for a join, and seldom for a look.
     */
    public Instant endsAt(Terms terms) {
        return stage.isInLine() && until.equals(NEVER) ? joinedAt.plus(terms.waitingTtl()) : until;
    }

    /**
     * The time from which a store lists it as due: its stage ends, or the slot of a turn is to be handed on.
     * Empty for places that are never listed: those that can be called are found in the call order.
     */
    public Optional<Instant> dueAt() {
        return stage.isInLine() || until.equals(NEVER) ? Optional.empty() : Optional.of(until.minus(spare));
    }

    /** When it ended; empty while it has not, and of a visit that is over and keeps its slot, which does not say. */
    public Optional<Instant> endedAt() {
        return stage.isEnded() && stage != Stage.ENDING ? Optional.of(until.minus(Line.MEMORY)) : Optional.empty();
    }

    /** Whether its stage has ended by now. */
    boolean isOver(Terms terms, Instant now) {
        return !endsAt(terms).isAfter(now);
    }

    /** The number of its moves to other browsers. */
    public int moves() {
        return moved.map(Moved::times).orElse(0);
    }

    /**
     * Whether it can be carried to another browser: an admitted visitor has a session at a site, which would
     * stay behind.
     */
    public boolean isMovable() {
        return moves() < MOST_MOVES && (stage.isInLine() || stage.isCalled() || stage == Stage.LAPSED);
    }

    /**
     * The place after its move to this browser, if it has not been moved since the proof, and can be. A move
     * counts as a look, so every store writes it.
     *
     * @param to the browser's {@link PlaceId#hashOf hash}
     */
    Place moved(PlaceProof proof, String to, Terms terms, Instant now) {
        return isMovable() && moves() == proof.moves() && isOf(proof)
                ? movedTo(new Moved(proof.moves() + 1, to), terms, now)
                : this;
    }

    /** The place moved as often as the proof says, if the store has lost a move. */
    Place movedAsOftenAs(PlaceProof proof, Terms terms, Instant now) {
        return moves() < proof.moves() && isOf(proof) ? movedTo(new Moved(proof.moves(), ""), terms, now) : this;
    }

    private Place movedTo(Moved next, Terms terms, Instant now) {
        var kept = stage.isInLine() ? now.plus(terms.waitingTtl()) : until;
        return new Place(
                id,
                opening,
                position,
                joinedAt,
                stage,
                kept,
                spare,
                extensions,
                seatedAgain,
                hasReturned,
                Optional.of(next),
                admission);
    }

    /**
     * Whether it is the place of a browser with this proof. A browser that got it from another one has no
     * part in other places under its id: they belong to the other browser.
     */
    public boolean isHeldBy(PlaceProof proof) {
        return !hasMovedFrom(proof) && (proof.moves() == 0 || isOf(proof));
    }

    private boolean isOf(PlaceProof proof) {
        return opening == proof.opening() && position.equals(proof.position());
    }

    /** Whether a browser with this proof has let it go since. */
    public boolean hasMovedFrom(PlaceProof proof) {
        return moves() > proof.moves();
    }

    /** The place as a browser that has let it go sees it: as left. */
    public Place letGo() {
        return in(Stage.LEFT, until).granted(Optional.empty());
    }

    /**
     * Whether the visitor may extend the claim window, once no more than one is left of it. A turn that hands
     * its slot on before its end keeps no visitor behind waiting: it has all extensions in any case, until it
     * gets a slot anew. From then on it has none while others wait, or it would hold slots, one after the
     * other, for all its windows. So a turn holds slots that others wait for during two windows at most,
     * after its first slot.
     *
     * @param act {@link Act#EXTEND} or {@link Act#EXTEND_AGAIN}
     */
    public boolean isExtendable(Act act) {
        return stage.isTurn() && extensions < (act == Act.EXTEND ? mostWhileOthersWait() : MOST_EXTENSIONS);
    }

    private int mostWhileOthersWait() {
        var handsOn = stage == Stage.RELEASED || !spare.isZero();
        return seatedAgain ? 0 : handsOn ? MOST_EXTENSIONS : 1;
    }

    /**
     * Its rank among the places that can be called, the lowest first; empty if it cannot be. Ready places
     * stand before all: they have been called, and lack a slot. Returning places stand before all that wait
     * for their first turn, because they were in line before them. Places that were {@link #overtaken} stand
     * before those, because they have had no turn. Between the two stand the lanes beside the default one,
     * for stores to file. Equal ones stand by position. So the rank of a waiting place is its position, and
     * that of a returning one is below zero. {@link Calls} share a call among them.
     */
    public OptionalLong callOrder() {
        return switch (stage) {
            case WAITING -> OptionalLong.of(position.packed());
            case IN_LANE -> OptionalLong.of(position.packed() - IN_LANES);
            case RETURNING -> OptionalLong.of(position.packed() - (hasReturned ? AHEAD : 2 * AHEAD));
            case READY -> OptionalLong.of(position.packed() - 3 * AHEAD);
            default -> OptionalLong.empty();
        };
    }

    /** Whether it is called before all that wait in the default lane for a first turn: stores file such ones apart. */
    public boolean isAheadOfTheLine() {
        return callOrder().orElse(0) < 0;
    }

    /** The step that records the place as of now. */
    RoomStore.Step stepTo(Terms terms, Instant now) {
        return stepTo(asOf(terms, now), now);
    }

    /** The step that is due: its stage has ended, or it holds its slot no more. */
    RoomStore.Step dueStep(Terms terms, Instant now) {
        return stage == Stage.TURN && !isOver(terms, now)
                ? stepTo(Optional.of(in(Stage.RELEASED, until)), now)
                : stepTo(terms, now);
    }

    /** The step that replaces it by another; a turn or admission that had run out by then has ended by time. */
    RoomStore.Step stepTo(Optional<Place> after, Instant now) {
        return new RoomStore.Step(this, after, ending(after, now));
    }

    /** How its slot comes free, where that is counted: by time, or by the next stage. */
    private Optional<Ending> ending(Optional<Place> after, Instant now) {
        var isOver = !until.isAfter(now);
        if (stage.isInside()) {
            var ending = after.map(Place::stage).flatMap(Stage::ending);
            // This includes an ended visit that keeps its slot, however it ended.
            return isOver || stage == Stage.ENDING && ending.isPresent()
                    ? endOfVisit().ending()
                    : ending;
        }
        return stage.isTurn() && isOver ? Optional.of(Ending.NO_SHOW) : Optional.empty();
    }

    /** The stage of an admission that time has ended. */
    private Stage endOfVisit() {
        var hasArrived = admission.map(Admission::hasArrived).orElse(false);
        return stage == Stage.ENDING ? Stage.COMPLETED : hasArrived ? Stage.EXPIRED : Stage.ABANDONED;
    }

    /**
     * The place at this time; empty if it is forgotten. A place in line stays: only {@link Line#sweep} ends
     * it, and its visitor keeps it by coming before that.
     */
    public Optional<Place> asOf(Terms terms, Instant now) {
        return stage.isInLine() ? Optional.of(this) : passed(terms, now);
    }

    /** The place at this time, where an overdue place in line has ended as well. */
    Optional<Place> passed(Terms terms, Instant now) {
        Optional<Place> place = Optional.of(this);
        while (place.isPresent() && place.get().isOver(terms, now)) {
            place = place.get().expired(terms);
        }
        return place;
    }

    /** The place after its stage has ended by itself; empty when it is forgotten then. */
    public Optional<Place> expired(Terms terms) {
        return switch (stage) {
            case WAITING, IN_LANE, RETURNING -> Optional.of(ended(Stage.EXPIRED, endsAt(terms)));
            case TURN, RELEASED ->
                Optional.of(
                        hasReturned ? ended(Stage.EXPIRED, until) : in(Stage.LAPSED, until.plus(terms.returnWindow())));
            case LAPSED -> Optional.of(ended(Stage.EXPIRED, until));
            case ADMITTED, ENDING -> Optional.of(ended(endOfVisit(), until));
            default -> Optional.empty();
        };
    }

    /**
     * The place after its call: each turn can be extended anew.
     *
     * @param held how long the turn holds its slot; empty: as long as it is open
     */
    public Place called(Duration claimWindow, Optional<Duration> held, Instant now) {
        return counting(0, false).turn(claimWindow, held, now);
    }

    /** The time since the call of a turn; not negative, even after a change of settings. */
    public Duration sinceCall(Terms terms, Instant now) {
        var window = terms.claimWindow().multipliedBy(1 + extensions);
        var gone = window.minus(Duration.between(now, until));
        return gone.isNegative() ? Duration.ZERO : gone;
    }

    /** The place of a ready visitor who gets a slot: its claim window runs on. */
    Place seated(Optional<Duration> held, Instant now) {
        return counting(extensions, true).turn(spare, held, now);
    }

    private Place turn(Duration window, Optional<Duration> held, Instant now) {
        var withoutSlot = held.filter(span -> span.compareTo(window) < 0)
                .map(window::minus)
                .orElse(Duration.ZERO);
        return in(Stage.TURN, now.plus(window), withoutSlot);
    }

    private Place counting(int extended, boolean seated) {
        return new Place(
                id, opening, position, joinedAt, stage, until, spare, extended, seated, hasReturned, moved, admission);
    }

    /** The place of a visitor who has come after the slot was handed on. */
    private Place ready(Instant now) {
        return in(Stage.READY, NEVER, Duration.between(now, until));
    }

    /**
     * The place after the call has gone past it without calling it: it is the next to be called, for the
     * first time.
     */
    Place overtaken() {
        return in(Stage.RETURNING, NEVER);
    }

    /** The place after its restore, where the call has come to this number in its lane. */
    public Place comingBack(long serving) {
        return stage == Stage.WAITING && position.number() <= serving ? overtaken() : this;
    }

    /** The place after this act; itself when the act does not fit its stage. */
    public Place after(Act act, Terms terms, Instant now) {
        return switch (act) {
            case CLAIM -> stage == Stage.TURN ? claimed(terms, now) : stage == Stage.RELEASED ? ready(now) : this;
            case EXTEND, EXTEND_AGAIN -> extended(act, terms, now);
            case HOLD -> held(terms, now);
            case LOOK -> lookedFor(terms, now);
            case RETURN -> stage == Stage.LAPSED || isInGrace(terms, now) ? returning(terms, now) : this;
            case ARRIVE -> arrived(terms.admissionTtl());
            case ARRIVE_UNHEARD -> arrived(terms.admissionTtl()).with(Admission::keepingSlot);
            case PROVE -> with(admitted -> admitted.proved(now));
            case RENEW -> renewed(terms, now);
            case LEAVE -> stage.isEnded() || stage == Stage.ADMITTED ? this : ended(Stage.LEFT, now);
            case COMPLETE -> stage == Stage.ADMITTED ? over(Stage.COMPLETED, now) : this;
            case ABANDON -> stage == Stage.ADMITTED ? over(Stage.ABANDONED, now) : this;
            case EXPIRE -> stage.isInside() ? ended(Stage.EXPIRED, now).withoutSecondChance() : this;
        };
    }

    /**
     * Whether its visit has run out of time so recently that the visitor may come back by {@link
     * Act#RETURN}. A place has one second chance, for a turn that lapsed or for such a visit: the second
     * visit has none. A visit that was never used, or that an operator has ended, has none.
     */
    public boolean isInGrace(Terms terms, Instant now) {
        return graceEndsAt(terms, now).isPresent();
    }

    /** Until when a visit that is {@link #isInGrace in grace} is; empty for any other. */
    public Optional<Instant> graceEndsAt(Terms terms, Instant now) {
        var hasGrace = stage == Stage.EXPIRED
                && !hasReturned
                && admission.filter(Admission::hasArrived).isPresent();
        return hasGrace ? endedAt().map(end -> end.plus(terms.grace())).filter(now::isBefore) : Optional.empty();
    }

    /** The end is at most two windows ahead: a slot cannot be hoarded in an empty line for a busy one. */
    private Place extended(Act act, Terms terms, Instant now) {
        var isNear = !until.isAfter(now.plus(terms.claimWindow()));
        return isNear && isExtendable(act) ? extendedBy(terms.claimWindow()) : this;
    }

    /** The turn holds its slot longer, counted from the call, and at most to the end of the claim window. */
    private Place held(Terms terms, Instant now) {
        if (stage != Stage.TURN) {
            return this;
        }
        var left = terms.notices().held().minus(sinceCall(terms, now));
        var without = Duration.between(now.plus(left), until);
        return without.compareTo(spare) >= 0 ? this : in(stage, until, without.isNegative() ? Duration.ZERO : without);
    }

    /** A look moves the end once in a quarter of the time: most looks cost no write. */
    private Place lookedFor(Terms terms, Instant now) {
        var next = now.plus(terms.waitingTtl());
        var quarter = terms.waitingTtl().dividedBy(4);
        return stage.isInLine() && !endsAt(terms).plus(quarter).isAfter(next) ? in(stage, next) : this;
    }

    /**
     * The place after this browser has claimed its turn or joined its admission; unchanged when {@code most}
     * browsers use the admission already, or when there is none.
     *
     * @param browser its {@link PlaceId#hashOf hash}
     * @param most how many browsers may use it, 1 or more
     */
    Place claimedBy(String browser, int most, Terms terms, Instant now) {
        var claimed = after(Act.CLAIM, terms, now);
        return claimed.isUsedBy(browser)
                ? claimed
                : claimed.with(admitted -> admitted.browsers().size() < most ? admitted.usedBy(browser) : admitted);
    }

    /** Whether the admission has been used by the browser of this hash. */
    public boolean isUsedBy(String browser) {
        return admission.filter(one -> one.browsers().contains(browser)).isPresent();
    }

    /** The place inside by a token that another system has made, from {@code since} to {@code end}. */
    Place insideBy(Instant since, Instant end) {
        return admitted(new Admission(since, since, true, false, List.of()), end);
    }

    private Place claimed(Terms terms, Instant now) {
        var window = now.plus(terms.claimWindow());
        var end = now.plus(terms.admissionTtl());
        return admitted(Admission.beginning(now), window.isBefore(end) ? window : end);
    }

    /** The place of an arrived visitor, inside for this long from the claim; itself if they have arrived before. */
    Place arrived(Duration visit) {
        if (stage != Stage.ADMITTED) {
            return this;
        }
        return admission
                .filter(granted -> !granted.hasArrived())
                .map(granted -> admitted(granted.arrived(), granted.admittedAt().plus(visit)))
                .orElse(this);
    }

    /** The place of a visitor who is still there. A visit that is over stays so, even if that is not written yet. */
    private Place renewed(Terms terms, Instant now) {
        return stage != Stage.ADMITTED || isOver(terms, now)
                ? this
                : admission
                        .filter(Admission::hasArrived)
                        .flatMap(granted -> terms.renewal()
                                .flatMap(renewal -> renewal.end(granted.admittedAt(), until, now))
                                .map(end -> admitted(granted, end)))
                        .orElse(this);
    }

    private Place with(UnaryOperator<Admission> change) {
        return stage == Stage.ADMITTED
                ? admission
                        .map(granted -> admitted(change.apply(granted), until))
                        .orElse(this)
                : this;
    }

    /** The visit is over; the slot is kept where a site would go on without having heard of it. */
    private Place over(Stage how, Instant now) {
        var keepsSlot = admission.map(Admission::keepsSlot).orElse(false);
        return keepsSlot ? in(Stage.ENDING, until) : ended(how, now);
    }

    /** A place in line after the room has closed for good. */
    Place turnedAway(Instant now) {
        return ended(Stage.EXPIRED, now);
    }

    private Place ended(Stage how, Instant when) {
        return in(how, when.plus(Line.MEMORY));
    }

    private Place in(Stage next, Instant nextUntil) {
        return in(next, nextUntil, Duration.ZERO);
    }

    private Place in(Stage next, Instant nextUntil, Duration nextSpare) {
        return new Place(
                id,
                opening,
                position,
                joinedAt,
                next,
                nextUntil,
                nextSpare,
                extensions,
                seatedAgain,
                hasReturned,
                moved,
                admission);
    }

    /** The slot is held no longer by an extension, unless it is held for the whole window. */
    private Place extendedBy(Duration window) {
        return in(stage, until.plus(window), spare.isZero() ? spare : spare.plus(window))
                .counting(extensions + 1, seatedAgain);
    }

    private Place returning(Terms terms, Instant now) {
        return withoutSecondChance()
                .in(Stage.RETURNING, now.plus(terms.waitingTtl()))
                .granted(Optional.empty());
    }

    private Place withoutSecondChance() {
        return new Place(
                id, opening, position, joinedAt, stage, until, spare, extensions, seatedAgain, true, moved, admission);
    }

    private Place admitted(Admission next, Instant nextUntil) {
        return in(Stage.ADMITTED, nextUntil).granted(Optional.of(next));
    }

    private Place granted(Optional<Admission> one) {
        return new Place(
                id, opening, position, joinedAt, stage, until, spare, extensions, seatedAgain, hasReturned, moved, one);
    }
}
