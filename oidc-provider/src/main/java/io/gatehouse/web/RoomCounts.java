package io.gatehouse.web;

import io.gatehouse.room.RoomId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts one thing in each room, if need be by what the answer was. The counters of a room are made once, at 0, so that the first
 * is seen to be one more. When the meters of a retired room have gone, and somebody counts in it again, it gets new ones.
 */
public final class RoomCounts {

    private static final String ROOM = "room";
    private static final String ONE = "";

    private final MeterRegistry registry;
    private final String name;
    private final String description;
    private final List<String> answers;
    private final Map<String, Map<String, Counter>> rooms = new ConcurrentHashMap<>();

    /** @param answers the values of the label {@code "answer"}; without any there is one counter, which does not have it */
    public RoomCounts(MeterRegistry registry, String name, String description, String... answers) {
        this.registry = registry;
        this.name = name;
        this.description = description;
        this.answers = answers.length == 0 ? List.of(ONE) : List.of(answers);
        registry.config().onMeterRemoved(meter -> {
            if (meter.getId().getName().equals(name)) {
                rooms.remove(String.valueOf(meter.getId().getTag(ROOM)));
            }
        });
    }

    /** Makes the counters of a room, before anything is counted in it. */
    public void knows(RoomId room) {
        of(room);
    }

    /** Of what has no answers. */
    public void count(RoomId room) {
        count(room, ONE);
    }

    public void count(RoomId room, String answer) {
        Objects.requireNonNull(of(room).get(answer), answer).increment();
    }

    private Map<String, Counter> of(RoomId room) {
        return rooms.computeIfAbsent(room.value(), id -> answers.stream()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), answer -> counter(id, answer))));
    }

    private Counter counter(String room, String answer) {
        return Counter.builder(name)
                .description(description)
                .tags(Tags.of(ROOM, room).and(answer.equals(ONE) ? Tags.empty() : Tags.of("answer", answer)))
                .register(registry);
    }
}
