package io.gatehouse.panel;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gatehouse.oidc.ExpiringStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values in a map, which are away when the lines are. */
final class ValuesInMemory implements ExpiringStore {

    private record Value(String bytes, Instant until) {}

    private final Map<String, Value> values = new HashMap<>();
    private final LinesInMemory lines;

    ValuesInMemory(LinesInMemory lines) {
        this.lines = lines;
    }

    @Override
    public synchronized Optional<byte[]> get(String key, Instant now) {
        lines.requireHere();
        return Optional.ofNullable(values.get(key))
                .filter(value -> value.until.isAfter(now))
                .map(value -> value.bytes.getBytes(ISO_8859_1));
    }

    @Override
    public synchronized void put(String key, byte[] value, Instant until, Instant now) {
        lines.requireHere();
        values.put(key, new Value(new String(value, ISO_8859_1), until));
    }

    @Override
    public synchronized boolean replace(
            String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        var present = get(key, now);
        if (present.isPresent() != expected.isPresent()
                || !Arrays.equals(present.orElse(new byte[0]), expected.orElse(new byte[0]))) {
            return false;
        }
        put(key, value, until, now);
        return true;
    }

    @Override
    public synchronized boolean remove(String key, Instant now) {
        var was = get(key, now).isPresent();
        values.remove(key);
        return was;
    }
}
