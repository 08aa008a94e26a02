package io.gatehouse.ledger;

import io.gatehouse.room.RoomId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

/**
 * Looks for entries of one ledger, the newest first. A store finds entries by their number alone: where a
 * time or an opening begins is found by halving, as both go on with the numbers, and from there on entries
 * are read one after the other.
 */
final class LedgerSearch {

    /** The maximum number of entries that one page looks through: a second's work for the slowest store. */
    private static final int MOST_LOOKED_THROUGH = 2_000;

    private final LedgerStore store;
    private final RoomId room;

    LedgerSearch(LedgerStore store, RoomId room) {
        this.store = store;
        this.room = room;
    }

    Ledgers.Page page(Ledgers.Sought sought, long before, int most) {
        var last = store.last(room);
        var least = least(sought, last);
        var to = Math.min(before, beyond(sought, last)) - 1;
        var end = Math.max(least, to - MOST_LOOKED_THROUGH + 1);
        var found = new ArrayList<LedgerEntry>();
        while (to >= end && found.size() < most) {
            var from = Math.max(end, to - LedgerStore.MOST + 1);
            var lines = store.read(room, from, (int) (to - from + 1));
            for (to = from + lines.size() - 1; to >= from && found.size() < most; to--) {
                var entry = LedgerEntry.parse(lines.get((int) (to - from)));
                if (sought.kind().map(entry.kind()::equals).orElse(true)) {
                    found.add(entry);
                }
            }
        }
        return new Ledgers.Page(List.copyOf(found), to >= least ? OptionalLong.of(to + 1) : OptionalLong.empty());
    }

    /** The first entry that names this opening; empty when there is none. */
    Optional<LedgerEntry> beginning(long opening) {
        var last = store.last(room);
        var number = first(last, entry -> opening(entry) >= opening);
        return number > last
                ? Optional.empty()
                : store.read(room, number, 1).stream()
                        .map(LedgerEntry::parse)
                        .filter(entry ->
                                Long.valueOf(opening).equals(entry.data().get(LedgerState.OPENING)))
                        .findFirst();
    }

    /** The first entry of the next opening that there was after this one; empty when there is none. */
    Optional<LedgerEntry> following(long opening) {
        var last = store.last(room);
        return opening(last) <= opening // nearly always: this is asked again and again
                ? Optional.empty()
                : store.read(room, first(last, entry -> opening(entry) > opening), 1).stream()
                        .map(LedgerEntry::parse)
                        .findFirst();
    }

    /** The number of the first entry that the search may find. */
    private long least(Ledgers.Sought sought, long last) {
        var byTime = sought.from().map(time -> first(last, entry -> !isBefore(entry, time)));
        var byOpening = sought.opening().map(opening -> first(last, entry -> opening(entry) >= opening));
        return Math.max(byTime.orElse(1L), byOpening.orElse(1L));
    }

    /** The number behind the last entry that the search may find. */
    private long beyond(Ledgers.Sought sought, long last) {
        var byTime = sought.until().map(time -> first(last, entry -> !isBefore(entry, time)));
        var byOpening = sought.opening().map(opening -> first(last, entry -> opening(entry) > opening));
        return Math.min(byTime.orElse(last + 1), byOpening.orElse(last + 1));
    }

    /** The first entry that this holds for, as for all behind it; one more than there are when there is none. */
    private static long first(long last, LongPredicate isSo) {
        var least = 1L;
        var most = last + 1;
        while (least < most) {
            var middle = least + (most - least) / 2;
            if (isSo.test(middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    private boolean isBefore(long entry, Instant time) {
        return store.read(room, entry, 1).stream().map(LedgerEntry::parse).anyMatch(found -> found.at()
                .isBefore(time));
    }

    /**
     * The opening in which an entry was written. Not every entry says that, but one shortly before it does.
     * An entry that says an earlier opening is a call that was written late.
     */
    private long opening(long entry) {
        var opening = OptionalLong.empty();
        for (var to = entry; to > 0 && opening.isEmpty(); to -= LedgerStore.MOST) {
            var from = Math.max(1, to - LedgerStore.MOST + 1);
            opening = store.read(room, from, (int) (to - from + 1)).stream()
                    .map(line -> LedgerEntry.parse(line).data().get(LedgerState.OPENING))
                    .filter(Number.class::isInstance)
                    .mapToLong(number -> ((Number) number).longValue())
                    .max();
        }
        return opening.orElse(0);
    }
}
