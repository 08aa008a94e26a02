package io.gatehouse.mail;

import io.gatehouse.mail.MailProperties.Security;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.time.Ticker;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A mail server, by SMTP. The sender comes from the configuration. The subject is one line, also where the
 * title of a room has line breaks, and the body is text. It logs nothing: see {@link Failure}.
 */
public final class MailServer {

    private static final String PREFIX = "gatehouse.alerts.mail";
    private static final int LONGEST_SUBJECT = 200;

    /** The whole exchange may take as long as this many answers. */
    private static final int ANSWERS = 3;

    private final MailProperties settings;
    private final InternetAddress from;
    private final Session session;

    /**
     * An e-mail.
     *
     * @param to one address
     * @param headers further ones, by name; each value is one line
     */
    public record Mail(String to, String subject, String text, Map<String, String> headers) {

        public Mail {
            headers = Map.copyOf(headers);
        }

        @Override
        public String toString() {
            return "Mail[secret]";
        }
    }

    /**
     * Why an e-mail was not sent.
     *
     * @param why in the server's words, which may name the recipient
     * @param forLogs without the recipient: the server's words before it was told one, then its reply code
     * @param isSurelyUnsent whether the server cannot have taken it, or asks for a later try (4xx, RFC 5321)
     */
    public record Failure(String why, String forLogs, boolean isSurelyUnsent) {}

    public MailServer(MailProperties settings, Ticker ticker) {
        if (settings.host() == null || settings.host().isBlank()) {
            throw new InvalidSettingException(PREFIX + ".host", "must be set", "smtp.example.com");
        }
        if (settings.port() < 1 || settings.port() > 65_535) {
            throw new InvalidSettingException(PREFIX + ".port", "must be 1 to 65535, was " + settings.port(), "587");
        }
        if ((settings.user() == null) != (settings.password() == null)) {
            throw new InvalidSettingException(PREFIX + ".password", "must be set if and only if user is", "a secret");
        }
        if (settings.security() == Security.NONE && settings.user() != null) {
            throw new InvalidSettingException(
                    PREFIX + ".security", "must be starttls or tls where there is a password, was none", "starttls");
        }
        this.settings = settings;
        this.from = address(PREFIX + ".from", settings.from());
        this.session = Session.getInstance(properties(settings, ticker));
    }

    private static Properties properties(MailProperties settings, Ticker ticker) {
        var millis = Long.toString(settings.answerWithin().toMillis());
        var all = new Properties();
        all.put("mail.smtp.connectiontimeout", millis);
        all.put("mail.smtp.timeout", millis);
        all.put("mail.smtp.writetimeout", millis);
        all.put(
                "mail.smtp.socketFactory",
                new BoundedSockets(settings.answerWithin().multipliedBy(ANSWERS), ticker));
        all.put("mail.smtp.socketFactory.fallback", "false");
        all.put("mail.smtp.auth", Boolean.toString(settings.user() != null));
        all.put("mail.smtp.ssl.checkserveridentity", "true");
        all.put("mail.smtp.ssl.enable", Boolean.toString(settings.security() == Security.TLS));
        var startTls = Boolean.toString(settings.security() == Security.STARTTLS);
        all.put("mail.smtp.starttls.enable", startTls);
        all.put("mail.smtp.starttls.required", startTls);
        return all;
    }

    /** The one address in a setting. */
    public static InternetAddress address(String property, @Nullable String text) {
        return one(text)
                .orElseThrow(() -> new InvalidSettingException(
                        property, "must be one e-mail address, was \"" + text + "\"", "anna@example.com"));
    }

    /** Whether this is one address that a mail can be written to. */
    public static boolean isAddress(String text) {
        return one(text).isPresent();
    }

    private static Optional<InternetAddress> one(@Nullable String text) {
        if (text == null || text.chars().anyMatch(Character::isISOControl)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new InternetAddress(text, true))
                    .filter(address -> !address.isGroup())
                    .filter(address -> address.getAddress().matches("\\p{ASCII}+@\\p{ASCII}+"));
        } catch (AddressException unusable) {
            return Optional.empty();
        }
    }

    /** Sends an e-mail; answers why that failed, and whether the server may have taken it nevertheless. */
    public Optional<Failure> send(Mail mail, Instant now) {
        var isConnected = false;
        try (var transport = session.getTransport("smtp")) {
            transport.connect(settings.host(), settings.port(), settings.user(), settings.password());
            isConnected = true;
            var message = message(mail, now);
            transport.sendMessage(message, message.getAllRecipients());
            return Optional.empty();
        } catch (MessagingException | RuntimeException failed) {
            var why = line(String.valueOf(failed.getMessage()));
            return Optional.of(isConnected ? refused(why, failed) : new Failure(why, why, true));
        }
    }

    private static Failure refused(String why, Exception failed) {
        var reply = reply(failed);
        var cause = failed.getCause() == null ? failed : failed.getCause();
        return reply.isEmpty()
                ? new Failure(why, cause.getClass().getSimpleName(), false)
                : new Failure(why, "the server answered " + reply.getAsInt(), reply.getAsInt() / 100 == 4);
    }

    /** The reply code of the server; empty where it gave none. */
    private static OptionalInt reply(Exception failed) {
        var at = failed;
        while (at != null) {
            if (at instanceof SMTPAddressFailedException recipient) {
                return OptionalInt.of(recipient.getReturnCode());
            }
            if (at instanceof SMTPSenderFailedException sender) {
                return OptionalInt.of(sender.getReturnCode());
            }
            if (at instanceof SMTPSendFailedException message) {
                return OptionalInt.of(message.getReturnCode());
            }
            at = at instanceof MessagingException more ? more.getNextException() : null;
        }
        return OptionalInt.empty();
    }

    private MimeMessage message(Mail mail, Instant now) throws MessagingException {
        var message = new MimeMessage(session);
        message.setFrom(from);
        message.setRecipient(RecipientType.TO, new InternetAddress(mail.to(), true));
        message.setSubject(line(mail.subject()), "UTF-8");
        message.setText(mail.text(), "UTF-8");
        message.setSentDate(Date.from(now));
        message.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834
        for (var header : mail.headers().entrySet()) {
            message.setHeader(header.getKey(), line(header.getValue()));
        }
        message.saveChanges();
        return message;
    }

    /** One line of a text: a title with a line break must not become a header, nor a server's answer a page. */
    private static String line(String text) {
        var one = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return one.substring(0, Math.min(one.length(), LONGEST_SUBJECT));
    }
}
