package io.gatehouse.tune;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.StubAmazon;
import io.gatehouse.health.Source;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.outbound.Reach;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.tune.TuneProperties.CloudWatchProperties;
import io.gatehouse.tune.TuneProperties.HealthProperties;
import io.gatehouse.tune.TuneProperties.PrometheusProperties;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import tools.jackson.dataformat.cbor.CBORMapper;

/** What outside sources answer, and what is made of it: a reading, or a reason why there is none. */
class SignalSourcesTest {

    private static final String REGION = "eu-central-1";
    private static final Duration AMPLE = Duration.ofSeconds(30);
    private static final Duration BRIEF = Duration.ofMillis(200);

    private static HttpServer site;
    private static volatile int status = 200;
    private static volatile String body = "";
    private static volatile String asked = "";

    @BeforeAll
    static void opens() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/", exchange -> {
            asked = exchange.getRequestURI().toString();
            var bytes = body.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Location", "/inner");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        site.start();
    }

    @AfterAll
    static void closes() {
        site.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/load;; {\"load\":0.84};0.84",
                "/a/0/b;; {\"a\":[{\"b\":\"1.5\"}]};1.5",
                ";load; load 0.7;0.7",
                ";load{host=\"b\"}; load{host=\"a\"} 1|load{zone=\"x\",host=\"b\"} 2 1795770000;2",
                ";shop_load_total; # HELP shop_load_total Load|shop_load_total_more 3|shop_load_total 4;4"
            })
    void givenANumberOfTheSite_whenItIsAsked_thenItIsRead(
            @Nullable String pointer, @Nullable String line, String page, double value) throws IOException {
        answers(200, page.strip().replace('|', '\n'));

        assertThat(health(pointer, line).ask())
                .containsExactly(new Reading(
                        pointer == null ? "health " + line : "health" + pointer, value, 1, Reading.Unit.NUMBER));
    }

    /** Each is no signal, and the reason is a sentence for the log. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "200; {\"load\":\"NaN\"}; must be a number of 0 or more, was NaN",
                "200; {\"load\":\"-Inf\"}; a number was expected, came another text of 4 characters",
                "200; {\"load\":-1}; must be a number of 0 or more, was -1.0",
                "200; {\"load\":NaN}; JSON was expected",
                "200; {\"load\":\"much\"}; a number was expected, came another text of 4 characters",
                "200; {\"load\":{\"secret\":1}}; a number was expected, came object",
                "200; {\"load\":null}; a number was expected, came null",
                "200; {}; a number was expected, came nothing",
                "200; <html>; JSON was expected",
                "302; {\"load\":0.1}; 2xx was expected, came 302",
                "404; {\"load\":0.1}; 2xx was expected, came 404"
            })
    void givenAnAnswerOfTheSiteThatIsNoNumber_whenItIsAsked_thenThereIsNoReading(
            int answered, String page, String reason) {
        answers(answered, page);

        assertThatThrownBy(health("/load", null)::ask)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("much")
                .hasMessageNotContaining("secret");
        assertThat(asked).isEqualTo("/health");
    }

    @Test
    void givenAPageOfAMegabyte_whenItIsAsked_thenThereIsNoReading() {
        answers(200, "{\"load\":0.1}" + " ".repeat(1024 * 1024));

        assertThatThrownBy(health("/load", null)::ask).hasMessageContaining("longer than 65536 bytes");
    }

    @Test
    void givenASiteThatFails_whenItIsAsked_thenItIsAFailureAndNoSilence() throws IOException {
        answers(503, "");

        assertThat(health("/load", null).ask()).containsExactly(Reading.overload("health answers 503"));
        assertThat(Reading.overload("").isOver()).isTrue();
        assertThat(Reading.overload("").x()).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/load;; {\"load\":\"Infinity\"}; health/load is infinite",
                "/load;; {\"load\":1e999}; health/load is infinite",
                ";load; load +Inf; health load is infinite",
                ";load; load Inf; health load is infinite"
            })
    void givenAnInfiniteNumberOfTheSite_whenItIsAsked_thenItIsAnOverload(
            @Nullable String pointer, @Nullable String line, String page, String says) throws IOException {
        answers(200, page);

        assertThat(health(pointer, line).ask()).extracting(Reading::says).containsExactly(says);
    }

    @Test
    void givenANameThatLeadsInsideByNow_whenItIsToBeAsked_thenNoServerIsAsked() {
        answers(200, "{\"load\":0.1}");
        var nowhereInside = new Reach(List.of());
        var health = new HealthSource(
                new HealthProperties(address("/health"), Duration.ZERO, "/load", null, 1.0),
                nowhereInside,
                outbound(AMPLE),
                () -> 0);
        var prometheus = new PrometheusSource(
                new PrometheusProperties(address("/prom"), "load", 1.0), nowhereInside, outbound(AMPLE));

        assertThatThrownBy(health::ask).hasMessageContaining("does not lead to a public address");
        assertThatThrownBy(prometheus::ask).hasMessageContaining("does not lead to a public address");
        assertThat(asked).isEmpty();
    }

    @Test
    void givenAServerOfAnotherProtocol_whenItIsAsked_thenItsWordsAreNotTold() throws IOException {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var greeting = new Thread(() -> {
                try (var client = other.accept()) {
                    client.getOutputStream().write("SSH-2.0-secret\r\n\r\n".getBytes(UTF_8));
                    client.getInputStream().readAllBytes();
                } catch (IOException gone) {
                    // as clients are
                }
            });
            greeting.start();
            var source = source(URI.create("http://localhost:" + other.getLocalPort()), Duration.ZERO, AMPLE);

            assertThatThrownBy(source::ask)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not HTTP")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void givenASiteThatIsTimed_whenItIsAsked_thenItsTimeIsTheReading() throws IOException {
        answers(200, "well");
        var ticks = new long[] {0, 2_100_000_000L};
        var read = new int[1];
        var source = new HealthSource(
                new HealthProperties(address("/health"), Duration.ofMillis(1_500), null, null, null),
                reach(address("/")),
                outbound(AMPLE),
                () -> ticks[read[0]++]);

        assertThat(source.ask()).singleElement().satisfies(reading -> assertThat(reading.says())
                .isEqualTo("health 2.1 s over 1.5 s"));
    }

    /** There was a connection: the site is there, and does not answer. */
    @Test
    void givenASiteThatTakesTooLong_whenItIsAsked_thenItIsAnOverload() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var source = source(URI.create("http://localhost:" + silent.getLocalPort()), AMPLE, BRIEF);

            assertThat(source.ask()).containsExactly(Reading.overload("health answers later than 200ms"));
        }
    }

    @Test
    void givenASiteThatCannotBeReached_whenItIsAsked_thenThereIsNoReading() throws IOException {
        int port;
        try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        var source = source(URI.create("http://localhost:" + port), AMPLE, AMPLE);

        assertThatThrownBy(source::ask).isInstanceOf(ConnectException.class);
    }

    /** What a source reads; none of an answer that it refuses. A slow machine may take any answer for a late one. */
    private static List<Reading> readings(HealthSource source) {
        try {
            return source.ask();
        } catch (IOException refused) {
            return List.of();
        }
    }

    @ParameterizedTest
    @EnumSource
    void givenASiteWithAHarmfulAnswer_whenItIsAsked_thenThereIsNoGoodReadingAndNoOtherServerIsAsked(
            HostileServer.Answer answer) throws IOException {
        try (var hostile = new HostileServer(answer)) {
            var source = new HealthSource(
                    new HealthProperties(hostile.uri(), AMPLE, "/load", null, 1.0),
                    reach(hostile.uri()),
                    outbound(BRIEF),
                    () -> 0);

            assertThat(readings(source)).allMatch(Reading::isOver);
            assertThat(hostile.sent()).isLessThan(HostileServer.FEW);
            assertThat(hostile.askedInside()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[{\"metric\":{},\"value\":[1,\"0.9\"]}]}};0.9",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}};2"
            })
    void givenAQueryOfPrometheus_whenItHasOneValue_thenItIsTheReading(String page, double value) throws IOException {
        answers(200, page);

        assertThat(prometheus().ask()).containsExactly(new Reading("prometheus", value, 0.8, Reading.Unit.NUMBER));
        assertThat(asked).isEqualTo("/prom/api/v1/query?query=max%28load%29");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "200; {\"data\":{\"resultType\":\"vector\",\"result\":[]}}; one value was expected, came 0",
                "200; {\"data\":{\"resultType\":\"vector\",\"result\":[{},{}]}}; one value was expected, came 2",
                "200; {\"data\":{\"resultType\":\"vector\",\"result\":[{\"value\":[1,\"NaN\"]}]}}; was NaN",
                "503; {}; 2xx was expected, came 503",
                "200; []; one value was expected, came 0",
                "400; {\"status\":\"error\"}; 2xx was expected, came 400"
            })
    void givenAQueryOfPrometheus_whenItHasNoOneValue_thenThereIsNoReading(int answered, String page, String reason) {
        answers(answered, page);

        assertThatThrownBy(prometheus()::ask).hasMessageContaining(reason);
    }

    @Test
    void givenALoadBalancer_whenCloudWatchIsAsked_thenItsLatestMinuteIsTheReading() throws IOException {
        var amazon = new StubAmazon();
        data(amazon, List.of(2.1, 0.3), List.of(6.0), List.of(200.0, 100.0));

        assertThat(cloudWatch(amazon).ask())
                .extracting(Reading::says)
                .containsExactly("p95 2.1 s over 1.5 s", "5xx 3 % over 1 %");
        assertThat(amazon.asked()).hasSize(1);
    }

    @Test
    void givenALoadBalancerWithoutValues_whenCloudWatchIsAsked_thenThereIsNoReading() {
        var amazon = new StubAmazon();
        data(amazon, List.of(), List.of(), List.of());

        assertThatThrownBy(cloudWatch(amazon)::ask).hasMessageContaining("no values of the last 5 minutes");
        amazon.isAway(true);
        assertThatThrownBy(cloudWatch(amazon)::ask).isInstanceOf(IOException.class);
    }

    private static void data(StubAmazon amazon, List<Double> latency, List<Double> errors, List<Double> requests) {
        var results = List.of(
                Map.of("Id", "latency", "Values", latency),
                Map.of("Id", "errors", "Values", errors),
                Map.of("Id", "requests", "Values", requests));
        amazon.put(
                "https://monitoring." + REGION
                        + ".amazonaws.com/service/GraniteServiceVersion20100801/operation/GetMetricData",
                new CBORMapper().writeValueAsBytes(Map.of("MetricDataResults", results)),
                Map.of("Content-Type", "application/cbor", "smithy-protocol", "rpc-v2-cbor"));
    }

    private static Source<List<Reading>> cloudWatch(StubAmazon amazon) {
        var client = CloudWatchClient.builder()
                .region(Region.of(REGION))
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(amazon)
                .build();
        var balancer = new CloudWatchProperties(REGION, "app/shop/50dc6c495c0c9188", Duration.ofMillis(1_500), 1);
        return new CloudWatchSource(balancer, client, MutableClock.standing());
    }

    private static Source<List<Reading>> prometheus() {
        return new PrometheusSource(
                new PrometheusProperties(address("/prom/"), "max(load)", 0.8), reach(address("/")), outbound(AMPLE));
    }

    private static Source<List<Reading>> health(@Nullable String pointer, @Nullable String line) {
        return new HealthSource(
                new HealthProperties(address("/health"), Duration.ZERO, pointer, line, 1.0),
                reach(address("/")),
                outbound(AMPLE),
                () -> 0);
    }

    /** One that is timed, and has no number. */
    private static Source<List<Reading>> source(URI address, Duration latency, Duration patience) {
        return new HealthSource(
                new HealthProperties(address, latency, null, null, null), reach(address), outbound(patience), () -> 0);
    }

    /** As for an address of the configuration files, which may be an inner one. */
    private static Reach reach(URI named) {
        return new Reach(List.of(named.toString()));
    }

    private static Outbound outbound(Duration patience) {
        return new Outbound(Bounds.ofDocuments(patience, 1));
    }

    private static URI address(String path) {
        return URI.create("http://localhost:" + site.getAddress().getPort() + path);
    }

    private static void answers(int answered, String page) {
        status = answered;
        body = page;
        asked = "";
    }
}
