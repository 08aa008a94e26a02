package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage.Count;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The changes of places since the opening began, in sums that only grow. A change of a place and its
 * sums are written in one transaction, the sums to one of several items at random, so that changes of
 * different places seldom meet; a look adds the items up.
 *
 * <pre>
 * {room}#total#{opening}#{0..15}
 *   claimed, turns_over, admissions_over, no_shows, completed, abandoned, expired, left, overtaken, holes, returns,
 *   returns_left, readies, readies_left N
 *   ttl N                            only once the opening is over: a count that lacks here would seem to take slots
 * </pre>
 */
final class Totals {

    /** A change of a place that is counted. */
    enum Total {
        /** A turn became an admission. */
        CLAIMED,
        /** A turn ended in another way. */
        TURNS_OVER,
        /** An admission ended. */
        ADMISSIONS_OVER,
        /** A turn went by unclaimed. */
        NO_SHOWS,
        /** An admission ended, and like this. */
        COMPLETED,
        ABANDONED,
        EXPIRED,
        /** A place was left while it waited. */
        LEFT,
        /**
         * The call had gone past a place while the line had lost it: it waits for its first turn no more, and
         * returns.
         */
        OVERTAKEN,
        /** The call passed an empty position. */
        HOLES,
        /**
         * A second chance was asked for, or a place was put at the head that the call had gone past, or taken
         * in a lane beside the default one.
         */
        RETURNS,
        /** A place that was to return was left before the call. */
        RETURNS_LEFT,
        /** A visitor came to a turn without a slot. */
        READIES,
        /** A visitor who was ready left before a slot was free. */
        READIES_LEFT;

        private final String attribute = name().toLowerCase(Locale.ROOT);

        private static Total of(Ending ending) {
            return switch (ending) {
                case NO_SHOW -> NO_SHOWS;
                case COMPLETED -> COMPLETED;
                case ABANDONED -> ABANDONED;
                case EXPIRED -> EXPIRED;
            };
        }
    }

    private final Map<Total, Long> sums = new EnumMap<>(Total.class);

    static Totals none() {
        return new Totals();
    }

    /** The sums of an opening; those of its items that were read at different moments may not fit each other. */
    static Totals read(Table table, RoomId room, long opening) {
        var totals = new Totals();
        for (var item : table.getAll(keys(room, opening)).values()) {
            for (var total : Total.values()) {
                totals.add(total, item.number(total.attribute, 0));
            }
        }
        return totals;
    }

    /** The items of an opening. */
    static List<String> keys(RoomId room, long opening) {
        return IntStream.range(0, Schema.TALLY_SHARDS)
                .mapToObj(shard -> Schema.total(room, opening, shard))
                .toList();
    }

    long of(Total total) {
        return sums.getOrDefault(total, 0L);
    }

    /** The numbers of slots that have come free, by ending. */
    Endings endings() {
        return Endings.of(ending -> of(Total.of(ending)));
    }

    /** Counts one step of a place from one count to another. */
    Totals step(RoomStore.Step step) {
        var before = step.before().stage().count();
        var after = step.after().map(place -> place.stage().count()).orElse(Count.OVER);
        step.ending().map(Total::of).ifPresent(total -> add(total, 1));
        if (before == after) {
            return this;
        }
        switch (before) {
            case WAITING -> add(after == Count.RETURNING ? Total.OVERTAKEN : Total.LEFT, 1);
            case RETURNING -> add(Total.RETURNS_LEFT, 1);
            case READY -> add(Total.READIES_LEFT, 1);
            case TURNS -> add(after == Count.ADMITTED ? Total.CLAIMED : Total.TURNS_OVER, 1);
            case ADMITTED -> add(Total.ADMISSIONS_OVER, 1);
            case OVER -> {}
        }
        add(Total.RETURNS, after == Count.RETURNING ? 1 : 0);
        add(Total.READIES, after == Count.READY ? 1 : 0);
        return this;
    }

    /** Counts places that are new in a lane beside the default one. */
    Totals entered(long many) {
        add(Total.RETURNS, many);
        return this;
    }

    /** Counts empty positions. */
    Totals holes(long many) {
        add(Total.HOLES, many);
        return this;
    }

    /** The number of positions that wait no more and were not called. */
    long noLongerWaiting() {
        return of(Total.LEFT) + of(Total.OVERTAKEN) + of(Total.HOLES);
    }

    boolean isEmpty() {
        return sums.isEmpty();
    }

    /** Adds them to one of the opening's items, as part of a transaction. */
    TransactWriteItem adding(Table table, RoomId room, long opening) {
        var shard = ThreadLocalRandom.current().nextInt(Schema.TALLY_SHARDS);
        var attributes = new HashMap<String, Long>();
        sums.forEach((total, many) -> attributes.put(total.attribute, many));
        return table.adding(Schema.total(room, opening, shard), attributes);
    }

    private void add(Total total, long many) {
        if (many > 0) {
            sums.merge(total, many, Long::sum);
        }
    }
}
