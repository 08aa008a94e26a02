package io.gatehouse.panel.simulate;

import io.gatehouse.chart.LineChart;
import io.gatehouse.chart.LineChart.Line;
import io.gatehouse.chart.LineChart.Unit;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Advance;
import io.gatehouse.simulate.Comparison;
import io.gatehouse.simulate.Outcome;
import io.gatehouse.simulate.OutcomeData;
import io.gatehouse.simulate.OutcomeForm;
import io.gatehouse.simulate.OutcomeTable;
import io.gatehouse.simulate.RecordedOpening;
import io.gatehouse.simulate.Spoken;
import io.gatehouse.simulate.Warnings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a plan, and for a past opening the recorded figures beside it, both measured by their
 * minutes in the same way.
 */
record Played(Plan plan, Outcome outcome) {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Rows that a screen shows. */
    private static final int MOST_ROWS = 60;

    /** A figure of both, in words. */
    record Figure(String name, String happened, String played) {}

    /** A part of the time of both; a count that is not known is empty. */
    record Row(Instant at, List<String> cells) {}

    /** A rule that held the line from then to then. */
    record Held(Instant from, Instant until, String why) {

        /** The rule in words; an older one, which is known no more, by its name. */
        public String says() {
            return Arrays.stream(Advance.Why.values())
                    .filter(rule -> rule.name().equals(why))
                    .map(Spoken::rule)
                    .findFirst()
                    .orElse(why);
        }
    }

    private record Column(String name, ToLongFunction<HistoryRow> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("waiting", row -> row.now().waiting()),
            new Column("turns", row -> row.now().turns()),
            new Column("inside", row -> row.now().inside()),
            new Column("admitted", row -> row.soFar().claimed()));

    Comparison comparison() {
        return Comparison.of(outcome.rows());
    }

    Optional<Comparison> happened() {
        return plan.recorded().map(RecordedOpening::happened);
    }

    /** The beginning of the simulation. */
    public Instant from() {
        return outcome.scenario().span().from();
    }

    /** The end of the simulation. */
    public Instant until() {
        return outcome.scenario().span().until();
    }

    /** The zone of all times. */
    public String zone() {
        return plan.zone().getId();
    }

    /** Notes on how the plan was played. */
    public List<String> notes() {
        return plan.notes();
    }

    /** The figures of both; of a planned sale those of the command, whose waits are exact. */
    public List<Figure> figures() {
        return happened()
                .map(before -> Stream.concat(compared(before), alone().filter(Played::isOfThePlayedAlone))
                        .toList())
                .orElseGet(() -> alone().toList());
    }

    private Stream<Figure> alone() {
        return new OutcomeTable(outcome)
                .figures().entrySet().stream().map(row -> new Figure(row.getKey(), "", row.getValue()));
    }

    /** Whether the minutes of a record cannot tell this figure. */
    private static boolean isOfThePlayedAlone(Figure figure) {
        return figure.name().equals("Sold out")
                || figure.name().equals("Left outside")
                || figure.name().startsWith("Forecast");
    }

    private Stream<Figure> compared(Comparison before) {
        var after = comparison();
        return Stream.of(
                figure("Places given", before, after, one -> Spoken.number(one.issued())),
                figure("Wait, 10 %", before, after, one -> wait(one, 0.1)),
                figure("Wait, median", before, after, one -> wait(one, 0.5)),
                figure("Wait, 90 %", before, after, one -> wait(one, 0.9)),
                figure("Wait, 99 %", before, after, one -> wait(one, 0.99)),
                figure("Longest line", before, after, one -> Spoken.number(one.longestLine())),
                figure("Slots used while visitors waited", before, after, Played::used),
                figure("Admitted", before, after, one -> Spoken.number(one.claimed())),
                figure("Turns that lapsed", before, after, one -> Spoken.number(one.noShows())),
                figure("Left the line", before, after, one -> Spoken.number(one.left())),
                figure("In line at the end", before, after, one -> Spoken.number(one.waiting())));
    }

    private static Figure figure(String name, Comparison before, Comparison after, Function<Comparison, String> words) {
        return new Figure(name, words.apply(before), words.apply(after));
    }

    private static String wait(Comparison one, double share) {
        return one.wait(share).map(Spoken::span).orElse("none waited");
    }

    private static String used(Comparison one) {
        return one.slotsUsed().isPresent() ? Spoken.percent(one.slotsUsed().getAsDouble()) : "not limited";
    }

    /** Warnings for the operator. */
    public List<String> warnings() {
        return Stream.concat(plan.warnings().stream(), Warnings.sentences(outcome).stream())
                .toList();
    }

    /** The rules that held the line of the record. */
    public List<Held> heldThen() {
        return plan.recorded().map(RecordedOpening::rows).map(Played::held).orElse(List.of());
    }

    /** The rules that held the line of the outcome. */
    public List<Held> held() {
        return held(outcome.rows());
    }

    private static List<Held> held(List<HistoryRow> rows) {
        var spans = new ArrayList<Held>();
        for (var row : rows) {
            var last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
            var until = row.begin().plus(MINUTE);
            if (row.now().waiting() == 0) {
                continue;
            }
            if (last != null && last.why().equals(row.held()) && last.until().equals(row.begin())) {
                spans.set(spans.size() - 1, new Held(last.from(), until, last.why()));
            } else {
                spans.add(new Held(row.begin(), until, row.held()));
            }
        }
        return spans;
    }

    /** The names of the cells of {@link #rows}. */
    public List<String> columns() {
        return COLUMNS.stream()
                .flatMap(column -> plan.recorded().isPresent()
                        ? Stream.of(column.name() + ", happened", column.name() + ", played")
                        : Stream.of(column.name()))
                .toList();
    }

    /** The minutes of both; of a long time one in each equal part of it. */
    public List<Row> rows() {
        var then = byMinute(plan.recorded().map(RecordedOpening::rows).orElse(List.of()));
        var now = byMinute(outcome.rows());
        var minutes = outcome.scenario().span().length().toMinutes();
        var step = Math.max(1, (minutes + MOST_ROWS - 1) / MOST_ROWS);
        return Stream.iterate(step - 1, at -> at < minutes, at -> at + step)
                .map(at -> outcome.scenario().span().from().plus(MINUTE.multipliedBy(at)))
                .map(at -> new Row(
                        at,
                        COLUMNS.stream()
                                .flatMap(column -> plan.recorded().isPresent()
                                        ? Stream.of(cell(then, at, column), cell(now, at, column))
                                        : Stream.of(cell(now, at, column)))
                                .toList()))
                .toList();
    }

    private static Map<Instant, HistoryRow> byMinute(List<HistoryRow> rows) {
        return rows.stream().collect(Collectors.toMap(HistoryRow::begin, row -> row));
    }

    private static String cell(Map<Instant, HistoryRow> rows, Instant at, Column column) {
        return Optional.ofNullable(rows.get(at))
                .map(row -> Spoken.number(column.value().applyAsLong(row)))
                .orElse("");
    }

    /** The line and the slots of both as a picture; of a planned sale the picture of the command. */
    String svg() {
        if (plan.recorded().isEmpty()) {
            return OutcomeForm.SVG.of(outcome);
        }
        var then = plan.recorded().get().rows();
        var lines = List.of(
                line("waiting, happened", true, then, 0),
                line("waiting, played", false, outcome.rows(), 0),
                line("inside, happened", false, then, 2),
                line("inside, played", false, outcome.rows(), 2));
        return new LineChart(
                        "What happened, and what would have",
                        sentence(),
                        outcome.scenario().span().from(),
                        MINUTE,
                        Unit.COUNT,
                        lines)
                .svg();
    }

    private String sentence() {
        return figures().stream()
                .filter(figure -> !figure.happened().isEmpty())
                .map(figure -> figure.name() + ": " + figure.happened() + ", played " + figure.played())
                .collect(Collectors.joining("; ", "", "."));
    }

    private Line line(String name, boolean isFilled, List<HistoryRow> rows, int column) {
        var span = outcome.scenario().span();
        var known = new HashMap<Integer, Double>();
        for (var row : rows) {
            var minute = (int) Duration.between(span.from(), row.begin()).toMinutes();
            known.put(minute, (double) COLUMNS.get(column).value().applyAsLong(row));
        }
        return Line.of(name, isFilled, (int) span.length().toMinutes(), known);
    }

    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("asked", plan.form());
        json.put("notes", plan.notes());
        json.put("warnings", plan.warnings());
        plan.recorded().ifPresent(recorded -> {
            json.put("happened", json(recorded.happened(), heldThen()));
            json.put("compared", json(comparison(), held()));
            json.put("missing", recorded.missing());
        });
        json.put("played", OutcomeData.json(outcome));
        return json;
    }

    private static Map<String, Object> json(Comparison one, List<Held> held) {
        var json = new LinkedHashMap<String, Object>();
        json.put("issued", one.issued());
        json.put("admitted", one.claimed());
        json.put("noShows", one.noShows());
        json.put("left", one.left());
        json.put("longestLine", one.longestLine());
        json.put("waiting", one.waiting());
        var waits = new LinkedHashMap<String, Object>();
        Map.of("p10", 0.1, "p50", 0.5, "p90", 0.9, "p99", 0.99).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(rank ->
                        one.wait(rank.getValue()).ifPresent(span -> waits.put(rank.getKey(), span.toMillis() / 1000d)));
        json.put("waitSeconds", waits);
        one.slotsUsed().ifPresent(used -> json.put("slotsUsed", Math.round(used * 10_000) / 10_000d));
        json.put("held", held);
        return json;
    }
}
