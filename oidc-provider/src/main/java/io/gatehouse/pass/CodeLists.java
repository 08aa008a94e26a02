package io.gatehouse.pass;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The lists of access codes of each room, changed by compare-and-set.
 *
 * <pre>
 * key     code-lists:{room}
 * value   the lists, and the number of the next one, as JSON
 * until   for ever
 * </pre>
 */
final class CodeLists {

    /** The maximum number of lists of a room: a look at a code reads them all. */
    static final int MOST = 100;

    private static final int TRIES = 50;

    /** @param next the number of the next list */
    record Kept(int next, List<CodeList> lists) {

        static final Kept NONE = new Kept(1, List.of());

        Optional<CodeList> named(String name) {
            return lists.stream().filter(list -> list.name().equals(name)).findFirst();
        }

        Optional<CodeList> numbered(int number) {
            return lists.stream().filter(list -> list.number() == number).findFirst();
        }

        private Kept with(CodeList list) {
            var others = without(list.number()).lists;
            return new Kept(
                    Math.max(next, list.number() + 1),
                    Stream.concat(others.stream(), Stream.of(list)).toList());
        }

        private Kept without(int number) {
            return new Kept(
                    next, lists.stream().filter(list -> list.number() != number).toList());
        }
    }

    private final StoredRecords<Kept> records;

    CodeLists(ExpiringStore store, Clock clock) {
        this.records = new StoredRecords<>(store, Kept.class, clock);
    }

    private static String key(RoomId room) {
        return "code-lists:" + room;
    }

    private Kept kept(RoomId room) {
        return records.get(key(room)).map(StoredRecords.Found::value).orElse(Kept.NONE);
    }

    /** The lists in the order in which they were begun. */
    List<CodeList> of(RoomId room) {
        return kept(room).lists.stream()
                .sorted(Comparator.comparing(CodeList::number))
                .toList();
    }

    boolean isThere(RoomId room, int number) {
        return kept(room).numbered(number).isPresent();
    }

    /** The list of this name, begun if there is none; empty when there are too many. */
    Optional<CodeList> begin(RoomId room, String name) {
        return change(
                        room,
                        kept -> kept.named(name).isPresent() || kept.lists.size() >= MOST
                                ? kept
                                : kept.with(new CodeList(kept.next, name, 0, 0, 0)))
                .named(name);
    }

    /** Counts codes that have come into a list. */
    void added(RoomId room, int number, long codes, long until) {
        changeList(room, number, list -> list.with(codes, until));
    }

    /** Counts codes that were used for the first time. */
    void used(RoomId room, int number, long codes) {
        changeList(room, number, list -> list.usedBy(codes));
    }

    /** Counts a code that has been taken out of a list. */
    void removed(RoomId room, int number, boolean isUsed) {
        changeList(room, number, list -> list.without(isUsed));
    }

    private void changeList(RoomId room, int number, UnaryOperator<CodeList> edit) {
        change(room, kept -> kept.numbered(number)
                .map(list -> kept.with(edit.apply(list)))
                .orElse(kept));
    }

    /** Ends its codes; false when there is no list of this name. */
    boolean takeBack(RoomId room, String name) {
        var list = kept(room).named(name);
        list.ifPresent(found -> change(room, kept -> kept.without(found.number())));
        return list.isPresent();
    }

    /** The record after this edit, which is repeated when another node has written meanwhile. */
    private Kept change(RoomId room, UnaryOperator<Kept> edit) {
        for (int tried = 0; tried < TRIES; tried++) {
            var found = records.get(key(room));
            var before = found.map(StoredRecords.Found::value).orElse(Kept.NONE);
            var next = edit.apply(before);
            if (next.equals(before) || records.replace(key(room), found, next, ExpiringStore.FOREVER)) {
                return next;
            }
        }
        throw new StoreUnavailableException("the lists of codes: others were quicker " + TRIES + " times", null);
    }
}
