package io.gatehouse.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomId;
import io.gatehouse.testing.Crowd;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link LedgerStore} promises. */
public abstract class LedgerStoreContract {

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());

    /** The store under test; the same one throughout a test. */
    protected abstract LedgerStore store();

    @Test
    void givenNoEntries_whenTheyAreLookedFor_thenThereAreNone() {
        assertThat(store().last(room)).isZero();
        assertThat(store().read(room, 1, LedgerStore.MOST)).isEmpty();
    }

    @Test
    void givenLines_whenMoreAreAppended_thenAllAreReadInTheirOrder() {
        append(0, "", "one", "two \u00fc\n\"");

        assertThat(append(2, "two \u00fc\n\"", "three")).isTrue();

        assertThat(store().last(room)).isEqualTo(3);
        assertThat(store().read(room, 1, LedgerStore.MOST)).containsExactly("one", "two \u00fc\n\"", "three");
        assertThat(store().read(room, 2, 1)).containsExactly("two \u00fc\n\"");
        assertThat(store().read(room, 4, 1)).isEmpty();
    }

    @Test
    void givenLines_whenSomeAreAppendedBehindOthersThanTheLast_thenNothingIs() {
        append(0, "", "one", "two");

        assertThat(append(0, "", "x")).isFalse();
        assertThat(append(1, "one", "x")).isFalse();
        assertThat(append(2, "another two", "x")).isFalse();
        assertThat(append(3, "three", "x")).isFalse();

        assertThat(store().read(room, 1, LedgerStore.MOST)).containsExactly("one", "two");
    }

    @Test
    void givenTheLongestLines_whenAsManyAsMayBeAreAppendedAtOnce_thenAllAreThere() {
        var lines = IntStream.rangeClosed(1, LedgerStore.MOST)
                .mapToObj(n -> String.valueOf((char) ('0' + n)).repeat(LedgerStore.LONGEST))
                .toList();

        assertThat(store().append(room, 0, "", lines)).isTrue();

        assertThat(store().read(room, 1, LedgerStore.MOST)).isEqualTo(lines);
    }

    @Test
    void givenManyEntries_whenTheLastIsLookedFor_thenItIsFoundAndOtherRoomsHaveNone() {
        var last = "";
        for (var n = 1; n <= 13; n++) {
            assertThat(append(n - 1, last, "line " + n)).isTrue();
            last = "line " + n;
            assertThat(store().last(room)).isEqualTo(n);
        }

        assertThat(store().last(new RoomId(room + "-2"))).isZero();
        assertThat(store().read(new RoomId(room + "-2"), 1, 1)).isEmpty();
    }

    @Test
    void givenManyWhoAppendAtOnce_whenEachGoesOnUntilItIsDone_thenThereIsOneLedgerWithAllOfIt() throws Exception {
        var names = new AtomicInteger();

        Crowd.of(6, () -> {
            var name = "writer " + names.incrementAndGet();
            for (var n = 0; n < 4; ) {
                var last = store().last(room);
                var seen = last == 0 ? "" : store().read(room, last, 1).get(0);
                n += append(last, seen, name + " " + n, name + " behind " + n) ? 1 : 0;
            }
            return true;
        });

        var lines = store().read(room, 1, LedgerStore.MOST);
        assertThat(lines).hasSize(48).doesNotHaveDuplicates();
        for (var n = 0; n < lines.size(); n += 2) {
            assertThat(lines.get(n + 1)).isEqualTo(lines.get(n).replaceFirst(" (\\d+)$", " behind $1"));
        }
    }

    private boolean append(long after, String last, String... lines) {
        return store().append(room, after, last, List.of(lines));
    }
}
