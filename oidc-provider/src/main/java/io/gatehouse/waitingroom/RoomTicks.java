package io.gatehouse.waitingroom;

import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import io.gatehouse.time.Workers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the turnstile tick in each room by itself: a room whose store hangs keeps no other one waiting. At
 * most one tick of a room is under way on this node. A beat that finds one leaves that room out, and is never
 * made up for: watchers never see an older state of the room, and a node that was frozen does not tick many
 * times when it wakes.
 */
public final class RoomTicks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RoomTicks.class);

    /** Fewer ticks at a time than may ask the store, so that operators get through while many rooms hang. */
    private static final int MOST_AT_ONCE = 24;

    /** The pause between searches for overdue places. */
    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final Turnstile turnstile;
    private final WaitingRooms rooms;
    private final List<RoomWatcher> watchers;
    private final Clock clock;
    private final Set<RoomId> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isSweeping = new AtomicBoolean();
    private final ThreadPoolExecutor threads;
    private volatile Repetition beats = () -> {};
    private volatile Repetition sweeps = () -> {};

    RoomTicks(Turnstile turnstile, WaitingRooms rooms, List<RoomWatcher> watchers, Clock clock) {
        this.turnstile = turnstile;
        this.rooms = rooms;
        this.watchers = List.copyOf(watchers);
        this.clock = clock;
        this.threads = new ThreadPoolExecutor(
                2, 2, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), Workers.named("turnstile"));
    }

    /** Starts the beats. The next beat comes a tick after the end of the last one, never with it. */
    void begin(Scheduler scheduler, Duration tick) {
        beat();
        beats = scheduler.repeat(this::beat, tick);
        sweeps = scheduler.repeat(this::sweepSoon, SWEEP);
    }

    /** Begins a tick in each room that has none under way; waits for none of them. */
    void beat() {
        var all = rooms.all();
        makeRoomFor(all.size());
        for (var room : all) {
            if (underWay.add(room.id())) {
                threads.execute(() -> tickAlone(room));
            }
        }
    }

    private void tickAlone(WaitingRoom room) {
        try {
            tick(room);
        } finally {
            underWay.remove(room.id());
        }
    }

    /** Rooms are added while the node runs. One thread more is for sweeping, so that no tick waits for it. */
    private void makeRoomFor(int count) {
        var needed = 1 + Math.min(count, MOST_AT_ONCE);
        if (needed > threads.getCorePoolSize()) {
            threads.setMaximumPoolSize(needed);
            threads.setCorePoolSize(needed);
        }
    }

    /** A sweep does not start while the last one is under way: it would take a thread that ticks. */
    private void sweepSoon() {
        if (isSweeping.compareAndSet(false, true)) {
            threads.execute(this::sweep);
        }
    }

    private void sweep() {
        try {
            rooms.all().forEach(room -> turnstile.sweep(room.line()));
        } finally {
            isSweeping.set(false);
        }
    }

    /**
     * Ticks in this room and shows it to its watchers. Never throws. A second tick of the same room begins
     * when the first is over, so that watchers never see an older state.
     */
    public void tick(WaitingRoom room) {
        synchronized (room) {
            var configuration = room.configuration();
            try {
                watchers.forEach(watcher -> watcher.looks(configuration));
                turnstile
                        .tick(room.line())
                        .ifPresentOrElse(seen -> show(configuration, seen), () -> loseSight(configuration));
            } catch (RuntimeException broken) {
                LOG.error("room {}: a watcher failed, going on", room.id(), broken);
                loseSight(configuration);
            }
        }
    }

    private void show(Room room, RoomSnapshot seen) {
        watchers.forEach(watcher -> watcher.saw(room, seen, clock.instant()));
    }

    private void loseSight(Room room) {
        watchers.forEach(watcher -> watcher.lostSight(room));
    }

    /** Lets ticks under way end, for a few seconds. */
    @Override
    public void close() {
        beats.close();
        sweeps.close();
        Workers.end(threads);
    }
}
