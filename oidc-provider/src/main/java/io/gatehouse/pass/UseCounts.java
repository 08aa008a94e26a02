package io.gatehouse.pass;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Batches;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts the uses of passes and codes for operators: one write for all that a node sees side by side.
 * Visitors are counted after they are in, so a store that is away, or a node that dies then, leaves some
 * uncounted and keeps no visitor out.
 *
 * <pre>
 * key     exempt:{room}
 * value   the opening of the line, and how many have been called by a pass in it, as JSON
 * until   for ever
 * </pre>
 */
final class UseCounts {

    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final int MOST_AT_ONCE = 1_000;
    private static final int TRIES = 20;

    record Kept(long opening, long count) {}

    private final StoredRecords<Kept> exempted;
    private final CodeLists lists;
    private final Map<RoomId, Batches<Long, Boolean>> calls = new ConcurrentHashMap<>();
    private final Map<RoomId, Batches<Integer, Boolean>> uses = new ConcurrentHashMap<>();

    UseCounts(ExpiringStore store, CodeLists lists, Clock clock) {
        this.exempted = new StoredRecords<>(store, Kept.class, clock);
        this.lists = lists;
    }

    private static String key(RoomId room) {
        return "exempt:" + room;
    }

    /** The number of visitors whom a pass has called in this opening. */
    long exempted(RoomId room, long opening) {
        return exempted.get(key(room))
                .map(StoredRecords.Found::value)
                .filter(kept -> kept.opening == opening)
                .map(Kept::count)
                .orElse(0L);
    }

    /** A pass has called a visitor. */
    void exempt(RoomId room, long opening) {
        calls.computeIfAbsent(room, first -> new Batches<>(MOST_AT_ONCE, counted(all -> exempt(room, all))))
                .ask(opening, WITHIN);
    }

    private void exempt(RoomId room, List<Long> openings) {
        var opening = Collections.max(openings);
        var more = openings.stream().filter(opening::equals).count();
        for (int tried = 0; tried < TRIES; tried++) {
            var found = exempted.get(key(room));
            var before = found.map(StoredRecords.Found::value).orElse(new Kept(opening, 0));
            if (before.opening > opening) {
                return;
            }
            var next = new Kept(opening, (before.opening == opening ? before.count : 0) + more);
            if (exempted.replace(key(room), found, next, ExpiringStore.FOREVER)) {
                return;
            }
        }
    }

    /** A code of the list with this number was used for the first time. */
    void use(RoomId room, int list) {
        uses.computeIfAbsent(room, first -> new Batches<>(MOST_AT_ONCE, counted(all -> use(room, all))))
                .ask(list, WITHIN);
    }

    private void use(RoomId room, List<Integer> numbers) {
        numbers.stream()
                .collect(Collectors.groupingBy(number -> number, Collectors.counting()))
                .forEach((number, many) -> lists.used(room, number, many));
    }

    private static <Q> Function<List<Q>, List<Boolean>> counted(Consumer<List<Q>> count) {
        return all -> {
            try {
                count.accept(all);
                return Collections.nCopies(all.size(), true);
            } catch (StoreUnavailableException away) {
                return Collections.nCopies(all.size(), false);
            }
        };
    }
}
