package io.gatehouse.tune;

import io.gatehouse.health.Source;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.outbound.Reach;
import io.gatehouse.setting.Spans;
import io.gatehouse.time.Ticker;
import io.gatehouse.tune.TuneProperties.HealthProperties;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The site's own address, timed by us. A 5xx says that the site fails, and so does an answer that is not
 * whole in time although there was a connection. Any other answer but 2xx, a redirect too, says nothing of
 * how well it is, and neither does an answer that is too long.
 */
final class HealthSource implements Source<List<Reading>> {

    private final HealthProperties health;
    private final URI address;
    private final Reach reach;
    private final Outbound site;
    private final Ticker ticker;

    /** @param reach looked at before each call: a name may lead elsewhere by then */
    HealthSource(HealthProperties health, Reach reach, Outbound site, Ticker ticker) {
        this.health = health;
        this.reach = reach;
        this.address = Objects.requireNonNull(health.url());
        this.site = site;
        this.ticker = ticker;
    }

    @Override
    public List<Reading> ask() throws IOException {
        reach.require(address);
        var begin = ticker.read();
        HttpResponse<String> answer;
        try {
            answer = site.read(HttpRequest.newBuilder(address));
        } catch (HttpConnectTimeoutException unreachable) {
            throw unreachable;
        } catch (HttpTimeoutException late) {
            return List.of(Reading.overload("health answers later than " + Spans.text(site.patience())));
        }
        var seconds = (ticker.read() - begin) / 1e9;
        var kind = answer.statusCode() / 100;
        if (kind == 5) {
            return List.of(Reading.overload("health answers " + answer.statusCode()));
        }
        if (kind != 2) {
            throw new IOException("2xx was expected, came " + answer.statusCode());
        }
        var readings = new ArrayList<Reading>();
        if (!health.latency().isZero()) {
            readings.add(Reading.ofTime("health", seconds, health.latency()));
        }
        number(answer.body())
                .ifPresent(
                        value -> readings.add(Reading.ofNumber(name(), value, Objects.requireNonNull(health.limit()))));
        return readings;
    }

    private String name() {
        return "health" + Objects.requireNonNullElse(health.pointer(), " " + health.line());
    }

    private Optional<Double> number(String body) throws IOException {
        if (health.pointer() != null) {
            return Optional.of(Numbers.read(Numbers.json(body).at(health.pointer())));
        }
        if (health.line() != null) {
            return Optional.of(PrometheusText.parse(health.line())
                    .in(body)
                    .orElseThrow(() -> new IOException("no line " + health.line() + " came")));
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "health " + Numbers.server(address) + address.getPath();
    }
}
