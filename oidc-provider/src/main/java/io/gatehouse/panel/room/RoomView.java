package io.gatehouse.panel.room;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.forecast.Throughput;
import io.gatehouse.inlet.TunedLimit;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Advance;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.tune.Tunings;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A room as operators and their programs see it. The counters are those of {@link RoomSnapshot}.
 *
 * @param retired whether it is not to be used any more
 * @param settings the settings in force; in a retired room, those for when it is used again
 * @param configured the settings of the configuration
 * @param changed whether an operator has replaced the configured settings
 * @param phase the room's phase at this moment, paused or not
 * @param state its state in a word, with the date that matters next
 * @param left how much of the stock is left for those who wait; SOME where there is none
 * @param consumed how much of it is consumed
 * @param mostSlots how many slots may be in use now: the limit that the room has found, else the capacity;
 *     {@code null} without a capacity, and while that limit is not known
 * @param slotsKept in a room without a free slot, how many of them ended visits keep, as far as known; else 0
 * @param ready visitors who have come to turns whose slots were handed on, and get the next free ones
 * @param showUp the share of called visitors who come, as the rate counts on it; {@code null} if unknown
 * @param ceiling the fastest that the room's sites can take, independent of the rate
 * @param letInKept whether unused turns granted by hand wait for visitors; else they lapse after a while
 * @param lanes each lane beside the default one with a join in this opening; the other counters are of the
 *     default one, and {@code returning}, {@code turns}, {@code admitted} and {@code slots} of all
 * @param tuned how the room stands that finds its limit by itself; {@code null} for another one
 * @param throughput how fast the line has been moving; {@code null} if unknown
 * @param letsInByHand whether visitors can be let in by hand; not where the capacity calls as many as fit by
 *     itself
 * @param etag stands for the settings; an edit has to name it
 */
record RoomView(
        String room,
        String title,
        boolean retired,
        Map<String, @Nullable Object> settings,
        Map<String, @Nullable Object> configured,
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
        long ready,
        long admitted,
        long slots,
        @Nullable Long mostSlots,
        long slotsKept,
        long noShows,
        @Nullable Double showUp,
        long letIn,
        boolean letInKept,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Lane> lanes,
        Inlet inlet,
        @Nullable Tuned tuned,
        @Nullable Throughput throughput,
        boolean letsInByHand,
        String etag) {

    /**
     * A lane beside the default one.
     *
     * @param waiting how many have not been called; those who have left meanwhile are among them until they
     *     are passed
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
     * A limit that the room has found.
     *
     * @param limit slots, or turns a minute
     * @param ceiling the configured value, which bounds it
     * @param load the worst signal as a share of its limit; {@code null} while there is none
     * @param blind whether a signal is missing
     * @param cause why the limit is what it is, in words
     */
    record Tuned(
            TunedLimit.Steers steers,
            double limit,
            double ceiling,
            @Nullable Double load,
            boolean blind,
            String cause,
            Instant at) {

        static Tuned of(Tunings.Standing standing) {
            var steers = standing.limit().steers();
            var unit = steers == TunedLimit.Steers.CAPACITY ? 1 : 60;
            return new Tuned(
                    steers,
                    standing.limit().limit() * unit,
                    standing.ceiling() * unit,
                    standing.load().orElse(null),
                    standing.isBlind(),
                    standing.cause(),
                    standing.at());
        }
    }

    /** Settings that an answer has even where they are not set. */
    private static final Set<String> ALWAYS = Set.of("rate", "capacity");

    /** A room's settings in JSON, as {@link RoomSettings#KEPT} describes them. */
    static Map<String, @Nullable Object> settings(RoomSettings settings) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        for (var setting : RoomSettings.KEPT) {
            var value = setting.json(settings);
            if (value != null || ALWAYS.contains(setting.name())) {
                values.put(setting.name(), value);
            }
        }
        return values;
    }

    /**
     * The answer of the inlet.
     *
     * @param turns how many may be called now
     * @param why the rule that set the number
     * @param says the same in words
     */
    record Inlet(long turns, Advance.Why why, String says) {}

    boolean isPaused() {
        return Boolean.TRUE.equals(settings.get("paused"));
    }

    /** The number of visitors who wait in all lanes, those who return among them. */
    long inLine() {
        return waiting + returning + lanes.stream().mapToLong(Lane::waiting).sum();
    }

    /** The limit of slots in words, as {@code panel.js} writes it too. */
    public String slotsSay() {
        if (mostSlots == null) {
            return "slots in use; the limit is not known yet";
        }
        var capacity = settings.get("capacity") instanceof Number set ? set.longValue() : mostSlots;
        return String.format(Locale.ENGLISH, "of %,d slots in use", mostSlots)
                + (mostSlots < capacity ? String.format(Locale.ENGLISH, "; %,d at most", capacity) : "");
    }

    /** The recent pace of the line in words; empty while it is unknown. */
    public String pace() {
        return throughput == null
                ? ""
                : "%.0f to %.0f a minute of late."
                        .formatted(Math.floor(throughput.low()), Math.ceil(throughput.high()));
    }
}
