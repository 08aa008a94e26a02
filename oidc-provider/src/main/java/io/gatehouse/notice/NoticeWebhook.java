package io.gatehouse.notice;

import static java.util.Map.entry;

import io.gatehouse.notice.Carrier.Answer;
import io.gatehouse.notice.Carrier.Outcome;
import io.gatehouse.outbound.Failures;
import io.gatehouse.outbound.SignedCalls;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * Has notices sent to phones by a webhook of the operator, signed as those of events are. A call that its
 * server refuses for now (429, 5xx), or that does not reach it, is tried again with the same
 * {@code webhook-id}. One that is not answered in time may have been taken, and is not.
 */
record NoticeWebhook(SignedCalls calls, int atOnce, Clock clock) implements PhoneCarrier.Service {

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public Answer take(PhoneCarrier.Message message) {
        try {
            return Answer.ofStatus("the webhook", calls.post(message.notice().id(), "application/json", body(message)));
        } catch (IOException failure) {
            return new Answer(Failures.isUnsent(failure) ? Outcome.UNSENT : Outcome.FAILED, "the webhook: " + failure);
        }
    }

    private String body(PhoneCarrier.Message message) {
        var notice = message.notice();
        var data = new TreeMap<String, Object>(Map.of(
                "way", message.way().word(),
                "to", notice.to(),
                "text", message.text(),
                "language", notice.language(),
                "room", notice.room().value(),
                "title", notice.title(),
                "turn", notice.isTurn(),
                "until", notice.until().toString(),
                "stop", message.stop()));
        var body = new TreeMap<String, Object>(Map.ofEntries(
                entry("id", notice.id()),
                entry("type", "notice"),
                entry("timestamp", clock.instant().toString()),
                entry("data", data)));
        return JSON.writeValueAsString(body);
    }
}
