package io.gatehouse.oidc.registration;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The list of registrations, so that their number is bounded.
 *
 * <pre>
 * key     sites
 * value   a line for each registration: client id, space, milliseconds of its end
 * until   for ever
 * </pre>
 */
final class RegistrationIndex {

    private static final String KEY = "sites";
    private static final Pattern LINE = Pattern.compile("(\\S+) (\\d{1,18})");

    private final ExpiringStore store;
    private final Clock clock;
    private final int most;

    RegistrationIndex(ExpiringStore store, Clock clock, int most) {
        this.store = store;
        this.clock = clock;
        this.most = most;
    }

    /** The client ids of registrations that have not ended. */
    Set<String> present() {
        return present(store.get(KEY, clock.instant())).keySet();
    }

    /** Takes one of the places there are for registrations; false when all are taken. */
    boolean add(String clientId, Instant until) {
        return change(present -> {
            var isRoom = present.size() < most;
            present.put(clientId, until.toEpochMilli());
            return isRoom;
        });
    }

    /** Gives its place back. */
    void remove(String clientId) {
        change(present -> present.remove(clientId) != null);
    }

    /** Changes what is there at this moment; false when the change says that there is nothing to write. */
    private boolean change(Predicate<Map<String, Long>> change) {
        while (true) {
            var before = store.get(KEY, clock.instant());
            var present = present(before);
            if (!change.test(present)) {
                return false;
            }
            var lines = present.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .collect(Collectors.joining("\n"));
            if (store.replace(KEY, before, lines.getBytes(UTF_8), ExpiringStore.FOREVER, clock.instant())) {
                return true;
            }
        }
    }

    /** Without lines that another release has written in another shape. */
    private Map<String, Long> present(Optional<byte[]> index) {
        var present = new LinkedHashMap<String, Long>();
        index.stream()
                .flatMap(bytes -> new String(bytes, UTF_8).lines())
                .map(LINE::matcher)
                .filter(line -> line.matches() && Long.parseLong(line.group(2)) > clock.millis())
                .forEach(line -> present.put(line.group(1), Long.parseLong(line.group(2))));
        return present;
    }
}
