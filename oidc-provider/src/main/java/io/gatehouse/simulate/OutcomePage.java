package io.gatehouse.simulate;

import io.gatehouse.chart.LineChart;
import io.gatehouse.chart.LineChart.Line;
import io.gatehouse.chart.LineChart.Unit;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** An outcome as a picture, and as one page that needs nothing else: no script, and no other file. */
final class OutcomePage {

    private static final String STYLE =
            """
            body { font: 16px system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
            th { text-align: left; font-weight: normal; padding-right: 2rem; }
            pre { overflow-x: auto; }
            """;

    private final Outcome outcome;
    private final OutcomeTable table;

    OutcomePage(Outcome outcome) {
        this.outcome = outcome;
        this.table = new OutcomeTable(outcome);
    }

    String svg() {
        var lines = List.of(
                line("waiting", Minute::waiting),
                line("inside", Minute::inside),
                line("open turns", Minute::turns),
                line("arrived in the minute", Minute::arrived),
                line("called in the minute", Minute::called));
        return new LineChart(
                        "Room " + outcome.scenario().room().id(),
                        table.title(),
                        outcome.scenario().span().from(),
                        Duration.ofMinutes(1),
                        Unit.COUNT,
                        lines)
                .svg();
    }

    private Line line(String name, ToLongFunction<Minute> value) {
        return new Line(
                name,
                false,
                outcome.minutes().stream()
                        .map(minute -> (double) value.applyAsLong(minute))
                        .toList());
    }

    String html() {
        var rows = table.figures().entrySet().stream()
                .map(row -> "<tr><th scope=\"row\">" + escaped(row.getKey()) + "</th><td>" + escaped(row.getValue())
                        + "</td></tr>\n")
                .collect(Collectors.joining());
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>" + escaped(table.title())
                + "</title>\n<style>\n" + STYLE + "</style>\n<h1>" + escaped(table.title()) + "</h1>\n"
                + list("Warnings", Warnings.of(outcome)) + svg() + "<h2>Figures</h2>\n<table>\n" + rows
                + "</table>\n" + list("What held the line", table.held()) + "</html>\n";
    }

    private static String list(String title, List<String> lines) {
        return lines.stream()
                .map(line -> "<li>" + escaped(line) + "</li>\n")
                .collect(Collectors.joining("", "<h2>" + title + "</h2>\n<ul>\n", "</ul>\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
