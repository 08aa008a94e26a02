package io.gatehouse.awsapi.sns;

import java.time.Instant;
import java.util.Map;

/**
 * What a topic of Amazon SNS has sent, all of it under its signature.
 *
 * @param topic its ARN
 * @param type what it is
 * @param id the same each time that it comes
 * @param sentAt when it was sent first
 * @param members by their names
 */
public record SnsDelivery(String topic, Type type, String id, Instant sentAt, Map<String, String> members) {

    /** The types that there are, by their names. */
    public enum Type {
        /** A published message. */
        NOTIFICATION("Notification"),
        /** Whether the topic is to deliver here. */
        SUBSCRIPTION_CONFIRMATION("SubscriptionConfirmation"),
        /** The topic delivers here no more. */
        UNSUBSCRIBE_CONFIRMATION("UnsubscribeConfirmation");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** What was published. */
    public String message() {
        return members.getOrDefault("Message", "");
    }
}
