package io.gatehouse.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.chart.LineChart.Line;
import io.gatehouse.chart.LineChart.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A chart as text: what a reader of the picture sees of it. */
class LineChartTest {

    private static final Instant TEN = Instant.parse("2026-11-27T10:00:00Z");

    @Test
    void givenFiguresWithAGap_whenTheyAreDrawn_thenTheLineHasTheGapAndSaysItsWords() {
        var svg = chart("Sale <1> & \"more\"", Unit.COUNT, 0d, 50d, Double.NaN, 340d)
                .svg();

        assertThat(svg)
                .contains("<title id=\"title\">Sale &lt;1> &amp; &quot;more&quot;</title>")
                .contains("<desc id=\"sentence\">340 at most.</desc>")
                .contains(
                        ">400</text>",
                        ">200</text>",
                        ">0</text>",
                        ">10:00</text>",
                        ">10:03 UTC</text>",
                        ">waiting</text>")
                .contains("d=\"M44 186L158.7 170\"", "d=\"M388 77.2h.01\"");
    }

    @Test
    void givenSeconds_whenTheyAreDrawn_thenTheAxisSaysThemAsPeopleDo() {
        assertThat(chart("Wait", Unit.TIME, 0.4, 0.5).svg()).contains(">1 s</text>", ">0.5 s</text>");
        assertThat(chart("Wait", Unit.TIME, 3_000d).svg()).contains(">60 min</text>", ">30 min</text>");
        assertThat(chart("Kept", Unit.SHARE, .8).svg()).contains(">100 %</text>");
    }

    @Test
    void givenMillions_whenTheyAreDrawn_thenTheAxisStaysNarrow() {
        assertThat(chart("Crowd", Unit.COUNT, 3_900_000d).svg()).contains(">4M</text>", ">2M</text>");
        assertThat(chart("Crowd", Unit.COUNT, 12_000d).svg()).contains(">20k</text>");
        assertThat(chart("Nobody", Unit.COUNT, 0d).svg()).contains(">2</text>");
    }

    @Test
    void givenASmallPicture_whenItIsDrawn_thenItHasNoWordsButItsTitle() {
        assertThat(chart("Sale", Unit.COUNT, 1d, 2d).small())
                .contains("<title id=\"title\">Sale</title>", "viewBox=\"0 0 240 36\"")
                .doesNotContain("<text");
    }

    private static LineChart chart(String title, Unit unit, Double... values) {
        var most = Collections.max(
                List.of(values).stream().filter(value -> !value.isNaN()).toList());
        return new LineChart(
                title,
                "%.0f at most.".formatted(most),
                TEN,
                Duration.ofMinutes(1),
                unit,
                List.of(new Line("waiting", true, List.of(values))));
    }
}
