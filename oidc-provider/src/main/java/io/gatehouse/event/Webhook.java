package io.gatehouse.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.secret.Digests;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A receiver that is called by HTTP, signed by Standard Webhooks. Its address comes from the configuration
 * alone, and a redirect is not followed: no client of Gatehouse can send it anywhere.
 */
final class Webhook implements Receiver {

    /** So many at once, where it takes several: a body of some 40 KB. */
    private static final int BATCH = 100;

    /** As many as there are rooms whose events are told at the same time, and more. */
    private static final int AT_ONCE = 100;

    private final URI uri;
    private final List<byte[]> secrets;
    private final boolean takesBatches;
    private final Clock clock;
    private final Outbound receiver;

    /** @param secrets which sign, each by itself: a receiver that knows one of them is content */
    Webhook(URI uri, List<byte[]> secrets, boolean takesBatches, Duration timeout, Clock clock) {
        this.uri = uri;
        this.secrets = secrets;
        this.takesBatches = takesBatches;
        this.clock = clock;
        this.receiver = new Outbound(Bounds.ofDocuments(timeout, AT_ONCE));
    }

    @Override
    public int most() {
        return takesBatches ? BATCH : 1;
    }

    /** Any 2xx will do. The body is not read: it could go on for ever. */
    @Override
    public Outcome take(List<Notice> notices) {
        try {
            var status = receiver.status(request(notices));
            return status / 100 == 2 ? Outcome.all(notices) : Outcome.none("it answered " + status);
        } catch (InterruptedIOException stopped) {
            return Outcome.none("stopped");
        } catch (IOException unreachable) {
            return Outcome.none(unreachable.toString());
        }
    }

    private HttpRequest.Builder request(List<Notice> notices) {
        var body = takesBatches ? CloudEvent.batch(notices) : CloudEvent.structured(notices.get(0));
        var first = notices.get(0).event().id();
        var id = takesBatches ? first + "-and-" + (notices.size() - 1) : first;
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        var signed = (id + "." + timestamp + "." + body).getBytes(UTF_8);
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/cloudevents" + (takesBatches ? "-batch" : "") + "+json")
                .header("webhook-id", id)
                .header("webhook-timestamp", timestamp)
                .header(
                        "webhook-signature",
                        secrets.stream()
                                .map(secret -> "v1," + signature(secret, signed))
                                .collect(Collectors.joining(" ")))
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static String signature(byte[] secret, byte[] signed) {
        return Base64.getEncoder().encodeToString(Digests.hmac(secret, signed));
    }
}
