package io.gatehouse.event;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClientBuilder;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bus of Amazon EventBridge. It gives each event an id of its own, and passes them on in any order: ours,
 * and the number in the room, are in the {@code detail}. The rules of the AWS Virtual Waiting Room go on
 * matching: its four events have its source, and its names as {@code detail-type}.
 */
final class EventBus implements Receiver {

    /** The maximum that EventBridge takes in a call. They have some 5 KB; 256 KB are allowed. */
    private static final int MOST = 10;

    private static final String OURS = "io.gatehouse";
    private static final String OLD = "custom.waitingroom";
    private static final JsonMapper JSON = new JsonMapper();

    private final String bus;
    private final EventBridgeClient client;

    /**
     * @param bus its name or ARN
     * @param client closed with this
     */
    EventBus(String bus, EventBridgeClient client) {
        this.bus = bus;
        this.client = client;
    }

    /** A client that asks once: {@link Delivery} asks again, and counts. */
    static EventBridgeClientBuilder client(Duration answerWithin) {
        return EventBridgeClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder()
                        .connectionTimeout(answerWithin)
                        .socketTimeout(answerWithin))
                .overrideConfiguration(override ->
                        override.apiCallTimeout(answerWithin).retryStrategy(DefaultRetryStrategy.doNotRetry()));
    }

    @Override
    public int most() {
        return MOST;
    }

    /** The bus gets entries behind a failed one again: a receiver that drops known ids does not notice. */
    @Override
    public Outcome take(List<Notice> notices) {
        var entries = notices.stream().map(this::entry).toList();
        try {
            return outcome(
                    notices,
                    client.putEvents(request -> request.entries(entries)).entries());
        } catch (SdkException unusable) {
            return Outcome.none(unusable.toString());
        }
    }

    /** An answer has an entry for each that was sent, in their order. */
    private static Outcome outcome(List<Notice> notices, List<PutEventsResultEntry> answers) {
        for (int number = 0; number < notices.size(); number++) {
            if (number >= answers.size()) {
                return new Outcome(number, Optional.of("no answer"));
            }
            var answer = answers.get(number);
            if (answer.eventId() == null) {
                return new Outcome(number, Optional.of(answer.errorCode() + ": " + answer.errorMessage()));
            }
        }
        return Outcome.all(notices);
    }

    private PutEventsRequestEntry entry(Notice notice) {
        var event = notice.event();
        var detail = new TreeMap<>(event.data());
        detail.put("id", event.id());
        detail.put("sequence", notice.sequence());
        return PutEventsRequestEntry.builder()
                .eventBusName(bus)
                .source(CloudEvent.isOfAws(event) ? OLD : OURS)
                .detailType(event.kind())
                .detail(JSON.writeValueAsString(detail))
                .resources(notice.source())
                .time(event.time())
                .build();
    }

    @Override
    public void close() {
        client.close();
    }
}
