package io.gatehouse.panel.room;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.forecast.Throughput;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.WrittenOpening;
import io.gatehouse.stock.Stock;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A room as operators and their programs see it. The counters are those of {@link RoomSnapshot}.
 *
 * @param retired whether it is not to be used any more
 * @param settings what is in force; in a retired room, what will be again when it is used again
 * @param configured what the configuration says
 * @param changed whether an operator has replaced the configured settings
 * @param phase what the room does at this moment, whether it is paused or not
 * @param state how it stands in a word, with the date that matters next
 * @param left how much of the stock is left for those who wait; SOME where there is none
 * @param consumed how much of it is consumed
 * @param slotsKept in a room without a free slot, how many of them visits keep that are over, as far as was looked; else 0
 * @param ceiling the fastest that the room's sites can take, whatever the rate says
 * @param letInKept whether those let in by hand are kept until somebody uses them; else they lapse after a while
 * @param lanes each lane beside the default one that somebody has joined in this opening; the other counters are of the default
 *     one, and {@code returning}, {@code turns}, {@code admitted} and {@code slots} of all
 * @param throughput how fast the line has been moving; {@code null} when that cannot be said
 * @param letsInByHand whether visitors can be let in by hand; not where the capacity calls as many as fit by itself
 * @param etag stands for the settings; an edit has to name it
 */
record RoomView(
        String room,
        String title,
        boolean retired,
        Settings settings,
        Settings configured,
        boolean changed,
        Phase phase,
        RoomState state,
        Stock.Level left,
        long consumed,
        @Nullable String ceiling,
        long opening,
        long issued,
        long serving,
        long waiting,
        long returning,
        long turns,
        long admitted,
        long slots,
        long slotsKept,
        long noShows,
        long letIn,
        boolean letInKept,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Lane> lanes,
        Inlet inlet,
        @Nullable Throughput throughput,
        boolean letsInByHand,
        String etag) {

    /**
     * A lane beside the default one.
     *
     * @param waiting how many have not been called; those who have left meanwhile are among them until they are passed
     */
    record Lane(String lane, long issued, long serving, long waiting) {

        private static Lane of(LaneCounters.One one) {
            return new Lane(one.name(), one.issued(), one.serving(), one.ahead());
        }

        static List<Lane> all(RoomSnapshot seen) {
            return seen.lanes().lanes().stream().map(Lane::of).toList();
        }
    }

    /**
     * A room's settings in JSON; no rate and no capacity are {@code null}.
     *
     * @param stock how many are admitted in all; absent: any number
     * @param consumedBy by which endings of an admission; absent without a stock
     * @param words the name of what is said to visitors, another one each time that it is edited; absent: nothing
     */
    record Settings(
            @Nullable String rate,
            @Nullable Long capacity,
            boolean paused,
            String mode,
            List<WrittenOpening> schedule,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long stock,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String consumedBy,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String words) {

        static Settings of(RoomSettings settings) {
            var capacity = settings.capacity();
            return new Settings(
                    settings.rate().map(Rate::toString).orElse(null),
                    capacity.isPresent() ? (Long) capacity.getAsLong() : null,
                    settings.isPaused(),
                    settings.mode().word(),
                    settings.schedule().openings().stream()
                            .map(WrittenOpening::of)
                            .toList(),
                    settings.stock().map(Stock::most).orElse(null),
                    settings.stock().map(Stock::words).orElse(null),
                    settings.words().orElse(null));
        }

        /** The schedule as it is typed, a line for each opening. */
        String lines() {
            return schedule.stream().map(WrittenOpening::line).collect(Collectors.joining("\n"));
        }
    }

    /**
     * What the inlet says.
     *
     * @param turns how many may be called now
     * @param why the rule that set the number
     * @param says the same in words
     */
    record Inlet(long turns, Advance.Why why, String says) {}

    /** How fast the line has been moving, in words; empty when that cannot be said. */
    public String pace() {
        return throughput == null
                ? ""
                : "%.0f to %.0f a minute of late."
                        .formatted(Math.floor(throughput.low()), Math.ceil(throughput.high()));
    }
}
