package io.gatehouse.awsapi.sns;

import java.time.Instant;
import java.util.Map;

/**
 * A delivery of a topic of Amazon SNS, all of it signed.
 *
 * @param topic its ARN
 * @param id the same in each repetition
 * @param sentAt the moment of the first sending
 * @param members by their names
 */
public record SnsDelivery(String topic, Type type, String id, Instant sentAt, Map<String, String> members) {

    /** The types, with Amazon's names. */
    public enum Type {
        /** A published message. */
        NOTIFICATION("Notification"),
        /** A question whether the topic is to deliver here. */
        SUBSCRIPTION_CONFIRMATION("SubscriptionConfirmation"),
        /** The news that the topic delivers here no more. */
        UNSUBSCRIBE_CONFIRMATION("UnsubscribeConfirmation");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** The published text. */
    public String message() {
        return members.getOrDefault("Message", "");
    }
}
