package io.gatehouse.mail;

import io.gatehouse.setting.Spans;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A mail server.
 *
 * @param host Its host name.
 * @param port Its port.
 * @param security How the connection is protected: starttls, tls or none.
 * @param user The user name there; without one no password is sent.
 * @param password The password of that user.
 * @param from The address of the sender.
 * @param answerWithin How long the server may take for each answer, and a third of what one e-mail may take.
 */
public record MailProperties(
        @Nullable String host,
        @DefaultValue("587") int port,
        @DefaultValue("starttls") Security security,
        @Nullable String user,
        @Nullable String password,
        @Nullable String from,
        @DefaultValue("10s") Duration answerWithin) {

    /** How the connection to a mail server is protected. */
    public enum Security {
        /** TLS after the greeting, which the server must offer. */
        STARTTLS,
        /** TLS from the first byte. */
        TLS,
        /** None: for a server in the same network, and without a password. */
        NONE
    }

    public MailProperties {
        Spans.require(
                "gatehouse.alerts.mail.answer-within",
                answerWithin,
                Duration.ofMillis(100),
                Duration.ofSeconds(30),
                "10s");
    }

    @Override
    public String toString() {
        return "MailProperties[" + host + "]";
    }
}
