package io.gatehouse.panel.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Score;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.HistoryStep;
import io.gatehouse.history.Spans;
import io.gatehouse.panel.history.ToldOpening.Act;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An opening of a room, told the morning after.
 *
 * @param began when it began, or the ledger, if that began later
 * @param ended when the next one began; absent while it runs
 * @param crowd what became of visitors, by the room's counters and the minute history
 * @param waits from joining to the first call
 * @param visits from the claim to the end of the admission
 * @param ledger the same, counted from the ledger, and whether that is whole
 * @param draw the draw of its lobby, as far as it is published; absent without one
 * @param forecast what came of forecasts; absent where none was scored
 * @param acts of operators and API clients, the earliest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Report(
        String room,
        String title,
        long opening,
        Instant began,
        @Nullable Instant ended,
        Crowd crowd,
        Lasting waits,
        Lasting visits,
        Told ledger,
        @Nullable Map<String, Object> draw,
        @Nullable Score forecast,
        List<Act> acts) {

    /**
     * What became of visitors.
     *
     * @param showUp which share of turns was taken; absent before the first
     * @param mostWaitingAt when the line was longest
     * @param soldOutAt from when on the stock was consumed; absent if it was not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Crowd(
            long joined,
            long called,
            long admitted,
            long noShows,
            long completed,
            long abandoned,
            long expired,
            long left,
            long away,
            @Nullable Double showUp,
            long mostWaiting,
            @Nullable Instant mostWaitingAt,
            long mostInside,
            @Nullable Instant soldOutAt) {

        private static Crowd of(Tally all, List<HistoryRow> rows) {
            var measured =
                    rows.stream().map(HistoryRow::measured).reduce(HistoryRow.Measured.NONE, HistoryRow.Measured::and);
            var longest = rows.stream()
                    .max(Comparator.comparingLong((HistoryRow row) -> row.peak().waiting())
                            .thenComparing(
                                    Comparator.comparingLong(HistoryRow::at).reversed()));
            var turns = all.claimed() + all.noShows();
            return new Crowd(
                    all.issued(),
                    all.called(),
                    all.claimed(),
                    all.noShows(),
                    all.completed(),
                    all.abandoned(),
                    all.expired(),
                    measured.left(),
                    measured.away(),
                    turns == 0 ? null : Math.round(1000d * all.claimed() / turns) / 1000d,
                    longest.map(row -> row.peak().waiting()).orElse(0L),
                    longest.filter(row -> row.peak().waiting() > 0)
                            .map(HistoryRow::begin)
                            .orElse(null),
                    rows.stream().mapToLong(row -> row.peak().inside()).max().orElse(0),
                    rows.stream()
                            .filter(row -> row.held().equals("SOLD_OUT"))
                            .map(HistoryRow::begin)
                            .min(Comparator.naturalOrder())
                            .orElse(null));
        }
    }

    /**
     * How long something took, in seconds.
     *
     * @param count of how many
     * @param half half of them took no longer
     * @param nineOfTen nine of ten took no longer
     * @param nearlyAll 99 of 100 took no longer
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Lasting(long count, @Nullable Double half, @Nullable Double nineOfTen, @Nullable Double nearlyAll) {

        private static Lasting of(List<HistoryRow> rows, Function<HistoryRow, Spans> spans) {
            var all = rows.stream().map(spans).reduce(Spans.NONE, Spans::and);
            return new Lasting(all.total(), seconds(all, .5), seconds(all, .9), seconds(all, .99));
        }

        private static @Nullable Double seconds(Spans spans, double share) {
            return spans.quantile(share).map(span -> span.toMillis() / 1000d).orElse(null);
        }
    }

    /**
     * What the ledger tells.
     *
     * @param entries of this opening
     * @param whole whether the ledger and its draws are as they were written
     * @param findings what is wrong with them
     * @param inTurn visitors who were called in the order of the line
     * @param besides visitors who were called behind the counter: for their second chance, or of another lane
     * @param passed numbers whose visitors were not in line any more
     * @param unwritten numbers that a node called without writing it
     * @param rules how many were called by which rule
     * @param ends how many places came to which end
     * @param lanes how many positions of each lane beside the default one the call has gone past
     */
    record Told(
            long entries,
            boolean whole,
            List<String> findings,
            long inTurn,
            long outOfTurn,
            long besides,
            long byHand,
            long passed,
            long unwritten,
            Map<String, Long> rules,
            Map<String, Long> ends,
            Map<String, Long> lanes) {

        private static Told of(ToldOpening told) {
            return new Told(
                    told.count("entries"),
                    told.findings().isEmpty(),
                    told.findings(),
                    told.count("inTurn"),
                    told.count("outOfTurn"),
                    told.count("besides"),
                    told.count("byHand"),
                    told.count("passed"),
                    told.count("unwritten"),
                    told.rules(),
                    told.ends(),
                    told.lanes());
        }
    }

    /**
     * The report of an opening that the ledger knows.
     *
     * @param steps its time in the history
     * @param seen the room now: of the running opening its counters are newer than the last row
     */
    static Report of(WaitingRoom room, long opening, ToldOpening told, List<HistoryStep> steps, RoomSnapshot seen) {
        var rows = steps.stream()
                .map(HistoryStep::row)
                .filter(row -> row.opening() == opening)
                .toList();
        var last = rows.isEmpty() ? Optional.<HistoryRow>empty() : Optional.of(rows.get(rows.size() - 1));
        var all = seen.opening() == opening
                ? Tally.of(seen)
                : last.map(HistoryRow::soFar).orElse(Tally.NONE);
        return new Report(
                room.id().value(),
                room.configuration().title(),
                opening,
                told.began().orElseThrow(),
                told.ended().orElse(null),
                Crowd.of(all, rows),
                Lasting.of(rows, row -> row.measured().waitTimes()),
                Lasting.of(rows, row -> row.measured().visitTimes()),
                Told.of(told),
                told.draw().isEmpty() ? null : told.draw(),
                last.map(HistoryRow::forecast).orElse(null),
                told.acts());
    }

    /** How long it has taken, in words. */
    public String length(Instant now) {
        var length = Duration.between(began, Optional.ofNullable(ended).orElse(now));
        return length.toHours() + " h " + length.toMinutesPart() + " min";
    }
}
