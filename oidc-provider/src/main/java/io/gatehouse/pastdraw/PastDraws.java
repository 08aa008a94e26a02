package io.gatehouse.pastdraw;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.board.Boards;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The past draws of rooms, in the memory of this node. The store is asked when a board shows that a draw is
 * done or an opening has begun, and for a zip that is no longer in memory. One thread of a node reads at a
 * time.
 */
final class PastDraws {

    /** The pause before the same ledger is read again, if it had not come as far as the board. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The most entries of a ledger whose zip everyone gets: some ten megabytes. */
    private static final long LONGEST = 100_000;

    private static final long MEMORY = 32L * 1024 * 1024;

    /** The limit of zips that a network has made in a while; zips in memory cost nothing, and do not count. */
    private static final int MOST_ZIPS = 20;

    private static final Duration WHILE = Duration.ofMinutes(10);

    /**
     * The draws of a room, as they are shown.
     *
     * @param state the state of the board that they belong to; empty if the ledger had not come that far
     * @param records of openings with a draw that is done, the latest first
     */
    record Listing(String state, List<PublicRecord> records) {

        Optional<PublicRecord> opening(String number) {
            return records.stream()
                    .filter(one -> String.valueOf(one.opening()).equals(number))
                    .findFirst();
        }

        Optional<RecordedDraw> draw(String id) {
            return records.stream()
                    .flatMap(one -> one.done().stream())
                    .filter(draw -> draw.id().equals(id))
                    .findFirst();
        }
    }

    /** Another thread reads a ledger and no earlier answer is in memory; or a network asks for many zips. */
    static final class BusyException extends RuntimeException {
        private BusyException() {
            super("another request reads a ledger on this node; try again in a moment");
        }
    }

    private record ZipKey(RoomId room, long opening) {}

    private final Ledgers ledgers;
    private final PublicFiles files;
    private final AttemptCounts<RoomId> pauses;
    private final AttemptCounts<String> made;
    private final Semaphore reading = new Semaphore(1);
    private final Semaphore zipping = new Semaphore(1);
    private final Map<RoomId, RecordReader> readers = new ConcurrentHashMap<>();
    private final Map<RoomId, Listing> listings = new ConcurrentHashMap<>();
    private final Cache<ZipKey, byte[]> zips = Caffeine.newBuilder()
            .maximumWeight(MEMORY)
            .<ZipKey, byte[]>weigher((key, zip) -> zip.length)
            .executor(Runnable::run)
            .build();

    PastDraws(Ledgers ledgers, PublicFiles files, Ticker ticker) {
        this.ledgers = ledgers;
        this.files = files;
        this.pauses = new AttemptCounts<>(PAUSE, ticker);
        this.made = new AttemptCounts<>(WHILE, ticker);
    }

    /**
     * The past draws of a room by this board. While the store is away, it answers the last listing.
     *
     * @throws BusyException while the room's ledger is read for the first time, by another thread
     */
    Listing of(WaitingRoom room, Boards.Printed board) {
        var known = Optional.ofNullable(listings.get(room.id()));
        if (known.filter(listing -> listing.state.equals(state(board)) || pauses.of(room.id()) > 0)
                .isPresent()) {
            return known.get();
        }
        try {
            return oneByOne(reading, () -> read(room, board)).or(() -> known).orElseThrow(BusyException::new);
        } catch (StoreUnavailableException away) {
            return known.orElseThrow(() -> away);
        }
    }

    private Listing read(WaitingRoom room, Boards.Printed board) {
        pauses.add(room.id());
        var reader = readers.computeIfAbsent(room.id(), RecordReader::new);
        reader.goOn(ledgers);
        var records = reader.drawn();
        var read = new Listing("", records);
        var isWhole = reader.running() >= board.seen().opening()
                && done(board).map(id -> read.draw(id).isPresent()).orElse(true);
        var listing = new Listing(isWhole ? state(board) : "", records);
        listings.put(room.id(), listing);
        return listing;
    }

    /** A text that changes with each opening, and when the draw of one is done. */
    private static String state(Boards.Printed board) {
        return board.seen().opening() + " " + done(board).orElse("");
    }

    private static Optional<String> done(Boards.Printed board) {
        return board.seen().draw().filter(LobbyDraw::isDone).map(draw -> draw.draw()
                .id());
    }

    /** Whether everyone gets the zip of this opening, which must be over: then the zip stays the same. */
    static boolean hasZip(PublicRecord record) {
        return record.ended().isPresent() && record.last() <= LONGEST;
    }

    /**
     * The zip of an opening that {@linkplain #hasZip has one}.
     *
     * @param network of the caller
     * @throws BusyException while another thread makes one, or when this network has had many made
     */
    byte[] zip(WaitingRoom room, PublicRecord record, String network) {
        var key = new ZipKey(room.id(), record.opening());
        return Optional.ofNullable(zips.getIfPresent(key))
                .or(() -> made.add(network) > MOST_ZIPS
                        ? Optional.empty()
                        : oneByOne(zipping, () -> {
                            var zip = whole(files.zip(room, record));
                            zips.put(key, zip);
                            return zip;
                        }))
                .orElseThrow(BusyException::new);
    }

    private static byte[] whole(Iterator<byte[]> pieces) {
        var all = new ByteArrayOutputStream();
        pieces.forEachRemaining(all::writeBytes);
        return all.toByteArray();
    }

    /** Does this work; empty while another thread does such work. */
    private static <T> Optional<T> oneByOne(Semaphore free, Supplier<T> work) {
        if (!free.tryAcquire()) {
            return Optional.empty();
        }
        try {
            return Optional.of(work.get());
        } finally {
            free.release();
        }
    }
}
