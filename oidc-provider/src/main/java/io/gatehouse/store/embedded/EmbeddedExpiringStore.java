package io.gatehouse.store.embedded;

import io.gatehouse.value.ExpiringStore;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Small values in the {@link EmbeddedFile}, each behind the moment until which it counts; the file has the
 * layout. The values stay on disk: thousands of codes and tokens take no memory.
 */
final class EmbeddedExpiringStore implements ExpiringStore {

    private static final int UNTIL = Long.BYTES + Integer.BYTES;

    private final EmbeddedFile file;

    EmbeddedExpiringStore(EmbeddedFile file) {
        this.file = file;
    }

    @Override
    public Optional<byte[]> get(String key, Instant now) {
        return file.call(contents -> present(contents.values(), key, now));
    }

    @Override
    public void put(String key, byte[] value, Instant until, Instant now) {
        file.call(contents -> puts(contents, key, value, until));
    }

    @Override
    public void putUnacknowledged(String key, byte[] value, Instant until, Instant now) {
        file.callUnacknowledged(contents -> puts(contents, key, value, until));
    }

    @Override
    public boolean replace(String key, Optional<byte[]> expected, byte[] value, Instant until, Instant now) {
        return file.call(contents -> {
            var present = present(contents.values(), key, now);
            return present.map(ByteBuffer::wrap).equals(expected.map(ByteBuffer::wrap))
                    && puts(contents, key, value, until);
        });
    }

    @Override
    public boolean remove(String key, Instant now) {
        return file.call(contents -> {
            var isPresent = present(contents.values(), key, now).isPresent();
            contents.values().remove(key);
            return isPresent;
        });
    }

    private static Optional<byte[]> present(CheckedMap<String> values, String key, Instant now) {
        return values.get(key)
                .filter(kept -> RecordFormat.instant(ByteBuffer.wrap(kept)).isAfter(now))
                .map(kept -> Arrays.copyOfRange(kept, UNTIL, kept.length));
    }

    private static boolean puts(Contents contents, String key, byte[] value, Instant until) {
        contents.values().put(key, kept(value, until));
        return true;
    }

    private static byte[] kept(byte[] value, Instant until) {
        var bytes = ByteBuffer.allocate(UNTIL + value.length);
        RecordFormat.put(bytes, until);
        return bytes.put(value).array();
    }
}
