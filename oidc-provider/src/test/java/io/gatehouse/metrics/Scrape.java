package io.gatehouse.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a scraper reads: each series by its name with its labels in their order, and its value. */
record Scrape(Map<String, Double> series) {

    static final String TOKEN = "scrapers-token-of-the-test";

    private static final Pattern LINE = Pattern.compile("([a-z_0-9]+)(\\{.*})? (\\S+)");

    /** Of one that was started with {@link #TOKEN}. */
    static Scrape of(RunningGatehouse gatehouse) {
        return read(text(gatehouse));
    }

    static String text(RunningGatehouse gatehouse) {
        var answer = Login.get(gatehouse.issuer() + "/metrics", "Bearer " + TOKEN);
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }

    static Scrape read(String text) {
        var series = new TreeMap<String, Double>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            var parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            series.put(
                    parts.group(1) + (parts.group(2) == null ? "" : parts.group(2)),
                    Double.valueOf(parts.group(3).replace("Inf", "Infinity")));
        });
        return new Scrape(series);
    }

    /** The value of this series, which must be there. */
    double of(String one) {
        assertThat(series).containsKey(one);
        return series.getOrDefault(one, Double.NaN);
    }
}
