package io.gatehouse.tune;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One line of Prometheus' text format: a metric with its labels. A sample must have these labels, and may
 * have others.
 */
record PrometheusText(String name, Map<String, String> labels) {

    private static final String NAME = "[A-Za-z_:][A-Za-z0-9_:]*";
    private static final String LABEL = "([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"";
    private static final Pattern SERIES =
            Pattern.compile("(" + NAME + ")\\s*(?:\\{((?:[^\"}]|\"(?:[^\"\\\\]|\\\\.)*+\")*+)\\})?");
    private static final Pattern SAMPLE = Pattern.compile(SERIES.pattern() + "\\s+(\\S+)(?:\\s+-?\\d+)?\\s*(?:#.*)?");
    private static final Pattern LABELS = Pattern.compile(LABEL);

    /** Reads {@code name} or {@code name{label="x"}}. */
    static PrometheusText parse(String text) {
        var parts = SERIES.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("must look like name{label=\"x\"}, was " + text);
        }
        return new PrometheusText(parts.group(1), labels(parts.group(2)));
    }

    private static Map<String, String> labels(String text) {
        return LABELS.matcher(Objects.requireNonNullElse(text, ""))
                .results()
                .collect(Collectors.toMap(each -> each.group(1), each -> each.group(2), (first, last) -> last));
    }

    /** The value of the first sample that is meant. */
    Optional<Double> in(String page) {
        return page.lines()
                .map(String::strip)
                .filter(line -> line.startsWith(name))
                .map(SAMPLE::matcher)
                .filter(sample -> sample.matches()
                        && sample.group(1).equals(name)
                        && labels(sample.group(2)).entrySet().containsAll(labels.entrySet()))
                .findFirst()
                .map(sample -> Numbers.read(sample.group(3)));
    }
}
