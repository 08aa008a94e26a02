package io.gatehouse.event;

import io.gatehouse.outbound.SignedCalls;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/** A receiver that is called by HTTP, signed by Standard Webhooks. */
final class Webhook implements Receiver {

    /** The maximum number of events of a batch: a body of some 40 KB. */
    private static final int BATCH = 100;

    private final SignedCalls calls;
    private final boolean takesBatches;

    Webhook(SignedCalls calls, boolean takesBatches) {
        this.calls = calls;
        this.takesBatches = takesBatches;
    }

    @Override
    public int most() {
        return takesBatches ? BATCH : 1;
    }

    /** Any 2xx will do. */
    @Override
    public Outcome take(List<Notice> notices) {
        try {
            var status = call(notices);
            return status / 100 == 2 ? Outcome.all(notices) : Outcome.none("it answered " + status);
        } catch (InterruptedIOException stopped) {
            return Outcome.none("stopped");
        } catch (IOException unreachable) {
            return Outcome.none(unreachable.toString());
        }
    }

    private int call(List<Notice> notices) throws IOException {
        var first = notices.get(0).event().id();
        return takesBatches
                ? calls.post(
                        first + "-and-" + (notices.size() - 1),
                        "application/cloudevents-batch+json",
                        CloudEvent.batch(notices))
                : calls.post(first, "application/cloudevents+json", CloudEvent.structured(notices.get(0)));
    }
}
