package io.gatehouse.inlet;

import io.gatehouse.draw.Order;
import io.gatehouse.draw.Seeds;
import io.gatehouse.room.Joined;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.StoreTimeoutException;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.schedule.Phase;
import io.gatehouse.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clockwork that asks a room's inlet and moves its serving counter. Any number of nodes may run one: a
 * call counts only if no other node has called since the snapshot that it rests on.
 */
public final class Turnstile {

    private static final Logger LOG = LoggerFactory.getLogger(Turnstile.class);

    /** The limit of looks in a tick, when the line has changed since the look: by a call or a join in a lane. */
    private static final int TRIES = 10;

    /** The time that a node watches a room, by the ticker, before it ends the line: an end is final. */
    static final Duration BEFORE_AN_END = Duration.ofMinutes(10);

    private final Clock clock;
    private final TunedLimits limits;
    private final Draws draws;
    private final UnusedGrants grants;
    private final Duration tick;
    private final BiConsumer<Room, StoreUnavailableException> refusals;
    private final StoreContact contact;
    private final PassThrough passing;
    private final Exempt exempt;
    private final LaneJoins lanes;
    private final RoomBatches<PlaceProof, Optional<Place>> returns =
            new RoomBatches<>(LaneJoins.MOST_AT_ONCE, RoomLine::restoreInLanes);

    /** The lock of each room's calls: ticks and calls out of turn alternate here, or one would never succeed. */
    private final Map<RoomId, ReentrantLock> callers = new ConcurrentHashMap<>();

    /** How far the default lane was called at this node's last look; to its end if no visitor was left to wait. */
    private final Map<RoomId, Reached> reached = new ConcurrentHashMap<>();

    private final Map<RoomId, ClaimDelays> delays = new ConcurrentHashMap<>();

    /**
     * @param tick how often {@link #tick} is going to be called
     * @param refusals hears of each room in which no visitor could be called, because the store is away or
     *     takes no changes
     * @param limits the limits of rooms that find theirs by themselves
     */
    public Turnstile(
            Clock clock,
            Ticker ticker,
            Duration tick,
            Seeds seeds,
            BiConsumer<Room, StoreUnavailableException> refusals,
            TunedLimits limits) {
        this.clock = clock;
        this.limits = limits;
        this.draws = new Draws(seeds);
        this.grants = new UnusedGrants(ticker);
        this.contact = new StoreContact(ticker);
        this.passing = new PassThrough(this, ticker);
        this.exempt = new Exempt(this);
        this.lanes = new LaneJoins(this);
        this.tick = tick;
        this.refusals = refusals;
    }

    /** The number of the last called place, in this order. */
    private record Reached(long last, Order order) {

        private static final Reached NOBODY = new Reached(0, Order.OF_ARRIVAL);
    }

    /**
     * The result of a look.
     *
     * @param called the visitors who were called; none if another node has called since the look, or the next
     *     cannot be called yet
     * @param reached the number of the last visitor who was called, as far as is known
     * @param order the order in which visitors are called
     * @param hasAsked whether the store has been asked to call
     * @param isForAll whether the inlet allowed all visitors who waited
     */
    record Call(List<Place> called, long reached, Order order, boolean hasAsked, boolean isForAll) {

        /** Whether the place is called, or would have been. */
        boolean hasReached(Place place) {
            return order.of(place.number()) <= reached;
        }

        /** Whether another look may find more visitors to call. */
        boolean isOpen() {
            return hasAsked && (isForAll || called.isEmpty());
        }
    }

    /** Calls as many visitors as the room's inlet allows now; none, if another node has just done so. */
    public void call(RoomLine room) {
        callNow(room);
    }

    /**
     * Calls a visitor who has just joined and waits, and all before them, if the inlet allows all of those.
     * Visitors who join at the same time are called together. Only a newcomer at the head of the line asks
     * the store, so a crowd's joins cost one question each. Returns the place as it stands afterwards; empty
     * when the next tick is to call it, also because a store is too slow, or away.
     */
    public Optional<Place> call(RoomLine room, Joined joined) {
        return joined.isFirst() || hasReached(room, joined.place())
                ? passing.call(room, joined.place())
                : Optional.empty();
    }

    /**
     * Gives a visitor a place in a lane beside the default one, and calls them if they need not wait.
     * Visitors who join at the same time do so together. Returns the place as it stands afterwards.
     */
    public Place join(RoomLine room, PlaceId place, String lane) {
        return lanes.join(room, place, lane);
    }

    /**
     * Puts a place in a lane beside the default one back that the store has lost. Like a join, that moves the
     * version of the room. After a loss of the whole store all visitors of a lane come back, so simultaneous
     * ones are restored together. The answer is that of {@link io.gatehouse.room.RoomStore#restore}.
     */
    public Optional<Place> restore(RoomLine room, PlaceProof proof) {
        return returns.ask(room, proof)
                .orElseThrow(
                        () -> new StoreTimeoutException("those before did not get their places back in time", null));
    }

    /**
     * Calls a visitor in line who need not wait, beyond rate and capacity, unless the room calls no visitor
     * or none of its stock is left. Returns the place as it stands afterwards: still in line, where the room
     * is shut, or the store too slow, or away.
     */
    public Place exempt(RoomLine room, Place place) {
        return exempt.call(room, place);
    }

    /**
     * Gives a visitor who has come to a turn without a slot the next free one, if there is one now. Returns
     * the place as it stands afterwards. A request does not wait behind a call of thousands: the next tick
     * gives it.
     */
    public Place seat(RoomLine room, Place ready) {
        var lock = callers(room);
        if (!lock.tryLock()) {
            return ready;
        }
        try {
            seated(room, room.snapshot());
            return room.find(ready.id()).orElse(ready);
        } catch (StoreUnavailableException away) {
            return ready; // The next tick gives it.
        } finally {
            lock.unlock();
        }
    }

    /** Records that a visitor has claimed a turn, this long after the call. */
    public void claimed(RoomLine room, Duration delay) {
        delays(room).add(delay);
    }

    private ClaimDelays delays(RoomLine room) {
        return delays.computeIfAbsent(room.id(), first -> new ClaimDelays());
    }

    /** Gives free slots to visitors who are ready, and looks at the room afterwards if it has given any. */
    private RoomSnapshot seated(RoomLine room, RoomSnapshot looked) {
        if (looked.ready() == 0) {
            return looked;
        }
        var lock = callers(room);
        lock.lock();
        try {
            var seen = looked;
            for (int tried = 0; tried < TRIES && seen.hasVersion(); tried++) {
                var inlet = inlet(room.configuration(), seen);
                var seats = inlet.seats(seen, clock.instant());
                if (seats == 0 || seen.ready() == 0) {
                    return seen;
                }
                var given = room.seat(seen, seats, held(room, inlet));
                if (given.filter(List::isEmpty).isPresent()) {
                    return seen; // An index of the store is a moment late.
                }
                seen = room.snapshot();
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    private Optional<Duration> held(RoomLine room, RoomInlet inlet) {
        return inlet.held(delays(room).held(room.configuration().terms()), clock.instant());
    }

    /** Whether no visitor can be called now within any rate and capacity, or the store takes no changes. */
    boolean isShut(RoomLine room, RoomSnapshot seen) {
        return !seen.hasVersion() || inlet(room.configuration(), seen).isShut(seen, clock.instant());
    }

    /** Whether the place has been called by now, or would have been, as far as this node has seen. */
    boolean hasReached(RoomLine room, Place place) {
        var last = reached.getOrDefault(room.id(), Reached.NOBODY);
        return last.order.of(place.number()) <= last.last;
    }

    Call callNow(RoomLine room) {
        return call(room, room.snapshot());
    }

    private Call call(RoomLine room, RoomSnapshot seen) {
        var inlet = inlet(room.configuration(), seen);
        var now = clock.instant();
        var allowance = inlet.next(seen, now);
        var turns = Math.min(allowance.turns(), seen.callable());
        if (turns > 0 && !seen.hasVersion()) {
            wasRefused(
                    room,
                    new StoreUnavailableException(
                            "what has ended cannot be written, or a later release has written the room's settings",
                            null));
        }
        var asks = turns > 0 && seen.hasVersion();
        var called = asks
                ? room.serve(
                                seen,
                                inlet.advance(seen, turns, allowance.why(), now).holding(held(room, inlet)),
                                maySweep(room))
                        .orElse(List.of())
                : List.<Place>of();
        var order = room.order(seen);
        var last = called.stream()
                .filter(place -> place.lane() == 0)
                .mapToLong(place -> order.of(place.number()))
                .reduce(seen.reached(), Math::max);
        var isForAll = allowance.turns() >= seen.callable() && seen.hasVersion();
        reached.put(room.id(), new Reached(isForAll ? Long.MAX_VALUE : last, order));
        return new Call(called, last, order, asks, isForAll);
    }

    /** The answer of the room's inlet to a snapshot, for the panel. */
    public Allowance allowance(Room room, RoomSnapshot seen) {
        return inlet(room, seen).next(seen, clock.instant());
    }

    /**
     * Calls the visitors who may come, or ends the line where no visitor is to stay in it. Never throws. A
     * second tick of the same room begins when the first is over.
     *
     * @return the room as it stands afterwards, also when the store refuses the call; empty when the room
     *     could not be seen
     */
    public Optional<RoomSnapshot> tick(RoomLine room) {
        try {
            var looked = room.snapshot();
            // The order has to be known before any visitor is called, and before any comes.
            var hasDrawn = unlessRefused(room, false, () -> draws.step(room, looked, clock.instant()));
            var drawn = hasDrawn ? room.snapshot() : looked;
            var before = unlessRefused(room, drawn, () -> seated(room, drawn));
            if (before.hasVersion()) {
                contact.isThere(room.id(), clock.instant());
            } else {
                contact.isLost(room.id());
            }
            var seen = hasTurnedAway(room, before) ? room.snapshot() : called(room, before);
            // The room was seen, so a refused write is no reason to tell its watchers that it was not.
            unlessRefused(room, false, () -> grants.look(room, seen, clock.instant()));
            return Optional.of(seen);
        } catch (StoreUnavailableException away) {
            wasRefused(room, away);
        } catch (RuntimeException broken) {
            LOG.error("room {}: tick failed, going on", room.id(), broken);
        }
        contact.isLost(room.id());
        return Optional.empty();
    }

    /**
     * Ends waiting places that no page has looked for in time. Pages look once in half of that time. So
     * after a start, an outage or a changed clock the node waits for that long, in which every page can look.
     * Never throws: the next sweep ends the rest.
     */
    public void sweep(RoomLine room) {
        try {
            if (maySweep(room)) {
                room.sweep();
            }
        } catch (StoreUnavailableException away) {
            LOG.warn("room {}: the store is away, no waiting place is ended: {}", room.id(), away.getMessage());
        } catch (RuntimeException broken) {
            LOG.error("room {}: waiting places could not be ended, going on", room.id(), broken);
        }
    }

    private boolean maySweep(RoomLine room) {
        return contact.hasLasted(
                room.id(), room.configuration().terms().waitingTtl().dividedBy(2));
    }

    /**
     * Whether the line has been ended, or a part of it, because the room closed with "end". Pages show that
     * from the close on. Their places are kept while a clock that runs ahead can still be set right.
     */
    private boolean hasTurnedAway(RoomLine room, RoomSnapshot seen) {
        var phase = room.configuration().settings(seen).phase(clock.instant());
        var isDue = phase == Phase.ENDED
                && seen.callable() > 0
                && seen.hasVersion()
                && contact.hasLasted(room.id(), BEFORE_AN_END);
        if (isDue) {
            room.close();
        }
        return isDue;
    }

    /** The result of the act; {@code otherwise} if the store refuses its change and leaves the room as it was. */
    <T> T unlessRefused(RoomLine room, T otherwise, Supplier<T> act) {
        try {
            return act.get();
        } catch (StoreUnavailableException refused) {
            wasRefused(room, refused);
            return otherwise;
        }
    }

    /** Calls visitors and looks at the room afterwards; repeats that while other nodes have called in between. */
    private RoomSnapshot called(RoomLine room, RoomSnapshot looked) {
        var lock = callers(room);
        lock.lock();
        try {
            var seen = looked;
            for (int tried = 0; tried < TRIES; tried++) {
                var call = calledOn(room, seen);
                if (call.filter(Call::hasAsked).isEmpty()) {
                    return seen;
                }
                var after = room.snapshot();
                if (!call.get().called().isEmpty() || after.version() == seen.version()) {
                    return after;
                }
                seen = after;
            }
            return seen;
        } finally {
            lock.unlock();
        }
    }

    /** Empty when the store refuses. */
    private Optional<Call> calledOn(RoomLine room, RoomSnapshot seen) {
        try {
            return Optional.of(call(room, seen));
        } catch (StoreUnavailableException refused) {
            contact.isLost(room.id());
            wasRefused(room, refused);
            return Optional.empty();
        }
    }

    /** The lock for calls in a room. Newcomers do without it: one call serves all of them. */
    ReentrantLock callers(RoomLine room) {
        return callers.computeIfAbsent(room.id(), first -> new ReentrantLock(true));
    }

    /** Forgets how far the line was called: until its next look this node calls only a first newcomer. */
    void leaveToTicks(RoomLine room) {
        reached.remove(room.id());
    }

    /** Records that no visitor could be called: the store is away, or takes no changes. */
    void wasRefused(RoomLine room, StoreUnavailableException why) {
        leaveToTicks(room);
        refusals.accept(room.configuration(), why);
    }

    private RoomInlet inlet(Room room, RoomSnapshot seen) {
        return new RoomInlet(room, room.settings(seen), limits.of(room.id()), tick);
    }
}
