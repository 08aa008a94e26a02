package io.gatehouse.notice;

import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of visitors to be told, as all nodes share them.
 *
 * <pre>
 * notices/{room}/{opening}/{lane}/{number}     {@link Wish}, sealed; waiting-ttl and a day
 * notice-pages/{room}/{opening}/{lane}/{page}  which of {@value #PAGE} numbers have asked, a bit each
 * </pre>
 *
 * <p><b>Once over all nodes.</b> The notice that the turn is near is sent by the node that replaces the
 * record by one that says so. The notice of the turn is sent by the node that replaces it by one without
 * addresses: they are deleted before they are used. A node that dies in between has told no one, and no node
 * tells twice.
 *
 * <p><b>No look at the store for each visitor.</b> A page says of {@value #PAGE} numbers in line which have
 * asked, so a line in which few ask costs a read for each page that the call goes through. A page may say
 * more than there is: it is written first, and cleared last.
 */
final class NoticeBook {

    /** Numbers on a page. */
    static final int PAGE = 1024;

    /** More than there are nodes. */
    private static final int TRIES = 100;

    private static final int LOCKS = 256;

    /** A page is kept this much longer than its records, so that few wishes only renew it. */
    private static final Duration SPARE = Duration.ofHours(1);

    /** A spot in the line of an opening. */
    record Spot(RoomId room, long opening, Position position) {

        PageOf page() {
            return new PageOf(room, opening, position.lane(), position.number() / PAGE);
        }

        private String key() {
            return "notices/" + room + "/" + opening + "/" + position.lane() + "/" + position.number();
        }
    }

    /** A page of a lane. */
    record PageOf(RoomId room, long opening, int lane, long page) {

        /** The spot of this bit; number 0 is none. */
        Spot spot(int bit) {
            return new Spot(room, opening, new Position(lane, page * PAGE + bit));
        }

        private String key() {
            return "notice-pages/" + room + "/" + opening + "/" + lane + "/" + page;
        }
    }

    /** A wish and the bytes that the store has of it. */
    @SuppressWarnings("ArrayRecordComponent") // compared by the store only
    record Kept(byte[] bytes, Wish wish) {

        /** Whether there is an address to send to. */
        boolean isOpen() {
            return !wish.to().isEmpty();
        }
    }

    /** @param until when it ends, in milliseconds */
    private record Bits(String set, @Nullable Long until) {

        private static Bits of(BitSet set, Instant until) {
            return new Bits(Base64.getEncoder().encodeToString(set.toByteArray()), until.toEpochMilli());
        }

        private boolean lastsUntil(Instant time) {
            return until != null && until >= time.toEpochMilli();
        }

        private BitSet bits() {
            return BitSet.valueOf(Base64.getDecoder().decode(set));
        }
    }

    private final ExpiringStore store;
    private final StoredRecords<Bits> pages;
    private final Seal seal;
    private final Clock clock;
    private final Map<PageOf, BitSet> marks = new ConcurrentHashMap<>();
    private final List<Object> locks = Stream.generate(Object::new).limit(LOCKS).toList();

    NoticeBook(ExpiringStore store, MasterKey master, Clock clock) {
        this.store = store;
        this.pages = new StoredRecords<>(store, Bits.class, clock);
        this.seal = new Seal(master, "notices");
        this.clock = clock;
    }

    Optional<Kept> find(Spot spot) {
        return store.get(spot.key(), clock.instant()).flatMap(this::opened);
    }

    private Optional<Kept> opened(byte[] bytes) {
        return seal.open(bytes).flatMap(Wish::of).map(wish -> new Kept(bytes, wish));
    }

    /** Writes it in place of what was found; false if something else is there by now. */
    boolean replace(Spot spot, Optional<Kept> found, Wish next, Duration kept) {
        mark(spot, kept);
        var isDone = write(spot, found, next, kept);
        mark(spot, kept); // a node that found nothing may have cleared it meanwhile
        return isDone;
    }

    /** Each seal is unique: if a repeated write was refused, the record shows that the first one succeeded. */
    private boolean write(Spot spot, Optional<Kept> found, Wish next, Duration kept) {
        var now = clock.instant();
        var bytes = seal.seal(next.values());
        return store.replace(spot.key(), found.map(Kept::bytes), bytes, now.plus(kept), now)
                || store.get(spot.key(), now)
                        .filter(there -> Arrays.equals(there, bytes))
                        .isPresent();
    }

    /**
     * Visitors who ask at once stand next to each other in line. One thread writes the marks of all of them,
     * and the others find theirs written.
     */
    private void mark(Spot spot, Duration kept) {
        var page = spot.page();
        var bit = (int) (spot.position().number() % PAGE);
        marks.compute(page, (same, added) -> with(bit, added));
        synchronized (locks.get(Math.floorMod(page.hashCode(), LOCKS))) {
            var added = marks.remove(page);
            if (added != null) {
                write(page, kept, added);
            }
        }
    }

    private static BitSet with(int bit, @Nullable BitSet added) {
        var next = added == null ? new BitSet() : added;
        next.set(bit);
        return next;
    }

    /** If the write fails, the marks are left to the next thread. */
    private void write(PageOf page, Duration kept, BitSet added) {
        try {
            change(page, kept, bits -> bits.or(added));
        } catch (StoreUnavailableException away) {
            marks.merge(page, added, (others, own) -> {
                others.or(own);
                return others;
            });
            throw away;
        }
    }

    /** Deletes the addresses that were found; true for the one caller that has. */
    boolean take(Spot spot, Kept found, Duration kept) {
        return write(spot, Optional.of(found), found.wish().forgotten(), kept);
    }

    /** Deletes the addresses, whichever there are. */
    void forget(Spot spot, Duration kept) {
        for (var tried = 0; tried < TRIES; tried++) {
            var found = find(spot).filter(Kept::isOpen);
            if (found.isEmpty() || take(spot, found.get(), kept)) {
                return;
            }
        }
        throw writtenByOthers(spot.key());
    }

    /** The numbers of a page that have asked; perhaps some more. */
    BitSet page(PageOf page) {
        return pages.get(page.key()).map(found -> found.value().bits()).orElseGet(BitSet::new);
    }

    /** Clears the marks of these numbers. A number that has asked meanwhile is marked again. */
    void clear(PageOf page, BitSet done, Duration kept) {
        change(page, kept, bits -> bits.andNot(done));
        done.stream()
                .mapToObj(page::spot)
                .filter(spot -> find(spot).filter(Kept::isOpen).isPresent())
                .forEach(spot -> mark(spot, kept));
    }

    private void change(PageOf page, Duration kept, Consumer<BitSet> change) {
        for (var tried = 0; tried < TRIES; tried++) {
            var found = pages.get(page.key());
            var bits = found.map(one -> one.value().bits()).orElseGet(BitSet::new);
            var before = (BitSet) bits.clone();
            change.accept(bits);
            var end = clock.instant().plus(kept);
            var isSame = bits.equals(before)
                    && (bits.isEmpty()
                            || found.filter(one -> one.value().lastsUntil(end)).isPresent());
            if (isSame || pages.replace(page.key(), found, Bits.of(bits, end.plus(SPARE)), end.plus(SPARE))) {
                return;
            }
        }
        throw writtenByOthers(page.key());
    }

    private static StoreUnavailableException writtenByOthers(String key) {
        return new StoreUnavailableException(key + " was written by others " + TRIES + " times in a row", null);
    }
}
