package io.gatehouse.awsapi.periodic;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last answers of the rooms' alarms. Threads of their own ask them now and then, so that neither a tick
 * nor another alarm waits. An answer counts for a minute: one lost answer has no effect, and an old one does
 * not count.
 */
public final class Alarms implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

    static final Duration PAUSE = Duration.ofSeconds(15);

    static final Duration GOOD_FOR = Duration.ofMinutes(1);

    private record Heard(Alarm.State state, Deadline until) {}

    private final Map<RoomId, List<Alarm>> rooms;
    private final Scheduler scheduler;
    private final Map<Alarm, Heard> heard = new ConcurrentHashMap<>();
    private final Set<Alarm> silent = ConcurrentHashMap.newKeySet();
    private final Set<Alarm> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(Alarms::thread);
    private volatile Repetition repetition = () -> {};

    /** @param rooms those that have any; each alarm in one of them only */
    public Alarms(Map<RoomId, List<Alarm>> rooms, Scheduler scheduler) {
        this.rooms = Map.copyOf(rooms);
        this.scheduler = scheduler;
    }

    /** Asks from now on. */
    public void begin() {
        if (!rooms.isEmpty()) {
            askAll();
            repetition = scheduler.repeat(this::askAll, PAUSE);
        }
    }

    /** What is known of a room: what the worst of its alarms says; {@link Alarm.State#OK} where it has none. */
    public Alarm.State state(RoomId room) {
        return rooms.getOrDefault(room, List.of()).stream()
                .map(this::lastSaid)
                .max(Comparator.naturalOrder())
                .orElse(Alarm.State.OK);
    }

    /** Whether an answer is still to come. */
    public boolean isAsking() {
        return !underWay.isEmpty();
    }

    private Alarm.State lastSaid(Alarm alarm) {
        return Optional.ofNullable(heard.get(alarm))
                .filter(last -> !last.until.isExpired())
                .map(Heard::state)
                .orElse(Alarm.State.UNKNOWN);
    }

    private void askAll() {
        rooms.forEach((room, alarms) -> alarms.forEach(alarm -> {
            if (underWay.add(alarm)) {
                threads.execute(() -> ask(room, alarm));
            }
        }));
    }

    void ask(RoomId room, Alarm alarm) {
        try {
            var state = alarm.state();
            silent.remove(alarm);
            var before = heard.put(alarm, new Heard(state, Deadline.after(GOOD_FOR, scheduler)));
            if (before == null || before.state != state) {
                LOG.warn("room {}: {} says {}", room, alarm, state);
            }
        } catch (RuntimeException noAnswer) {
            if (silent.add(alarm)) {
                LOG.warn("room {}: {} cannot be asked: {}", room, alarm, noAnswer.toString());
            }
        } finally {
            underWay.remove(alarm);
        }
    }

    @Override
    public void close() {
        repetition.close();
        threads.shutdownNow();
    }

    private static Thread thread(Runnable asking) {
        var thread = new Thread(asking, "alarms");
        thread.setDaemon(true);
        return thread;
    }
}
