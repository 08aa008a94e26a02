package io.gatehouse.awsapi.periodic;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import java.time.Duration;
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
 * What the alarms of rooms have said last. They are asked now and then by a thread for each room, so that no tick waits for
 * them. An answer is good for a minute: one that is lost holds nobody up, and nobody goes by what was long ago.
 */
public final class Alarms implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

    static final Duration PAUSE = Duration.ofSeconds(15);

    static final Duration GOOD_FOR = Duration.ofMinutes(1);

    private record Heard(Alarm.State state, Deadline until) {}

    private final Map<RoomId, List<Alarm>> rooms;
    private final Scheduler scheduler;
    private final Map<RoomId, Heard> heard = new ConcurrentHashMap<>();
    private final Set<RoomId> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(Alarms::thread);
    private volatile Repetition repetition = () -> {};

    /** @param rooms those that have any */
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

    /** What is known of a room: {@link Alarm.State#OK} where all of its alarms say so, or it has none. */
    public Alarm.State state(RoomId room) {
        return rooms.containsKey(room)
                ? Optional.ofNullable(heard.get(room))
                        .filter(last -> !last.until.isExpired())
                        .map(Heard::state)
                        .orElse(Alarm.State.UNKNOWN)
                : Alarm.State.OK;
    }

    private void askAll() {
        for (var room : rooms.keySet()) {
            if (underWay.add(room)) {
                threads.execute(() -> ask(room));
            }
        }
    }

    void ask(RoomId room) {
        try {
            for (var alarm : rooms.getOrDefault(room, List.of())) {
                var state = alarm.state();
                if (state != Alarm.State.OK) {
                    hear(room, state, alarm.toString());
                    return;
                }
            }
            hear(room, Alarm.State.OK, "all that is asked");
        } catch (RuntimeException broken) {
            LOG.warn("room {}: it is not known how its alarms are", room, broken);
        } finally {
            underWay.remove(room);
        }
    }

    private void hear(RoomId room, Alarm.State state, String who) {
        if (state != Alarm.State.UNKNOWN) {
            var before = heard.put(room, new Heard(state, Deadline.after(GOOD_FOR, scheduler)));
            if (before == null || before.state != state) {
                LOG.warn("room {}: {} says {}", room, who, state);
            }
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
