package io.gatehouse.panel.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Score;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.HistoryStep;
import io.gatehouse.history.Spans;
import io.gatehouse.panel.history.OpeningAccount.Act;
import io.gatehouse.pastdraw.RecordedDraw;
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
 * @param waits from joining to the first call; absent where no history is kept
 * @param visits from the claim to the end of the admission; likewise
 * @param ledger the same, counted from the ledger, and whether that is whole
 * @param draw the last draw of its lobbies, as far as it is published; absent without one
 * @param drawVerified whether that draw is over, and what is published of it fits; absent before
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
        @Nullable Lasting waits,
        @Nullable Lasting visits,
        Told ledger,
        @Nullable Map<String, Object> draw,
        @Nullable Boolean drawVerified,
        @Nullable Score forecast,
        List<Act> acts) {

    /**
     * The fate of visitors. Once the history of an opening is gone, the ledger alone tells of them.
     *
     * @param showUp which share of turns was taken; absent before the first
     * @param mostWaitingAt when the line was longest
     * @param soldOutAt from when on the stock was consumed; absent if it was not
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Crowd(
            @Nullable Long joined,
            @Nullable Long called,
            @Nullable Long admitted,
            @Nullable Long noShows,
            @Nullable Long completed,
            @Nullable Long abandoned,
            @Nullable Long expired,
            @Nullable Long left,
            @Nullable Long away,
            @Nullable Double showUp,
            @Nullable Long mostWaiting,
            @Nullable Instant mostWaitingAt,
            @Nullable Long mostInside,
            @Nullable Instant soldOutAt) {

        private static Crowd of(Optional<Tally> all, List<HistoryRow> rows) {
            var measured = rows.stream().map(HistoryRow::measured).reduce(HistoryRow.Measured::and);
            var longest = rows.stream()
                    .max(Comparator.comparingLong((HistoryRow row) -> row.peak().waiting())
                            .thenComparing(
                                    Comparator.comparingLong(HistoryRow::at).reversed()));
            return new Crowd(
                    all.map(Tally::issued).orElse(null),
                    all.map(Tally::called).orElse(null),
                    all.map(Tally::claimed).orElse(null),
                    all.map(Tally::noShows).orElse(null),
                    all.map(Tally::completed).orElse(null),
                    all.map(Tally::abandoned).orElse(null),
                    all.map(Tally::expired).orElse(null),
                    measured.map(HistoryRow.Measured::left).orElse(null),
                    measured.map(HistoryRow.Measured::away).orElse(null),
                    all.filter(tally -> tally.claimed() + tally.noShows() > 0)
                            .map(Crowd::showUp)
                            .orElse(null),
                    longest.map(row -> row.peak().waiting()).orElse(null),
                    longest.filter(row -> row.peak().waiting() > 0)
                            .map(HistoryRow::begin)
                            .orElse(null),
                    rows.stream()
                            .map(row -> row.peak().inside())
                            .max(Comparator.naturalOrder())
                            .orElse(null),
                    rows.stream()
                            .filter(row -> row.held().equals("SOLD_OUT"))
                            .map(HistoryRow::begin)
                            .min(Comparator.naturalOrder())
                            .orElse(null));
        }

        private static double showUp(Tally all) {
            return Math.round(1000d * all.claimed() / (all.claimed() + all.noShows())) / 1000d;
        }
    }

    /**
     * The lengths of waits or visits, in seconds.
     *
     * @param count of how many
     * @param half half of them took no longer
     * @param nineOfTen nine of ten took no longer
     * @param nearlyAll 99 of 100 took no longer
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Lasting(long count, @Nullable Double half, @Nullable Double nineOfTen, @Nullable Double nearlyAll) {

        private static @Nullable Lasting of(List<HistoryRow> rows, Function<HistoryRow, Spans> spans) {
            return rows.stream().map(spans).reduce(Spans::and).map(Lasting::of).orElse(null);
        }

        private static Lasting of(Spans all) {
            return new Lasting(all.total(), seconds(all, .5), seconds(all, .9), seconds(all, .99));
        }

        private static @Nullable Double seconds(Spans spans, double share) {
            return spans.quantile(share).map(span -> span.toMillis() / 1000d).orElse(null);
        }
    }

    /**
     * The counts of the ledger.
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
            Map<String, Long> lanes) {}

    /**
     * The report of an opening that the ledger knows.
     *
     * @param steps its time in the history
     * @param seen the room now: of the running opening its counters are newer than the last row
     */
    static Report of(WaitingRoom room, OpeningAccount told, List<HistoryStep> steps, RoomSnapshot seen) {
        var opening = told.opening();
        var rows = steps.stream()
                .map(HistoryStep::row)
                .filter(row -> row.opening() == opening)
                .toList();
        var last = rows.isEmpty() ? Optional.<HistoryRow>empty() : Optional.of(rows.get(rows.size() - 1));
        var draw = told.draws().stream().reduce((before, later) -> later);
        var all = seen.opening() == opening ? Optional.of(Tally.of(seen)) : last.map(HistoryRow::soFar);
        return new Report(
                room.id().value(),
                room.configuration().title(),
                opening,
                told.began(),
                told.ended().orElse(null),
                Crowd.of(all, rows),
                Lasting.of(rows, row -> row.measured().waitTimes()),
                Lasting.of(rows, row -> row.measured().visitTimes()),
                told.told(),
                draw.map(RecordedDraw::data).orElse(null),
                draw.filter(RecordedDraw::isDone).map(RecordedDraw::isVerified).orElse(null),
                last.map(HistoryRow::forecast).orElse(null),
                told.acts());
    }

    /** The length of the opening, in words. */
    public String length(Instant now) {
        var length = Duration.between(began, Optional.ofNullable(ended).orElse(now));
        return length.toHours() + " h " + length.toMinutesPart() + " min";
    }
}
