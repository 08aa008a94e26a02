package io.gatehouse.bench;

import java.util.List;
import java.util.Locale;

/** A plot: a bar for each figure, as a picture that needs nothing else and is read in light and in dark. */
final class Bars {

    private static final int WIDTH = 760;
    private static final int LABEL = 300;
    private static final int FIGURE = 110;
    private static final int HEIGHT = 24;

    /**
     * One bar.
     *
     * @param label what it is
     * @param value how long it is
     * @param told what stands at its end
     */
    record Bar(String label, double value, String told) {}

    private Bars() {}

    static String svg(String title, List<Bar> bars) {
        var longest = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        var svg = new StringBuilder(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img">
                <title>%s</title>
                <rect width="100%%" height="100%%" fill="#fff"/>
                """
                        .formatted(WIDTH, HEIGHT * bars.size() + 16, escaped(title)));
        for (var index = 0; index < bars.size(); index++) {
            var bar = bars.get(index);
            var width = bar.value() / longest * (WIDTH - LABEL - FIGURE);
            var top = 8 + index * HEIGHT;
            svg.append(String.format(
                    Locale.ROOT,
                    """
                    <text x="%d" y="%d" text-anchor="end">%s</text>
                    <rect x="%d" y="%d" width="%.1f" height="%d" fill="#2f6f9f"/>
                    <text x="%.1f" y="%d">%s</text>
                    """,
                    LABEL - 8,
                    top + 16,
                    escaped(bar.label()),
                    LABEL,
                    top + 3,
                    width,
                    HEIGHT - 6,
                    LABEL + width + 6,
                    top + 16,
                    escaped(bar.told())));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
