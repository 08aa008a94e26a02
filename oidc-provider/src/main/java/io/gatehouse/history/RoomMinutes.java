package io.gatehouse.history;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the rows of one room: of all looks at a room in one minute of one opening the last one is its row.
 *
 * <p>A minute without a look has no row. Where a clock is set back, minutes come again: {@link History} keeps
 * their first row.
 *
 * <p>Not safe for use by several threads.
 */
public final class RoomMinutes {

    private @Nullable HistoryRow last;

    /** Takes note of a look, and answers with the row that is finished by it. */
    public Optional<HistoryRow> see(HistoryRow look) {
        var before = last;
        last = look;
        return Optional.ofNullable(before).filter(row -> !row.isOfSameTime(look));
    }

    /** The row of the minute that is not over. */
    public Optional<HistoryRow> unfinished() {
        return Optional.ofNullable(last);
    }
}
