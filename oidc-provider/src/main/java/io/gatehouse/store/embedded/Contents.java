package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the file, from one opening of it to its closing or its first failure. Only
 * {@link #synchronize} may run beside another call.
 */
final class Contents {

    static final String FORMAT = "3";

    /** The format until November 2026, with places in a binary layout, which {@link RecordFormat} still reads. */
    private static final String FORMAT_BEFORE = "2";

    /**
     * The page cache in megabytes, the smallest possible: the lines are in memory anyway, and other values
     * (codes, tokens) are read once or twice. The default of 16 would be 1,600 bytes for each of 10,000
     * visitors.
     */
    private static final Map<String, Object> PAGE_CACHE = Map.of("cacheSize", 1);

    /** The commit buffer in kilobytes: MVStore never fills it, so it never commits in the middle of a command. */
    private static final int NEVER_BY_ITSELF = 1 << 20;

    /**
     * The least lifetime of a chunk, in milliseconds. MVStore's 45 seconds make a busy file large, and
     * protect no chunk that is older; {@link #VERSIONS} does.
     */
    private static final int RETENTION = 0;

    /**
     * The number of commits for which the space of a dead chunk is left alone: MVStore's default. By its
     * source a commit may still count a chunk as live on disk that dies in it; with none, a kill in the
     * middle of the next commit might then make the newest acknowledged one unreadable. No test of ours has
     * shown that; the margin costs some kilobytes.
     */
    private static final int VERSIONS = 5;

    private static final String HEAD = "gatehouse";
    private static final String LINES = "lines";
    private static final String PLACES = "places.";
    private static final String VALUES = "values";
    private static final String LEDGERS = "ledgers";
    private static final String TOTALS = "totals.";
    private static final String FORMAT_KEY = "format";
    private static final String PROBE = "probe";

    private final MVStore store;
    private final OrderedFile file;
    private final Changes changes = new Changes();
    private final MVMap<String, byte[]> head;
    private final CheckedMap<String> counters;
    private final CheckedMap<String> values;
    private final CheckedMap<String> ledgers;
    private final Map<String, KeptLine> lines = new HashMap<>();
    private long committed;
    private long wanted;
    private long durable;
    private long synchronizedWrites;
    private @Nullable Throwable failure;

    private Contents(MVStore store, OrderedFile file) {
        this.store = store;
        this.file = file;
        this.head = store.openMap(HEAD, strings());
        this.counters = new CheckedMap<>(LINES, store.openMap(LINES, strings()), changes);
        this.values = new CheckedMap<>(VALUES, store.openMap(VALUES, strings()), changes);
        this.ledgers = new CheckedMap<>(LEDGERS, store.openMap(LEDGERS, strings()), changes);
    }

    /** Makes a new file with nothing in it. */
    static void create(Path path) {
        var file = new OrderedFile(PAGE_CACHE, path, NewestChunks.NONE);
        var store = open(file);
        try {
            var contents = new Contents(store, file);
            contents.mark(FORMAT);
            contents.counters.clear();
            contents.values.clear();
            contents.commit();
            contents.synchronize();
            store.close();
        } finally {
            store.closeImmediately();
        }
    }

    /** Opens a file and reads all of it; throws {@link DataFolderException} when it is not ours or not whole. */
    static Contents read(Path path, NewestChunks noted) {
        var file = new OrderedFile(PAGE_CACHE, path, noted);
        var store = open(file);
        try {
            if (store.getCurrentVersion() < noted.acknowledged().version()) {
                throw new DataFolderException("its end is missing or damaged: version "
                        + noted.acknowledged().version()
                        + " was acknowledged, version " + store.getCurrentVersion() + " is the newest in it");
            }
            if (!store.hasMap(HEAD)) {
                throw new DataFolderException("it is not a store of Gatehouse");
            }
            var contents = new Contents(store, file);
            contents.verify();
            return contents;
        } catch (Throwable unusable) {
            store.closeImmediately();
            throw unusable;
        }
    }

    KeptLine line(RoomId room) {
        return lines.computeIfAbsent(room.value(), name -> KeptLine.empty(name, counters, places(name)));
    }

    CheckedMap<String> values() {
        return values;
    }

    CheckedMap<String> ledgers() {
        return ledgers;
    }

    /** Runs a command, and notes what it sees. */
    <T> T run(Function<Contents, T> command) {
        changes.begin();
        return command.apply(this);
    }

    /** The latest change that the last command has made or been shown. */
    long seen() {
        return changes.seen();
    }

    boolean isDirty() {
        return changes.made() > committed;
    }

    /** Notes that a caller waits until this change is on disk. */
    void want(long change) {
        wanted = Math.max(wanted, change);
    }

    boolean isWanted() {
        return wanted > committed;
    }

    /** The latest change that is on disk, with all changes before it. */
    long durable() {
        return durable;
    }

    void durable(long change) {
        durable = change;
        counters.settle(change);
        values.settle(change);
        ledgers.settle(change);
        lines.values().forEach(line -> line.places().settle(change));
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    void fail(Throwable cause) {
        failure = cause;
        store.closeImmediately();
    }

    /** Writes all changes, and says which is the latest. They are on disk after the next {@link #synchronize}. */
    long commit() {
        keepTotals(counters);
        keepTotals(values);
        keepTotals(ledgers);
        lines.values().forEach(line -> keepTotals(line.places()));
        store.commit();
        committed = changes.made();
        return committed;
    }

    void synchronize() {
        if (file.getWriteCount() != synchronizedWrites) {
            store.sync();
            file.acknowledge();
            synchronizedWrites = file.getWriteCount();
        }
    }

    /** Changes something that does not matter, to see whether the disk takes it. */
    void probe() {
        head.put(PROBE, Checksum.append(HEAD, PROBE, new byte[0]));
        changes.next();
    }

    /** Rewrites chunks of which little is in use, at most so many bytes. */
    void compact(int bytes) {
        store.compact(50, bytes);
        synchronize();
    }

    /** The file as it is on disk now; nothing may be committed while this is called. */
    FileImage image() {
        store.setReuseSpace(false);
        return new FileImage(file, () -> store.setReuseSpace(true));
    }

    /** The contents of each room, in the order of the rooms' names. */
    List<StoreCopy.KeptRoom> rooms() {
        var entries = ledgers.keysAfter(null, Integer.MAX_VALUE).stream()
                .collect(Collectors.groupingBy(key -> key.substring(0, key.indexOf('/'))));
        return Stream.concat(lines.keySet().stream(), entries.keySet().stream())
                .distinct()
                .sorted()
                .map(room -> room(room, entries.getOrDefault(room, List.of())))
                .toList();
    }

    private StoreCopy.KeptRoom room(String name, List<String> entries) {
        var places = Optional.ofNullable(lines.get(name)).map(KeptLine::present).orElse(List.of());
        var joined = places.stream().map(Place::joinedAt);
        var written = entries.stream()
                .skip(Math.max(0, entries.size() - 1))
                .flatMap(key -> ledgers.get(key).stream())
                .map(line -> LedgerEntry.parse(new String(line, UTF_8)).at());
        var waiting =
                places.stream().filter(place -> place.stage() == Stage.WAITING).count();
        var newest = Stream.concat(joined, written).max(Comparator.naturalOrder());
        return new StoreCopy.KeptRoom(name, waiting, places.size(), entries.size(), newest);
    }

    void close() {
        try {
            store.close();
        } finally {
            store.closeImmediately();
        }
    }

    private void mark(String format) {
        head.put(FORMAT_KEY, Checksum.append(HEAD, FORMAT_KEY, format.getBytes(UTF_8)));
    }

    private void verify() {
        var format = new String(headed(FORMAT_KEY), UTF_8);
        if (format.equals(FORMAT_BEFORE)) {
            mark(FORMAT); // on disk with the first change, so that an older release refuses what it cannot read
        } else if (!format.equals(FORMAT)) {
            throw new DataFolderException("its format is " + format + ", expected " + FORMAT);
        }
        var kept = new HashMap<String, byte[]>();
        counters.verify(headed(TOTALS + LINES), kept::put);
        kept.forEach((room, bytes) -> lines.put(room, line(room, bytes)));
        values.verify(headed(TOTALS + VALUES), (key, value) -> {});
        ledgers.verify(totals(ledgers), (key, line) -> {});
        var known = new HashSet<String>();
        lines.values().forEach(line -> known.add(line.places().name()));
        for (var name : store.getMapNames()) {
            if (name.startsWith(PLACES) && store.hasData(name) && !known.contains(name)) {
                throw new DataFolderException("\"" + name + "\" has no counters");
            }
        }
    }

    private KeptLine line(String room, byte[] bytes) {
        var places = places(room);
        return KeptLine.read(room, RecordFormat.counters(bytes), counters, places, totals(places));
    }

    /** The totals of a map that never had an entry are not stored. */
    private byte[] totals(CheckedMap<?> map) {
        return head.containsKey(TOTALS + map.name()) ? headed(TOTALS + map.name()) : CheckedMap.NOTHING;
    }

    private byte[] headed(String key) {
        var checked = head.get(key);
        if (checked == null) {
            throw new DataFolderException("\"" + key + "\" is missing");
        }
        return Checksum.verify(HEAD, key, checked);
    }

    private void keepTotals(CheckedMap<?> map) {
        if (map.hasNewTotals()) {
            var key = TOTALS + map.name();
            head.put(key, Checksum.append(HEAD, key, map.totals()));
        }
    }

    private CheckedMap<Long> places(String room) {
        var name = PLACES + room;
        var builder =
                new MVMap.Builder<Long, byte[]>().keyType(LongDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE);
        return new CheckedMap<>(name, store.openMap(name, builder), changes);
    }

    private static MVMap.Builder<String, byte[]> strings() {
        return new MVMap.Builder<String, byte[]>()
                .keyType(StringDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE);
    }

    private static MVStore open(OrderedFile file) {
        try {
            var store = new MVStore.Builder()
                    .adoptFileStore(file)
                    .autoCommitDisabled()
                    .autoCommitBufferSize(NEVER_BY_ITSELF)
                    .open();
            store.setRetentionTime(RETENTION);
            store.setVersionsToKeep(VERSIONS);
            return store;
        } catch (Throwable unusable) {
            file.close();
            throw unusable;
        }
    }
}
