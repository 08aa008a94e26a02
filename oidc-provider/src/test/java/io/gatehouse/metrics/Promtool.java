package io.gatehouse.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prometheus' own tool. Each of its checks fails with what it says. */
record Promtool(Path folder) {

    /** In the root of the repository. */
    static final Path ALARMS =
            Path.of("../docs/operate/alerts.yaml").toAbsolutePath().normalize();

    /**
     * Twenty samples a scrape apart, of the time before the trouble; ten in which it comes; two hours in
     * which it stays.
     */
    private static final int BEFORE = 20;

    private static final int COMING = 10;
    private static final int AFTER = 240;

    /** What it says of the style of this scrape, which it must be able to read. */
    String checkMetrics(String scrape) {
        var text = written("scrape.txt", scrape);
        // 3 is for style alone.
        return TestProcess.run(
                new ProcessBuilder("sh", "-c", "promtool check metrics || [ $? -eq 3 ]").redirectInput(text.toFile()));
    }

    void checkRules() {
        TestProcess.run(new ProcessBuilder("promtool", "check", "rules", ALARMS.toString()));
    }

    /**
     * Has Prometheus read two scrapes, ten minutes of the one and then two hours of the other, with what is
     * counted going from the one to the other within five minutes; this alarm, and before the trouble none,
     * must go off.
     */
    void firesOnly(String alarm, Scrape before, Scrape after) {
        var all = new TreeMap<String, String>();
        before.series().keySet().forEach(one -> all.put(labelled(one), values(one, before, after)));
        after.series().keySet().forEach(one -> all.put(labelled(one), values(one, before, after)));
        test(all, expectation("9m30s", "ALERTS{alertstate=\"firing\"}", "[]") + fires(alarm, true));
    }

    /**
     * Has Prometheus read these values of series, half a minute apart, in Prometheus' own notation; whether
     * this alarm goes off.
     */
    void checkAlarm(String alarm, boolean fires, Map<String, String> values) {
        test(values, fires(alarm, fires));
    }

    private static String fires(String alarm, boolean fires) {
        var fired = "count(count by (alertname) (count_over_time(ALERTS{alertstate=\"firing\",alertname=\"" + alarm
                + "\"}[100m])))";
        return expectation("110m", fired, fires ? "[{labels: '{}', value: 1}]" : "[]");
    }

    private void test(Map<String, String> values, String expectations) {
        var series = values.entrySet().stream()
                .map(one ->
                        "  - series: '" + one.getKey().replace("'", "''") + "'\n    values: '" + one.getValue() + "'\n")
                .collect(Collectors.joining());
        var file = written(
                "test.yaml",
                "rule_files: [" + ALARMS + "]\nevaluation_interval: 30s\ntests:\n- interval: 30s\n  input_series:\n"
                        + series + "  promql_expr_test:\n" + expectations);
        TestProcess.run(new ProcessBuilder("promtool", "test", "rules", file.toString()));
    }

    private static String expectation(String at, String expression, String samples) {
        return "  - expr: '" + expression + "'\n    eval_time: " + at + "\n    exp_samples: " + samples + "\n";
    }

    /** As a scraper labels it. */
    private static String labelled(String series) {
        var target = "instance=\"node\",job=\"gatehouse\"";
        return series.endsWith("}")
                ? series.substring(0, series.length() - 1) + "," + target + "}"
                : series + "{" + target + "}";
    }

    private static String values(String series, Scrape before, Scrape after) {
        var from = before.series().get(series);
        var to = after.series().get(series);
        var isCounted = series.matches("\\w+_(total|count|sum|bucket)(\\{.*)?");
        var coming = isCounted && from != null && to != null
                ? number(from) + signed((to - from) / COMING) + "x" + COMING
                : constant(to, COMING);
        return constant(from, BEFORE) + " " + coming + " " + constant(to, AFTER);
    }

    /** Without a value, and for one that is no number, nothing was read. */
    private static String constant(@Nullable Double value, int times) {
        return value == null || value.isNaN() ? "_x" + times : number(value) + "+0x" + (times - 1);
    }

    private static String signed(double value) {
        return (value < 0 ? "" : "+") + number(value);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }

    private Path written(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text, UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
