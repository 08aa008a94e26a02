package io.gatehouse.web;

import io.gatehouse.room.RoomId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;

/**
 * Counts one thing in each room, perhaps by the kind of answer. The counters of a room are made beforehand,
 * at 0, so that the first increment is visible. Only the registry keeps them: after the meters of a retired
 * room have gone, another count makes a new one.
 */
public final class RoomCounts {

    private static final String ONE = "";

    private final MeterRegistry registry;
    private final String name;
    private final String description;
    private final List<String> answers;
    private final Tags more;

    /**
     * @param answers the values of the label {@code "answer"}; without any there is one counter, which does
     *     not have it
     */
    public RoomCounts(MeterRegistry registry, String name, String description, String... answers) {
        this(registry, name, description, answers.length == 0 ? List.of(ONE) : List.of(answers), Tags.empty());
    }

    private RoomCounts(MeterRegistry registry, String name, String description, List<String> answers, Tags more) {
        this.registry = registry;
        this.name = name;
        this.description = description;
        this.answers = answers;
        this.more = more;
    }

    /** These counters with a value of a further label, which all counters of the name must have. */
    public RoomCounts with(String label, String value) {
        return new RoomCounts(registry, name, description, answers, more.and(label, value));
    }

    /** Makes the counters of a room, before anything is counted in it. */
    public void knows(RoomId room) {
        answers.forEach(answer -> counter(room, answer));
    }

    /** Counts one where there are no answers. */
    public void count(RoomId room) {
        count(room, ONE);
    }

    /** Counts one by its answer. */
    public void count(RoomId room, String answer) {
        counter(room, answer).increment();
    }

    private Counter counter(RoomId room, String answer) {
        return Counter.builder(name)
                .description(description)
                .tags(more.and("room", room.value()).and(answer.equals(ONE) ? Tags.empty() : Tags.of("answer", answer)))
                .register(registry);
    }
}
