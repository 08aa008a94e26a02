package io.gatehouse.ledger;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.LatestWork;
import io.gatehouse.time.Ticker;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledgers of all rooms, and that of the house: writes and reads entries.
 */
public final class Ledgers implements RoomWatcher, AutoCloseable {

    static final String FORMAT = "gatehouse ledger 1";

    private static final Logger LOG = LoggerFactory.getLogger(Ledgers.class);

    /** The maximum number of entries, and roughly of characters, in a part for the archive. */
    private static final int MOST_OF_A_PART = 10_000;

    private static final long LONGEST_PART = 4_000_000;

    private final LedgerStore store;
    private final Checkpoints checkpoints;
    private final Clock clock;
    private final Ticker ticker;
    private final LatestWork<RoomId> writer = new LatestWork<>("ledger", 8);
    private final Map<RoomId, Ledger> ledgers = new ConcurrentHashMap<>();

    /** The rooms whose ledger cannot be written, as the log says already. */
    private final Set<RoomId> silent = ConcurrentHashMap.newKeySet();

    Ledgers(LedgerStore store, Checkpoints checkpoints, Clock clock, Ticker ticker) {
        this.store = store;
        this.checkpoints = checkpoints;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Wraps the store so that the ledgers hear of changes by this node. */
    public RoomStore recorded(RoomStore store) {
        return new RecordedRoomStore(store, room -> of(room).unwritten());
    }

    /**
     * Appends an entry now. The caller appends first and acts then: if this throws {@link
     * StoreUnavailableException}, the act must not happen.
     *
     * @param kind a word of {@code docs/operate/ledger.md}
     * @param data texts, whole numbers, truth values, lists and maps of these; nothing of a visitor's but
     *     positions
     */
    public void record(RoomId room, String kind, Map<String, Object> data) {
        of(room).record(kind, data);
    }

    /** Appends an act that is about to happen in a room. */
    public void act(RoomId room, String who, String what) {
        act(room, who, what, Map.of());
    }

    /** Appends an act with more data than a log would have. */
    public void act(RoomId room, String who, String what, Map<String, Object> more) {
        var data = new TreeMap<>(more);
        data.put("who", who);
        data.put("what", what);
        record(room, LedgerState.ACT, data);
    }

    /**
     * Appends an act that concerns no room, or all of them, to the ledger of the house
     * ({@link RoomId#HOUSE}): a sign-in, or a change of people, keys or sites. Throws
     * {@link StoreUnavailableException} when that cannot be done: then the act must not happen.
     *
     * @param who in the words of the panel, such as {@code operator alice}
     * @param what no secret, and nothing of a visitor's
     */
    public void house(String who, String what) {
        of(RoomId.HOUSE).recordOfHouse(Map.of("who", who, "what", what));
    }

    @Override
    public void looks(Room room) {
        of(room.id()).looks();
    }

    /** It is written soon. While that takes long, what was seen last is written next. */
    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (snapshot.hasVersion()) {
            var ledger = of(room.id());
            var look = ledger.look(room, snapshot);
            writer.add(room.id(), () -> write(room, ledger, look));
        }
    }

    private void write(Room room, Ledger ledger, Ledger.Look look) {
        try {
            ledger.tick(look);
            silent.remove(room.id());
        } catch (StoreUnavailableException away) {
            if (silent.add(room.id())) {
                LOG.warn(
                        "room {}: its ledger cannot be written, the line goes on and entries follow: {}",
                        room.id(),
                        away.getMessage());
            }
        } catch (RuntimeException broken) {
            if (silent.add(room.id())) {
                LOG.error("room {}: its ledger cannot be written, the line goes on", room.id(), broken);
            }
        }
    }

    /** Waits until everything seen by now is written or has failed: for callers that read it next. */
    public void settle() {
        writer.settle();
    }

    /** Calls that are not written by then are found by the counters. */
    @Override
    public void close() {
        writer.close();
    }

    /**
     * A room's ledger from this entry on, 1 or more, up to now, as it is exported: lines without line feeds.
     * The first says what the export is, with its last entry signed and the keys that are published now; its
     * entries follow. Exports that follow each other make one file. Empty when there is no such entry.
     *
     * <p>Entries are read as the stream goes on, so many at a time; {@link StoreUnavailableException} while
     * it does when the store is away, or has lost them.
     */
    public Optional<Stream<List<String>>> export(RoomId room, long from) {
        var to = store.last(room);
        return to < from ? Optional.empty() : Optional.of(signedNow(room, from, to));
    }

    /**
     * The ledger from its beginning to this entry, which it has, in the same form. Where that entry is a
     * checkpoint, the export ends before it, with the signature in it: then it is the same at each call.
     */
    public Stream<List<String>> upTo(RoomId room, long to) {
        return signature(entries(room, to, to).get(0))
                .map(signed -> part(room, 1, to - 1, headerOfCheckpoint(room, 1, to - 1, signed)))
                .orElseGet(() -> signedNow(room, 1, to));
    }

    private Stream<List<String>> signedNow(RoomId room, long from, long to) {
        var hash = LedgerEntry.hash(entries(room, to, to).get(0));
        return part(room, from, to, headerOfNow(room, from, to, hash));
    }

    private Stream<List<String>> part(RoomId room, long from, long to, String header) {
        var entries = Stream.iterate(from, next -> next <= to, next -> next + LedgerStore.MOST)
                .map(next -> entries(room, next, Math.min(to, next + LedgerStore.MOST - 1)));
        return Stream.concat(Stream.of(List.of(header)), entries);
    }

    private String header(RoomId room, long from, long to, String signature, List<Map<String, Object>> keys) {
        return CanonicalJson.write(Map.of(
                "format", FORMAT,
                "issuer", checkpoints.issuer(),
                "room", room.value(),
                "from", from,
                "to", to,
                "signature", signature,
                "keys", keys));
    }

    /** The header of a part that ends before a checkpoint, with the signature and the key of that. */
    private String headerOfCheckpoint(RoomId room, long from, long to, String signature) {
        var key = Checkpoints.read(signature).key().toJSONObject();
        return header(room, from, to, signature, List.of(key));
    }

    /** The header of a part that is signed now. */
    private String headerOfNow(RoomId room, long from, long to, String hash) {
        var signature = checkpoints.sign(room, to, hash, clock.instant());
        return header(room, from, to, signature, checkpoints.published());
    }

    /**
     * A part of a ledger that an archive keeps: lines in the form of {@link #export}, the header first.
     *
     * @param begun when its first entry was written
     * @param hash of its last entry
     */
    public record Part(long from, long to, Instant begun, String hash, List<String> lines) {}

    /**
     * The part that begins with this entry and ends before the next checkpoint, with the signature in that:
     * then it is the same for every caller. A part that has become large, and the end of the ledger, are
     * signed now instead. Empty while there is no such entry, or it is younger than {@code before} and few
     * follow it.
     */
    public Optional<Part> part(RoomId room, long from, Instant before) {
        var last = store.last(room);
        if (last < from) {
            return Optional.empty();
        }
        var begun = LedgerEntry.parse(entries(room, from, from).get(0)).at();
        return begun.isAfter(before) && last - from < MOST_OF_A_PART
                ? Optional.empty()
                : Optional.of(part(room, from, last, begun));
    }

    private Part part(RoomId room, long from, long last, Instant begun) {
        var lines = new ArrayList<String>();
        var length = 0L;
        for (var next = from; next <= last; next += LedgerStore.MOST) {
            for (var line : entries(room, next, Math.min(last, next + LedgerStore.MOST - 1))) {
                var isLarge = lines.size() == MOST_OF_A_PART || length > LONGEST_PART;
                var signature = lines.isEmpty() ? Optional.<String>empty() : signature(line);
                if (isLarge || signature.isPresent()) {
                    return part(room, from, begun, lines, signature);
                }
                lines.add(line);
                length += line.length();
            }
        }
        return part(room, from, begun, lines, Optional.empty());
    }

    private Part part(RoomId room, long from, Instant begun, List<String> lines, Optional<String> signature) {
        var to = from + lines.size() - 1;
        var hash = LedgerEntry.hash(lines.get(lines.size() - 1));
        var header = signature
                .map(signed -> headerOfCheckpoint(room, from, to, signed))
                .orElseGet(() -> headerOfNow(room, from, to, hash));
        lines.add(0, header);
        return new Part(from, to, begun, hash, List.copyOf(lines));
    }

    /** The signature of a checkpoint; empty for another entry. */
    private static Optional<String> signature(String line) {
        return Optional.of(line)
                .filter(any -> any.contains(LedgerState.CHECKPOINT))
                .map(LedgerEntry::parse)
                .filter(entry -> entry.kind().equals(LedgerState.CHECKPOINT))
                .map(entry -> entry.text("signature"));
    }

    /** The hash of this entry; empty when there is none of this number. */
    public Optional<String> hash(RoomId room, long seq) {
        return store.read(room, seq, 1).stream().findFirst().map(LedgerEntry::hash);
    }

    private List<String> entries(RoomId room, long from, long to) {
        var lines = store.read(room, from, (int) (to - from + 1));
        if (lines.size() != to - from + 1) {
            throw new StoreUnavailableException(
                    "the ledger of room " + room + " has lost some of the entries " + from + " to " + to, null);
        }
        return lines;
    }

    /** The kinds of entries, in the words of {@code docs/operate/ledger.md}. */
    public static List<String> kinds() {
        return LedgerState.KINDS;
    }

    /**
     * The entries that a search is for.
     *
     * @param kind one of {@link #kinds}; empty for all
     * @param opening in which they were written; empty for any
     * @param from not before this; empty for the beginning
     * @param until before this; empty for no end
     */
    public record Sought(
            Optional<String> kind, Optional<Long> opening, Optional<Instant> from, Optional<Instant> until) {

        /** All there are. */
        public static final Sought ALL =
                new Sought(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** All of this kind. */
        public static Sought of(String kind) {
            return new Sought(Optional.of(kind), Optional.empty(), Optional.empty(), Optional.empty());
        }
    }

    /**
     * Entries for a screen, the newest first.
     *
     * @param next before which entry the search goes on; empty when there are no more. There may be a next
     *     page behind an empty one: only so many entries are looked through for one
     */
    public record Page(List<LedgerEntry> entries, OptionalLong next) {}

    /**
     * A page of what is looked for. Where a clock was set back, a time is the first moment at which it said
     * so.
     *
     * @param before only entries with a lower number
     * @param most how many at most
     */
    public Page page(RoomId room, Sought sought, long before, int most) {
        return new LedgerSearch(store, room).page(sought, before, most);
    }

    /**
     * The first entry that names an opening: it was written when the opening began, or when the ledger did.
     * Empty when there is none. It is found by halving, so a long ledger costs few more questions than a
     * short one.
     */
    public Optional<LedgerEntry> beginning(RoomId room, long opening) {
        return new LedgerSearch(store, room).beginning(opening);
    }

    /**
     * The beginning of an opening in a ledger.
     *
     * @param at when its first entry was written
     */
    public record Beginning(long opening, Instant at) {}

    /** The next opening that the ledger has after this one, whose number may be higher by more than 1. */
    public Optional<Beginning> following(RoomId room, long opening) {
        return new LedgerSearch(store, room)
                .following(opening)
                .map(entry -> new Beginning(entry.number(LedgerState.OPENING), entry.at()));
    }

    /** The first opening that a ledger knows; empty for an empty ledger. */
    public OptionalLong firstOpening(RoomId room) {
        return store.read(room, 1, 1).stream()
                .map(LedgerEntry::parse)
                .mapToLong(entry -> entry.number(LedgerState.OPENING))
                .findFirst();
    }

    private Ledger of(RoomId room) {
        return ledgers.computeIfAbsent(room, first -> new Ledger(first, store, checkpoints, clock, ticker));
    }
}
