package io.gatehouse.board;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.forecast.Forecast;
import io.gatehouse.forecast.ForecastScore;
import org.jspecify.annotations.Nullable;

/**
 * The public forecast of a room, and how many forecasts of this opening were right. Every client gets the
 * same one.
 *
 * @param opening which run of the room, from 1
 * @param stale whether the room has not been read for some time, because the store is away
 * @param by what the wait depends on: rate, measured, tuned, periods, by-hand or held
 * @param newcomer how long a newcomer waits; absent if that cannot be said
 * @param change what has changed of late: operator, pause or slower; absent if nothing has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ForecastView(
        String room,
        long opening,
        boolean stale,
        String by,
        @Nullable Wait newcomer,
        @Nullable String change,
        Score score) {

    /** The shortest and the longest wait, in seconds. */
    public record Wait(long from, long to) {

        private static Wait of(Forecast.Range range) {
            return new Wait((long) Math.floor(range.from()), (long) Math.ceil(range.to()));
        }
    }

    /**
     * The results of forecasts for the last visitor in line. One is judged each minute.
     *
     * @param since from when on they are counted
     * @param byOperator not kept after an operator's act; no other count has them
     * @param width the mean width of a range, as a share of the wait
     * @param intervalScore the mean width and ten times as much as calls were outside: less is better
     */
    public record Score(
            String since, long kept, long early, long late, long byOperator, double width, double intervalScore) {

        private static Score of(ForecastScore score) {
            return new Score(
                    score.since().toString(),
                    score.kept(),
                    score.early(),
                    score.late(),
                    score.byOperator(),
                    rounded(score.meanWidth()),
                    rounded(score.intervalScore()));
        }

        private static double rounded(double share) {
            return Math.round(share * 1000) / 1000d;
        }
    }

    public static ForecastView of(Boards.Printed printed) {
        var board = printed.board();
        var forecast = printed.said().forecast();
        return new ForecastView(
                board.room(),
                board.opening(),
                board.stale(),
                forecast.by().word(),
                forecast.range(Math.max(0, board.issued() - board.serving()) + 1d)
                        .map(Wait::of)
                        .orElse(null),
                forecast.change().map(Forecast.Change::word).orElse(null),
                Score.of(printed.said().score()));
    }
}
