package io.gatehouse.chart;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Figures over time as a picture: one file that needs nothing else, read in light and in dark, on a phone and
 * on paper. Where a figure is missing a line has a gap, and never goes down to 0. Lines differ in colour and
 * in dashes.
 *
 * @param title what it shows
 * @param sentence the same in words, with the figures that matter: for readers who do not see it
 * @param from where the first figure stands
 * @param step how far apart figures are
 * @param unit what is counted
 * @param lines six at most, each with equally many figures
 */
public record LineChart(String title, String sentence, Instant from, Duration step, Unit unit, List<Line> lines) {

    /** The unit of figures. */
    public enum Unit {
        /** Visitors, or visitors a minute. */
        COUNT,
        /** Seconds. */
        TIME,
        /** From 0 to 1. */
        SHARE
    }

    /**
     * A line of the chart.
     *
     * @param values {@link Double#NaN} where there is none
     */
    public record Line(String name, boolean isFilled, List<Double> values) {

        public Line {
            values = List.copyOf(values);
        }

        /**
         * A line of this number of figures.
         *
         * @param known those that there are, by their number from 0
         */
        public static Line of(String name, boolean isFilled, int figures, Map<Integer, Double> known) {
            return new Line(
                    name,
                    isFilled,
                    IntStream.range(0, figures)
                            .mapToObj(at -> known.getOrDefault(at, Double.NaN))
                            .toList());
        }
    }

    private static final int WIDTH = 400;
    private static final int HEIGHT = 210;
    private static final int LEFT = 44;
    private static final int RIGHT = 12;
    private static final int TOP = 58;
    private static final int BOTTOM = 24;
    private static final int SMALL_WIDTH = 240;
    private static final int SMALL_HEIGHT = 36;

    /** The width of a letter of a legend, about. */
    private static final double LETTER = 6.4;

    private static final List<String> DASHES = List.of("", "7 3", "2 3", "10 3 2 3", "4 2", "1 3");

    private static final String STYLE =
            """
            <style>
            svg { --ground: #fff; --ink: #14202b; --faint: #52606d; --line: #d5dbe1;
              --c0: #0b5c6b; --c1: #b04a00; --c2: #6b2a83; --c3: #1d6b3a; --c4: #a4161f; --c5: #6b5200; }
            @media (prefers-color-scheme: dark) { svg { --ground: #161f28; --ink: #e8eef3; --faint: #9fb0be; --line: #2b3843;
              --c0: #5cc3d4; --c1: #ffb066; --c2: #dcb0f2; --c3: #7fdba0; --c4: #ff8d8d; --c5: #e3d27a; } }
            text { font: 11px system-ui, sans-serif; fill: var(--faint); }
            .title { font-size: 14px; font-weight: 600; fill: var(--ink); }
            .grid { stroke: var(--line); }
            .line { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
            .area { opacity: .18; stroke: none; }
            </style>
            """;

    /** Steps of an axis of time, in seconds. */
    private static final List<Integer> TIMES = List.of(
            1, 2, 4, 10, 20, 30, 60, 120, 240, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 115_200);

    public LineChart {
        lines = List.copyOf(lines);
        if (lines.isEmpty() || lines.size() > DASHES.size()) {
            throw new IllegalArgumentException("lines must be 1 to " + DASHES.size() + ", were " + lines.size());
        }
    }

    /** The whole picture. */
    public String svg() {
        var top = top();
        var svg = begin(WIDTH, HEIGHT).append("<rect width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>\n");
        svg.append(text(LEFT - 36, 18, "start", title).replace("<text", "<text class=\"title\""));
        legend(svg);
        for (int third = 0; third <= 2; third++) {
            var y = HEIGHT - BOTTOM - third * (HEIGHT - TOP - BOTTOM) / 2d;
            svg.append("<path class=\"grid\" d=\"M%s %sH%d\"/>\n".formatted(LEFT, number(y), WIDTH - RIGHT));
            svg.append(text(LEFT - 5, y + 4, "end", told(top * third / 2)));
        }
        times(svg);
        for (int index = 0; index < lines.size(); index++) {
            draw(svg, index, top, new Frame(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM));
        }
        return svg.append("</svg>\n").toString();
    }

    /** Its lines alone, so small that they stand in a row of text. */
    public String small() {
        var svg = begin(SMALL_WIDTH, SMALL_HEIGHT);
        for (int index = 0; index < lines.size(); index++) {
            draw(svg, index, top(), new Frame(2, 3, SMALL_WIDTH - 4, SMALL_HEIGHT - 6));
        }
        return svg.append("</svg>\n").toString();
    }

    private record Frame(double x, double y, double width, double height) {}

    private StringBuilder begin(int width, int height) {
        return new StringBuilder(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title sentence">
                <title id="title">%s</title>
                <desc id="sentence">%s</desc>
                %s"""
                        .formatted(width, height, escaped(title), escaped(sentence), STYLE));
    }

    private void legend(StringBuilder svg) {
        double x = LEFT - 36;
        var y = 35;
        for (int index = 0; index < lines.size(); index++) {
            var name = lines.get(index).name();
            var width = 26 + name.length() * LETTER;
            if (x + width > WIDTH) {
                x = LEFT - 36;
                y += 14;
            }
            svg.append("<path class=\"line\" stroke=\"var(--c%d)\"%s d=\"M%s %dh16\"/>\n"
                    .formatted(index, dashes(index), number(x), y - 4));
            svg.append(text(x + 20, y, "start", name));
            x += width + 8;
        }
    }

    private void times(StringBuilder svg) {
        var span = step.multipliedBy(Math.max(1, count() - 1));
        var format = DateTimeFormatter.ofPattern(span.toDays() > 2 ? "d MMM" : "HH:mm", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        for (int third = 0; third <= 3; third++) {
            var at = from.plus(span.multipliedBy(third).dividedBy(3));
            var x = LEFT + (WIDTH - LEFT - RIGHT) * third / 3d;
            var anchor = third == 3 ? "end" : third == 0 ? "start" : "middle";
            svg.append(text(
                    third == 3 ? WIDTH - 2 : x, HEIGHT - 8, anchor, format.format(at) + (third == 3 ? " UTC" : "")));
        }
    }

    private int count() {
        return lines.get(0).values().size();
    }

    private void draw(StringBuilder svg, int index, double top, Frame frame) {
        var line = lines.get(index);
        for (var run : runs(line.values())) {
            var points = run.stream()
                    .map(at -> number(frame.x() + frame.width() * at / Math.max(1, count() - 1)) + " "
                            + number(frame.y()
                                    + frame.height() * (1 - line.values().get(at) / top)))
                    .collect(Collectors.joining("L"));
            if (line.isFilled()) {
                svg.append("<path class=\"area\" fill=\"var(--c%d)\" d=\"M%sL%s %sH%sZ\"/>\n"
                        .formatted(
                                index,
                                points,
                                number(frame.x() + frame.width() * run.get(run.size() - 1) / Math.max(1, count() - 1)),
                                number(frame.y() + frame.height()),
                                number(frame.x() + frame.width() * run.get(0) / Math.max(1, count() - 1))));
            }
            svg.append("<path class=\"line\" stroke=\"var(--c%d)\"%s d=\"M%s%s\"/>\n"
                    .formatted(index, dashes(index), points, run.size() == 1 ? "h.01" : ""));
        }
    }

    /** The numbers of figures that stand side by side: a line for each run, and a gap between them. */
    private static List<List<Integer>> runs(List<Double> values) {
        var runs = new ArrayList<List<Integer>>();
        IntStream.range(0, values.size()).filter(at -> !values.get(at).isNaN()).forEach(at -> {
            if (at == 0 || values.get(at - 1).isNaN()) {
                runs.add(new ArrayList<>());
            }
            runs.get(runs.size() - 1).add(at);
        });
        return runs;
    }

    /** The end of the axis: a round figure that no value exceeds. */
    private double top() {
        var most = lines.stream()
                .flatMap(line -> line.values().stream())
                .filter(value -> !value.isNaN())
                .reduce(0d, Math::max);
        return switch (unit) {
            case SHARE -> 1;
            case TIME ->
                TIMES.stream()
                        .filter(round -> round >= most)
                        .mapToDouble(Integer::doubleValue)
                        .findFirst()
                        .orElse(most);
            case COUNT -> round(most);
        };
    }

    private static double round(double most) {
        var least = Math.max(2, most);
        var power = Math.pow(10, Math.floor(Math.log10(least)));
        return IntStream.of(1, 2, 4, 6, 8, 10)
                .mapToDouble(times -> times * power)
                .filter(round -> round >= least)
                .findFirst()
                .orElse(least);
    }

    private String told(double value) {
        return switch (unit) {
            case SHARE -> Math.round(value * 100) + " %";
            case TIME ->
                value >= 7_200
                        ? rounded(value / 3600) + " h"
                        : value >= 120 ? rounded(value / 60) + " min" : rounded(value) + " s";
            case COUNT ->
                value >= 1_000_000
                        ? rounded(value / 1_000_000) + "M"
                        : value >= 10_000 ? rounded(value / 1000) + "k" : rounded(value);
        };
    }

    private static String rounded(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }

    private static String dashes(int index) {
        return DASHES.get(index).isEmpty() ? "" : " stroke-dasharray=\"" + DASHES.get(index) + "\"";
    }

    private static String text(double x, double y, String anchor, String text) {
        return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
                .formatted(number(x), number(y), anchor, escaped(text));
    }

    private static String number(double value) {
        return rounded(Math.round(value * 10) / 10d);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
