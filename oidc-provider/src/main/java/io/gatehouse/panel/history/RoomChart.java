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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The charts of a room, by the name of their file. */
enum RoomChart {
    /** Where visitors are, and how many may be inside. */
    PEOPLE("Waiting and inside", Unit.COUNT) {
        @Override
        Stream<Line> lines(Period period, List<HistoryStep> steps) {
            return Stream.of(
                    line(period, steps, "waiting", true, step -> step.row()
                            .peak()
                            .waiting()),
                    line(period, steps, "inside", false, step -> step.row()
                            .now()
                            .inside()),
                    line(
                            period,
                            steps,
                            "capacity",
                            false,
                            step -> known(step.row().pace().capacity())),
                    line(
                            period,
                            steps,
                            "limit it found",
                            false,
                            step -> known(tuned(step, HistoryRow.Tuned::capacity))));
        }
    },
    /** What happened in a minute. */
    FLOW("Visitors a minute", Unit.COUNT) {
        @Override
        Stream<Line> lines(Period period, List<HistoryStep> steps) {
            return Stream.of(
                    flow(period, steps, "joined", Tally::issued),
                    flow(period, steps, "called", Tally::called),
                    flow(period, steps, "admitted", Tally::claimed),
                    line(
                            period,
                            steps,
                            "left",
                            false,
                            step -> step.row().measured().left()
                                    / (double) period.step().toMinutes()),
                    line(
                            period,
                            steps,
                            "rate",
                            false,
                            step -> known(step.row().pace().rate())),
                    line(period, steps, "rate it found", false, step -> known(tuned(step, HistoryRow.Tuned::rate))));
        }
    },
    /** How long visitors waited who were called. */
    WAIT("Wait until the call", Unit.TIME) {
        @Override
        Stream<Line> lines(Period period, List<HistoryStep> steps) {
            return Stream.of(
                    waited(period, steps, "nine of ten at most", .9),
                    waited(period, steps, "half of them at most", .5));
        }
    },
    /** What came of forecasts, in the opening so far. */
    FORECAST("Forecasts of the opening so far", Unit.SHARE) {
        @Override
        Stream<Line> lines(Period period, List<HistoryStep> steps) {
            return Stream.of(
                    score(period, steps, "kept", Score::kept),
                    score(period, steps, "called earlier", Score::early),
                    score(period, steps, "called later", Score::late));
        }
    };

    private final String title;
    private final Unit unit;

    RoomChart(String title, Unit unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Its lines; one without any figure is left out. */
    abstract Stream<Line> lines(Period period, List<HistoryStep> steps);

    /** The name of its file. */
    public String file() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it shows. */
    public String title() {
        return title;
    }

    /** The chart of this file. */
    static Optional<RoomChart> of(String file) {
        return Arrays.stream(values()).filter(one -> one.file().equals(file)).findFirst();
    }

    /** The chart of a room; empty where there is nothing to show. */
    Optional<LineChart> of(String room, Period period, List<HistoryStep> steps) {
        var lines = lines(period, steps)
                .filter(line -> line.values().stream().anyMatch(value -> !value.isNaN()))
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LineChart(
                        title, room + ". " + sentence(lines), period.begin(), period.step(), unit, lines));
    }

    /** What a newcomer to the picture would read off it: the highest of each line, and the last. */
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

    private static @Nullable Number tuned(
            HistoryStep step, Function<HistoryRow.Tuned, ? extends @Nullable Number> limit) {
        var found = step.row().tuned();
        return found == null ? null : limit.apply(found);
    }

    private static double known(@Nullable Number value) {
        return value == null ? Double.NaN : value.doubleValue();
    }

    private static Line waited(Period period, List<HistoryStep> steps, String name, double share) {
        return line(period, steps, name, false, step -> step.row()
                .measured()
                .waitTimes()
                .quantile(share)
                .map(span -> span.toMillis() / 1000d)
                .orElse(Double.NaN));
    }

    /** In a minute; a gap where the step follows one, as what it counts is of longer than that. */
    private static Line flow(Period period, List<HistoryStep> steps, String name, ToLongFunction<Tally> count) {
        return line(period, steps, name, false, step -> step.flow()
                .filter(flow -> !flow.since().isBefore(step.row().begin().minus(period.step())))
                .map(flow -> flow.perMinute(count.applyAsLong(flow.tally())))
                .orElse(Double.NaN));
    }

    private static Line score(Period period, List<HistoryStep> steps, String name, Function<Score, Long> count) {
        return line(period, steps, name, false, step -> Optional.ofNullable(
                        step.row().forecast())
                .map(score -> count.apply(score) / (double) (score.kept() + score.early() + score.late()))
                .orElse(Double.NaN));
    }

    private static Line line(
            Period period,
            List<HistoryStep> steps,
            String name,
            boolean isFilled,
            ToDoubleFunction<HistoryStep> value) {
        var values = new Double[period.steps()];
        Arrays.fill(values, Double.NaN);
        for (var step : steps) {
            var at = period.at(step.row().begin());
            if (at >= 0 && at < values.length) {
                values[at] = value.applyAsDouble(step);
            }
        }
        return new Line(name, isFilled, List.of(values));
    }
}
