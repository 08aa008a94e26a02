package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The line of one room at the time of the clock, for callers that look at all of it: the turnstile, which
 * calls, sweeps and draws, and the ledger. The acts of one visitor or operator are in
 * {@code waitingroom.WaitingRoom}.
 */
public final class RoomLine {

    private final Room room;
    private final Line line;
    private final Clock clock;

    public RoomLine(Room room, Line line, Clock clock) {
        this.room = room;
        this.line = line;
        this.clock = clock;
    }

    /** The room as configured. */
    public Room configuration() {
        return room;
    }

    public RoomId id() {
        return room.id();
    }

    /** The place with this id, if this opening knows it. */
    public Optional<Place> find(PlaceId id) {
        return line.find(id, clock.instant());
    }

    /** One consistent look at the room. */
    public RoomSnapshot snapshot() {
        return line.snapshot(clock.instant());
    }

    /**
     * Calls the next visitors and returns their places, unless another node has called since the snapshot;
     * then empty.
     *
     * @param maySweep whether overdue places in line end when it is their turn
     */
    public Optional<List<Place>> serve(RoomSnapshot seen, Advance advance, boolean maySweep) {
        return line.serve(seen, advance, maySweep, clock.instant());
    }

    /**
     * Calls at most {@code most} of these out of turn and returns them, unless another node has called since
     * the snapshot; then empty. Only places in line are called.
     */
    public Optional<List<Place>> serveOutOfTurn(RoomSnapshot seen, List<PlaceId> places, long most) {
        return line.serveOutOfTurn(seen, places, most, clock.instant());
    }

    /** Gives up to {@code most} free slots to visitors who are ready; see {@link Line#seat}. */
    public Optional<List<Place>> seat(RoomSnapshot seen, long most, Optional<Duration> held) {
        return line.seat(seen, most, held, clock.instant());
    }

    /** Ends overdue places in line; to be called now and then. */
    public void sweep() {
        line.sweep(clock.instant());
    }

    /** Ends places in line, as many as a tick has time for; to be called each tick while the line must become empty. */
    public void close() {
        line.close(clock.instant());
    }

    /** Gives visitors their places in lanes beside the default one; see {@link Line#joinLanes}. */
    public List<Joined> joinLanes(Map<PlaceId, String> newcomers) {
        return line.joinLanes(newcomers, clock.instant());
    }

    /** Puts several places in lanes beside the default one back; see {@link Line#restoreInLanes}. */
    public List<Optional<Place>> restoreInLanes(List<PlaceProof> proofs) {
        return line.restoreInLanes(proofs, clock.instant());
    }

    /** Takes back all turns granted by hand that were seen unused; false when something has changed since. */
    public boolean takeBack(RoomSnapshot seen) {
        return line.takeBack(seen);
    }

    /** Takes a step of the room's draw; false when something has changed since it was seen. */
    public boolean draw(RoomSnapshot seen, LobbyDraw next) {
        return line.draw(seen, next);
    }

    /** The order in which places in line are called, and their numbers. */
    public Order order(RoomSnapshot seen) {
        return line.order(seen);
    }

    /** The ids at the positions from one to another; see {@link Line#ids}. */
    public List<Optional<PlaceId>> ids(long from, long to) {
        return line.ids(from, to);
    }

    /** The ids at these positions for good; see {@link Line#idsForGood}. */
    public Optional<List<Optional<PlaceId>>> idsForGood(RoomSnapshot seen, long from, long to) {
        return line.idsForGood(seen, from, to, clock.instant());
    }

    /**
     * The places of a lane with the numbers from one to another, both included, as they stand;
     * {@link #mostIds} at most.
     */
    public List<Place> places(int lane, long from, long to) {
        return line.places(lane, from, to, clock.instant());
    }

    /** The limit of {@link #ids} in one question. */
    public int mostIds() {
        return line.mostIds();
    }
}
