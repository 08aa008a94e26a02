package io.gatehouse.awsapi.periodic;

import io.gatehouse.health.Answers;
import io.gatehouse.health.Source;
import io.gatehouse.room.RoomId;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Scheduler.Repetition;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last answers of the rooms' alarms, which the node asks repeatedly. An answer counts for a minute: one
 * lost answer has no effect, and an old one does not count.
 */
public final class Alarms implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

    static final Duration PAUSE = Duration.ofSeconds(15);

    static final Duration GOOD_FOR = Duration.ofMinutes(1);

    /** An alarm of a room; it logs each change of its state. */
    private static final class Told implements Source<Alarm.State> {

        private final RoomId room;
        private final Alarm alarm;
        private final Map<Told, Alarm.State> said;

        private Told(RoomId room, Alarm alarm, Map<Told, Alarm.State> said) {
            this.room = room;
            this.alarm = alarm;
            this.said = said;
        }

        @Override
        public Alarm.State ask() {
            var state = alarm.state();
            if (said.put(this, state) != state) {
                LOG.warn("room {}: {} says {}", room, alarm, state);
            }
            return state;
        }

        @Override
        public String toString() {
            return alarm.toString();
        }
    }

    private final Map<RoomId, List<Told>> rooms;
    private final Scheduler scheduler;
    private final Answers<Alarm.State> answers;
    private volatile Repetition repetition = () -> {};

    /** @param rooms all that have alarms; each alarm is in one room only */
    public Alarms(Map<RoomId, List<Alarm>> rooms, Scheduler scheduler) {
        var said = new ConcurrentHashMap<Told, Alarm.State>();
        this.rooms = rooms.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> entry.getValue().stream()
                        .map(alarm -> new Told(entry.getKey(), alarm, said))
                        .toList()));
        this.scheduler = scheduler;
        this.answers = new Answers<>("alarms", GOOD_FOR, scheduler);
    }

    /** Asks from now on. */
    public void begin() {
        if (!rooms.isEmpty()) {
            askAll();
            repetition = scheduler.repeat(this::askAll, PAUSE);
        }
    }

    /** The worst state of a room's alarms; {@link Alarm.State#OK} where it has none. */
    public Alarm.State state(RoomId room) {
        return rooms.getOrDefault(room, List.of()).stream()
                .map(alarm -> answers.latest(alarm).orElse(Alarm.State.UNKNOWN))
                .max(Comparator.naturalOrder())
                .orElse(Alarm.State.OK);
    }

    /** Whether an answer is still to come. */
    public boolean isAsking() {
        return answers.isAsking();
    }

    private void askAll() {
        rooms.forEach((room, alarms) -> alarms.forEach(alarm -> answers.ask(room.value(), alarm)));
    }

    /** Asks all alarms of a room, and waits for them. */
    void askNow(RoomId room) {
        rooms.getOrDefault(room, List.of()).forEach(alarm -> answers.askNow(room.value(), alarm));
    }

    @Override
    public void close() {
        repetition.close();
        answers.close();
    }
}
