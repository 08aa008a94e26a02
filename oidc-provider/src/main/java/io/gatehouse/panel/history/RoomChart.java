package io.gatehouse.panel.history;

import io.gatehouse.chart.LineChart;
import io.gatehouse.chart.LineChart.Line;
import io.gatehouse.chart.LineChart.Unit;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Score;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.HistoryStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The charts of a room, by the name of their file. */
enum RoomChart {
    /** The numbers of visitors in line and inside, and the limits of that. */
    PEOPLE(
            "Waiting and inside",
            Unit.COUNT,
            new Figure("waiting", true, (period, step) -> step.row().peak().waiting()),
            figure("inside", row -> row.now().inside()),
            figure("capacity", row -> row.pace().capacity()),
            tuned("limit it found", HistoryRow.Tuned::capacity)),
    /** The numbers of visitors a minute. */
    FLOW(
            "Visitors a minute",
            Unit.COUNT,
            flow("joined", Tally::issued),
            flow("called", Tally::called),
            flow("admitted", Tally::claimed),
            new Figure(
                    "left",
                    false,
                    (period, step) -> step.row().measured().left()
                            / (double) period.step().toMinutes()),
            figure("rate", row -> row.pace().rate()),
            tuned("rate it found", HistoryRow.Tuned::rate)),
    /** Waits of the visitors who were called. */
    WAIT("Wait until the call", Unit.TIME, waited("nine of ten at most", .9), waited("half of them at most", .5)),
    /** Outcomes of forecasts in the opening so far. */
    FORECAST(
            "Forecasts of the opening so far",
            Unit.SHARE,
            score("kept", Score::kept),
            score("called earlier", Score::early),
            score("called later", Score::late));

    /** A line of a chart, before its steps are known; NaN where there is no value. */
    private record Figure(String name, boolean isFilled, ToDoubleBiFunction<Period, HistoryStep> value) {

        private Line line(Period period, List<HistoryStep> steps) {
            var known = new HashMap<Integer, Double>();
            steps.forEach(step -> known.put(period.at(step.row().begin()), value.applyAsDouble(period, step)));
            return Line.of(name, isFilled, period.steps(), known);
        }
    }

    private final String title;
    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that nothing changes
    private final List<Figure> figures;

    RoomChart(String title, Unit unit, Figure... figures) {
        this.title = title;
        this.unit = unit;
        this.figures = List.of(figures);
    }

    /** The name of its file. */
    public String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The title. */
    public String title() {
        return title;
    }

    static Optional<RoomChart> of(String file) {
        return Arrays.stream(values()).filter(one -> one.file().equals(file)).findFirst();
    }

    /** The chart of a room, without the lines that have no figure; empty where there is nothing to show. */
    Optional<LineChart> of(String room, Period period, List<HistoryStep> steps) {
        var lines = figures.stream()
                .map(figure -> figure.line(period, steps))
                .filter(line -> line.values().stream().anyMatch(value -> !value.isNaN()))
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LineChart(
                        title, room + ". " + sentence(lines), period.begin(), period.step(), unit, lines));
    }

    /** The picture in words: the highest value of each line, and the last. */
    private static String sentence(List<Line> lines) {
        var words = new ArrayList<String>();
        for (var line : lines) {
            var known = line.values().stream().filter(value -> !value.isNaN()).toList();
            words.add("%s: %s at most, %s at the end"
                    .formatted(line.name(), rounded(Collections.max(known)), rounded(known.get(known.size() - 1))));
        }
        return String.join("; ", words) + ".";
    }

    private static String rounded(double value) {
        return String.format(Locale.ENGLISH, value < 10 && value != Math.rint(value) ? "%.1f" : "%,.0f", value);
    }

    private static Figure figure(String name, Function<HistoryRow, ? extends @Nullable Number> value) {
        return new Figure(name, false, (period, step) -> {
            var known = value.apply(step.row());
            return known == null ? Double.NaN : known.doubleValue();
        });
    }

    private static Figure tuned(String name, Function<HistoryRow.Tuned, ? extends @Nullable Number> limit) {
        return figure(name, row -> {
            var found = row.tuned();
            return found == null ? null : limit.apply(found);
        });
    }

    private static Figure waited(String name, double share) {
        return figure(name, row -> row.measured()
                .waitTimes()
                .quantile(share)
                .map(span -> span.toMillis() / 1000d)
                .orElse(null));
    }

    /** The count in a minute. A step after a gap has none: it counts for longer than a minute. */
    private static Figure flow(String name, ToLongFunction<Tally> count) {
        return new Figure(name, false, (period, step) -> step.flow()
                .filter(flow -> !flow.since().isBefore(step.row().begin().minus(period.step())))
                .map(flow -> flow.perMinute(count.applyAsLong(flow.tally())))
                .orElse(Double.NaN));
    }

    private static Figure score(String name, ToLongFunction<Score> count) {
        return figure(name, row -> Optional.ofNullable(row.forecast())
                .map(score -> count.applyAsLong(score) / (double) (score.kept() + score.early() + score.late()))
                .orElse(null));
    }
}
