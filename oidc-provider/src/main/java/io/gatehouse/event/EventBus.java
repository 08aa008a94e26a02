package io.gatehouse.event;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bus of Amazon EventBridge. It gives each event an id of its own, and passes them on in any order: ours, and the number in the
 * room, are in the {@code detail}. The rules of the AWS Virtual Waiting Room go on matching: its four events have its source,
 * and its names as {@code detail-type}. One operation of the service is all that is asked for, so its request is made here;
 * credentials and signature are the AWS SDK's.
 */
final class EventBus implements Receiver {

    /** As many as it takes in a call. */
    private static final int MOST = 10;

    private static final String OURS = "io.gatehouse";
    private static final String OLD = "custom.waitingroom";
    private static final JsonMapper JSON = new JsonMapper();

    /** What the client says by itself. */
    private static final Set<String> RESTRICTED = Set.of("host", "content-length");

    private final Bus bus;
    private final AwsCredentialsProvider credentials;
    private final Duration timeout;
    private final Clock clock;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final HttpClient client;

    /**
     * Which bus.
     *
     * @param name or its ARN
     * @param endpoint where its service is
     */
    record Bus(String name, String region, URI endpoint) {}

    EventBus(Bus bus, AwsCredentialsProvider credentials, Duration timeout, Clock clock) {
        this.bus = bus;
        this.credentials = credentials;
        this.timeout = timeout;
        this.clock = clock;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    @Override
    public int most() {
        return MOST;
    }

    /** What it took behind an entry that failed, it takes again: whoever drops ids that it has had does not notice. */
    @Override
    public Outcome take(List<Notice> notices) {
        try {
            var response = client.send(signed(body(notices)), BodyHandlers.ofString());
            return response.statusCode() == 200
                    ? outcome(notices, JSON.readTree(response.body()).path("Entries"))
                    : Outcome.none("it answered " + response.statusCode() + " " + response.body());
        } catch (IOException | SdkException | JacksonException unusable) {
            return Outcome.none(unusable.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Outcome.none("stopped");
        }
    }

    /** An answer has an entry for each that was sent, in their order. */
    private static Outcome outcome(List<Notice> notices, JsonNode entries) {
        for (int number = 0; number < notices.size(); number++) {
            var entry = entries.path(number);
            if (!entry.hasNonNull("EventId")) {
                var why = entry.path("ErrorCode").asString("no answer") + ": "
                        + entry.path("ErrorMessage").asString("");
                return new Outcome(number, Optional.of(why));
            }
        }
        return Outcome.all(notices);
    }

    private byte[] body(List<Notice> notices) {
        return JSON.writeValueAsBytes(
                Map.of("Entries", notices.stream().map(this::entry).toList()));
    }

    private Map<String, Object> entry(Notice notice) {
        var event = notice.event();
        var detail = new TreeMap<>(event.data());
        detail.put("id", event.id());
        detail.put("sequence", notice.sequence());
        return Map.of(
                "EventBusName",
                bus.name,
                "Source",
                CloudEvent.isOfAws(event) ? OLD : OURS,
                "DetailType",
                event.kind(),
                "Detail",
                JSON.writeValueAsString(detail),
                "Resources",
                List.of(notice.source()),
                "Time",
                event.time().getEpochSecond());
    }

    private HttpRequest signed(byte[] body) {
        var plain = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(bus.endpoint)
                .putHeader("Content-Type", "application/x-amz-json-1.1")
                .putHeader("X-Amz-Target", "AWSEvents.PutEvents")
                .build();
        var signed = signer.sign(request -> request.identity(credentials.resolveCredentials())
                        .request(plain)
                        .payload(ContentStreamProvider.fromByteArray(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "events")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, bus.region)
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock))
                .request();
        var request = HttpRequest.newBuilder(bus.endpoint).timeout(timeout).POST(BodyPublishers.ofByteArray(body));
        signed.forEachHeader((name, values) -> {
            if (!RESTRICTED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }
}
