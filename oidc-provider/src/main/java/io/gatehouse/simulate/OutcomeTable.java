package io.gatehouse.simulate;

import static io.gatehouse.simulate.Spoken.number;
import static io.gatehouse.simulate.Spoken.percent;
import static io.gatehouse.simulate.Spoken.span;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An outcome for people: as a table for the terminal, and as the same rows for pages. */
public final class OutcomeTable {

    /** Longer lists are for the other forms. */
    private static final int MOST_SPANS = 40;

    private final Outcome outcome;
    private final Spoken spoken;

    public OutcomeTable(Outcome outcome) {
        this.outcome = outcome;
        this.spoken = new Spoken(outcome.scenario());
    }

    String title() {
        var span = outcome.scenario().span();
        return "Room " + outcome.scenario().room().id() + ": " + number(outcome.visitors()) + " visitors from "
                + spoken.day(span.from()) + " to " + spoken.day(span.until()) + " (" + spoken.zone() + "), seed "
                + outcome.scenario().seed();
    }

    /** The figures by name. */
    public Map<String, String> figures() {
        var rows = new LinkedHashMap<String, String>();
        var waits = outcome.waits();
        rows.put("Wait, 10 %", span(waits.p10()));
        rows.put("Wait, median", span(waits.p50()));
        rows.put("Wait, 90 %", span(waits.p90()));
        rows.put("Wait, 99 %", span(waits.p99()));
        rows.put("Wait, longest", span(waits.longest()));
        rows.put(
                "Longest line",
                number(outcome.peak().waiting()) + ", at "
                        + spoken.at(outcome.peak().at()));
        outcome.slotsUsed().ifPresent(used -> rows.put("Slots used while visitors wait", percent(used)));
        rows.put("Forecasts", forecasts());
        found().ifPresent(limit -> rows.put("Limit it found", limit));
        rows.put("Sold out", outcome.soldOut().map(spoken::at).orElse("never"));
        rows.put("Left outside", number(outcome.leftOutside()));
        outcome.fates().forEach((fate, count) -> rows.put("Visitors: " + fate.words(), number(count)));
        return rows;
    }

    private String forecasts() {
        var score = outcome.forecast();
        var judged = score.judged();
        if (judged == 0) {
            return "none was due" + byOperator();
        }
        return percent((double) score.kept() / judged) + " of " + number(judged) + " kept, "
                + percent((double) score.early() / judged) + " called earlier, "
                + percent((double) score.late() / judged) + " later; mean width " + percent(score.meanWidth())
                + " of the wait" + byOperator();
    }

    private String byOperator() {
        var broken = outcome.forecast().byOperator();
        return broken == 0 ? "" : "; " + number(broken) + " broken by acts of operators";
    }

    /** The least and the highest limit that the room found by itself. */
    private Optional<String> found() {
        var limits = outcome.minutes().stream()
                .flatMap(minute -> minute.limit().stream())
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        var isSlots = outcome.rows().stream()
                .anyMatch(row -> row.tuned() != null && row.tuned().capacity() != null);
        return limits.getCount() == 0
                ? Optional.empty()
                : Optional.of(number(Math.round(limits.getMin())) + " to " + number(Math.round(limits.getMax()))
                        + (isSlots ? " inside" : " a minute"));
    }

    /** The rules that held the line, a text line for each span. */
    List<String> held() {
        var held = outcome.held();
        var lines = new ArrayList<String>();
        held.stream()
                .limit(MOST_SPANS)
                .forEach(one -> lines.add(
                        spoken.at(one.from()) + " to " + spoken.at(one.until()) + "  " + Spoken.rule(one.why())));
        if (held.size() > MOST_SPANS) {
            lines.add((held.size() - MOST_SPANS) + " more, see --csv");
        }
        return lines;
    }

    String text() {
        var text = new StringBuilder(title()).append("\n\n");
        figures().forEach((name, value) -> text.append(String.format(Locale.ROOT, "  %-32s %s%n", name, value)));
        section(text, "What held the line", held());
        section(text, "Warnings", Warnings.of(outcome));
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }
}
