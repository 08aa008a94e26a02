package io.gatehouse.metrics;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is sent to a collector by OTLP, and that nothing is where nobody has said so. */
class OtlpTest {

    /** By path, as text: names stand in a message of Protocol Buffers as they are. */
    private final Map<String, String> received = new ConcurrentHashMap<>();

    @SuppressWarnings("NullAway.Init") // before each
    private HttpServer collector;

    @BeforeEach
    void listen() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
            received.merge(exchange.getRequestURI().getPath(), body, String::concat);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void close() {
        collector.stop(0);
    }

    @Test
    void givenBothSwitchedOn_whenAVisitorHasCome_thenTheCollectorHearsOfRoomAndRequests() {
        var at = "http://localhost:" + collector.getAddress().getPort();
        try (var gatehouse = RunningGatehouse.start(
                "management.otlp.metrics.export.enabled=true",
                "management.otlp.metrics.export.url=" + at + "/v1/metrics",
                "management.tracing.export.enabled=true",
                "management.tracing.sampling.probability=1",
                "management.opentelemetry.tracing.export.otlp.endpoint=" + at + "/v1/traces",
                "gatehouse.metrics.token=" + Scrape.TOKEN)) {
            var browser = gatehouse.browser();
            browser.opens(Login.authorize());
            gatehouse.tick();
            browser.sends(browser.request("/rooms/shop/place")
                    .header("traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
                    .build());

            assertThat(Scrape.of(gatehouse).of("gatehouse_issued{room=\"shop\"}"))
                    .isEqualTo(1);
        } // what is left is sent at the end

        assertThat(received.get("/v1/metrics")).contains("gatehouse.issued", "gatehouse.wait", "room", "shop");
        assertThat(received.get("/v1/traces"))
                .contains("/rooms/{room}/enter", "gatehouse")
                .as("no query, which carries state")
                .doesNotContain("client_id", "redirect_uri")
                .as("nobody outside says which trace it is")
                .doesNotContain(new String(HexFormat.of().parseHex("0123456789abcdef"), ISO_8859_1));
    }

    @Test
    void givenNeither_whenItRuns_thenNothingIsThereThatWouldSend() {
        try (var gatehouse = RunningGatehouse.start()) {
            assertThat(gatehouse.bean(MeterRegistry.class)).isInstanceOf(PrometheusMeterRegistry.class);
            assertThat(gatehouse.beans())
                    .noneMatch(name -> name.matches("(?i).*(otlp|opentelemetry|tracer|tracing|span).*"));
        }
    }
}
