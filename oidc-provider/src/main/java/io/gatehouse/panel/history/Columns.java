package io.gatehouse.panel.history;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Tally;
import io.gatehouse.history.HistoryStep;
import io.gatehouse.history.HistoryStep.Flow;
import io.gatehouse.history.Spans;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of a step of the history for programs and spreadsheets, each under its name. */
record Columns(String name, Function<HistoryStep, @Nullable Object> value) {

    static final List<Columns> ALL = List.of(
            of("at", step -> step.row().begin().toString()),
            of("opening", step -> step.row().opening()),
            of(
                    "since",
                    step -> step.flow().map(Flow::since).map(Object::toString).orElse(null)),
            flow("issued", Tally::issued),
            flow("called", Tally::called),
            flow("admitted", Tally::claimed),
            flow("noShows", Tally::noShows),
            flow("completed", Tally::completed),
            flow("abandoned", Tally::abandoned),
            flow("expired", Tally::expired),
            of("left", step -> step.row().measured().left()),
            of("away", step -> step.row().measured().away()),
            of("waiting", step -> step.row().now().waiting()),
            of("turns", step -> step.row().now().turns()),
            of("inside", step -> step.row().now().inside()),
            of("mostWaiting", step -> step.row().peak().waiting()),
            of("mostInside", step -> step.row().peak().inside()),
            of("held", step -> step.row().held()),
            of("rate", step -> step.row().pace().rate()),
            of("capacity", step -> step.row().pace().capacity()),
            of("stock", step -> step.row().pace().stock()),
            tuned("tunedRate", HistoryRow.Tuned::rate),
            tuned("tunedCapacity", HistoryRow.Tuned::capacity),
            span("waited50", step -> step.measured().waitTimes(), .5),
            span("waited90", step -> step.measured().waitTimes(), .9),
            span("waited99", step -> step.measured().waitTimes(), .99),
            span("visited50", step -> step.measured().visitTimes(), .5),
            span("visited90", step -> step.measured().visitTimes(), .9));

    private static Columns of(String name, Function<HistoryStep, @Nullable Object> value) {
        return new Columns(name, value);
    }

    private static Columns tuned(String name, Function<HistoryRow.Tuned, @Nullable Object> limit) {
        return of(name, step -> {
            var found = step.row().tuned();
            return found == null ? null : limit.apply(found);
        });
    }

    private static Columns flow(String name, ToLongFunction<Tally> count) {
        return of(name, step -> step.flow()
                .<Object>map(flow -> count.applyAsLong(flow.tally()))
                .orElse(null));
    }

    /** In seconds. */
    private static Columns span(String name, Function<HistoryRow, Spans> spans, double share) {
        return of(name, step -> spans.apply(step.row())
                .quantile(share)
                .<Object>map(span -> span.toMillis() / 1000d)
                .orElse(null));
    }

    static List<String> names() {
        return ALL.stream().map(Columns::name).toList();
    }

    /** The heading of each column on the screen: its name in words. */
    static Map<String, String> headings() {
        return ALL.stream().map(Columns::name).collect(Collectors.toMap(name -> name, Columns::words));
    }

    private static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z0-9])", " ").toLowerCase(Locale.ROOT);
    }

    /** A step as a line for spreadsheets. */
    static List<@Nullable Object> fields(HistoryStep step) {
        return ALL.stream()
                .<@Nullable Object>map(column -> column.value.apply(step))
                .toList();
    }

    /** A step as JSON: what is not known is absent. */
    static Map<String, Object> json(HistoryStep step) {
        var row = new LinkedHashMap<String, Object>();
        ALL.forEach(column ->
                Optional.ofNullable(column.value.apply(step)).ifPresent(value -> row.put(column.name, value)));
        return row;
    }
}
