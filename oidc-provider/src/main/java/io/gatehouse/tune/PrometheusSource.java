package io.gatehouse.tune;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.health.Source;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.outbound.Reach;
import io.gatehouse.tune.TuneProperties.PrometheusProperties;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Objects;

/**
 * A query to a Prometheus server that has one value, by its HTTP API. A server that is late or fails says
 * nothing of the site.
 */
final class PrometheusSource implements Source<List<Reading>> {

    private final URI address;
    private final double limit;
    private final Reach reach;
    private final Outbound server;

    /** @param reach looked at before each call: a name may lead elsewhere by then */
    PrometheusSource(PrometheusProperties query, Reach reach, Outbound server) {
        var base = Objects.requireNonNull(query.url()).toString().replaceAll("/+$", "");
        this.address = URI.create(
                base + "/api/v1/query?query=" + URLEncoder.encode(Objects.requireNonNull(query.query()), UTF_8));
        this.limit = Objects.requireNonNull(query.limit());
        this.reach = reach;
        this.server = server;
    }

    @Override
    public List<Reading> ask() throws IOException {
        reach.require(address);
        var answer = server.read(HttpRequest.newBuilder(address));
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("2xx was expected, came " + answer.statusCode());
        }
        var data = Numbers.json(answer.body()).path("data");
        var result = data.path("result");
        var isScalar = data.path("resultType").asString("").equals("scalar");
        if (!isScalar && result.size() != 1) {
            throw new IOException("one value was expected, came " + result.size());
        }
        var value = isScalar ? result.path(1) : result.path(0).path("value").path(1);
        return List.of(Reading.ofNumber("prometheus", Numbers.read(value), limit));
    }

    @Override
    public String toString() {
        return "prometheus " + Numbers.server(address);
    }
}
