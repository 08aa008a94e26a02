package io.gatehouse.store.embedded;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * A map on disk that can tell whether it is whole: each value has its {@link Checksum}, and the number of
 * entries and the sum of their checksums are kept apart from them, so that a lost, doubled or outdated page
 * is noticed as well.
 */
final class CheckedMap<K> {

    /** The totals of a map in which there was never anything. */
    static final byte[] NOTHING = new byte[2 * Long.BYTES];

    private final String name;
    private final MVMap<K, byte[]> map;
    private final Changes changes;

    /** The latest change of each key that is not on disk, in the order of the changes. */
    private final Map<K, Long> unsettled = new LinkedHashMap<>();

    private long entries;
    private long sum;
    private long latest;
    private long latestRemoval;
    private long latestClearing;
    private long latestInTotals;

    CheckedMap(String name, MVMap<K, byte[]> map, Changes changes) {
        this.name = name;
        this.map = map;
        this.changes = changes;
    }

    String name() {
        return name;
    }

    Optional<byte[]> get(K key) {
        see(key);
        var checked = map.get(key);
        return checked == null ? Optional.empty() : Optional.of(Checksum.verify(name, key, checked));
    }

    void put(K key, byte[] value) {
        var checked = Checksum.append(name, key, value);
        change(key);
        subtract(map.put(key, checked));
        add(checked);
    }

    boolean remove(K key) {
        var before = map.remove(key);
        subtract(before);
        if (before == null) {
            see(key);
            return false;
        }
        change(key);
        latestRemoval = latest;
        return true;
    }

    void clear() {
        latest = changes.next();
        latestRemoval = latest;
        latestClearing = latest;
        unsettled.clear();
        map.clear();
        entries = 0;
        sum = 0;
    }

    long size() {
        return entries;
    }

    /** Notes that a command is shown this entry, or its absence. */
    void see(K key) {
        changes.see(unsettled.getOrDefault(key, latestClearing));
    }

    /** Notes that a command is shown something that depends on any entry. */
    void seeAll() {
        changes.see(latest);
    }

    /** Notes that a command is shown the absence of some kind of entry. */
    void seeRemovals() {
        changes.see(latestRemoval);
    }

    /** Notes that all changes up to this one are on disk. */
    void settle(long change) {
        var oldest = unsettled.values().iterator();
        while (oldest.hasNext() && oldest.next() <= change) {
            oldest.remove();
        }
    }

    /** At most {@code most} keys after {@code last}, in order; from the first key if {@code last} is null. */
    List<K> keysAfter(@Nullable K last, int most) {
        seeAll();
        var from = last == null ? map.firstKey() : map.higherKey(last);
        var keys = new ArrayList<K>();
        if (from != null) {
            for (var next = map.keyIterator(from); keys.size() < most && next.hasNext(); ) {
                keys.add(next.next());
            }
        }
        return keys;
    }

    /** The last key before this one. */
    Optional<K> keyBefore(K key) {
        seeAll();
        return Optional.ofNullable(map.lowerKey(key));
    }

    boolean hasNewTotals() {
        return latest > latestInTotals;
    }

    /** The totals that {@link #verify} will expect once the changes until now are on disk. */
    byte[] totals() {
        latestInTotals = latest;
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(entries).putLong(sum).array();
    }

    /** Reads everything, shows it to the reader, and compares it with the totals. */
    void verify(byte[] totals, BiConsumer<K, byte[]> reader) {
        var cursor = map.cursor(null);
        while (cursor.hasNext()) {
            var key = cursor.next();
            var checked = cursor.getValue();
            reader.accept(key, Checksum.verify(name, key, checked));
            add(checked);
        }
        var expected = ByteBuffer.wrap(totals);
        if (expected.getLong() != entries || expected.getLong() != sum || map.sizeAsLong() != entries) {
            throw new DataFolderException("entries of \"" + name + "\" are missing or outdated");
        }
    }

    private void change(K key) {
        latest = changes.next();
        unsettled.remove(key); // to come last again
        unsettled.put(key, latest);
    }

    private void add(byte[] checked) {
        entries++;
        sum += Checksum.of(checked);
    }

    private void subtract(byte @Nullable [] checked) {
        if (checked != null) {
            entries--;
            sum -= Checksum.of(checked);
        }
    }
}
