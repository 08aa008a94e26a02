package io.gatehouse.notice;

import io.gatehouse.mail.MailServer;
import io.gatehouse.mail.MailServer.Mail;
import io.gatehouse.notice.NoticePost.NoticeTime;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices as e-mails: plain text, in the visitor's language. Its links only show pages, because scanners of
 * mailboxes follow them: one to the waiting page, and one to the page that stops e-mails.
 */
final class EmailCarrier implements Carrier {

    private static final Logger LOG = LoggerFactory.getLogger(EmailCarrier.class);

    private static final int LONGEST = 254;

    /** One address of letters of ASCII, at a domain with a dot. RFC 5321 and RFC 6531 allow more. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
            + "@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])");

    private final MailServer server;
    private final Addresses addresses;
    private final NoticeWords words;
    private final Issuer issuer;
    private final NoticeTime time;
    private final LogThrottle throttle;

    EmailCarrier(MailServer server, Addresses addresses, NoticeWords words, Issuer issuer, NoticeTime time) {
        this.server = server;
        this.addresses = addresses;
        this.words = words;
        this.issuer = issuer;
        this.time = time;
        this.throttle = new LogThrottle(time.scheduler());
    }

    @Override
    public Way way() {
        return Way.EMAIL;
    }

    @Override
    public Optional<String> address(String typed) {
        var plain = typed.strip();
        return Optional.of(plain)
                .filter(one -> one.length() <= LONGEST && ADDRESS.matcher(one).matches())
                .filter(MailServer::isAddress);
    }

    @Override
    public Outcome send(Notice notice) {
        var texts = words.in(notice);
        var stop = issuer.at(NoticeEndpoint.STOP + "/" + addresses.link(notice.to()));
        var mail = new Mail(
                notice.to(),
                texts.text("title", Map.of("state", words.says(notice), "room", notice.title())),
                text(notice, texts, stop),
                Map.of("List-Unsubscribe", "<" + stop + ">", "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        var failure = server.send(mail, time.clock().instant());
        failure.ifPresent(one -> log(notice, one));
        return failure.map(one -> one.isSurelyUnsent() ? Outcome.UNSENT : Outcome.FAILED)
                .orElse(Outcome.SENT);
    }

    private void log(Notice notice, MailServer.Failure failure) {
        throttle.count(
                notice.room().value(),
                times -> LOG.warn(
                        "room {}: {} notices could not be sent by e-mail; the last: {}",
                        notice.room(),
                        times,
                        failure.forLogs()));
    }

    private String text(Notice notice, Texts.Language texts, String stop) {
        return words.says(notice) + "\n"
                + (notice.isTurn() ? words.kept(notice) + "\n" : "")
                + "\n" + texts.text("notice-open") + "\n"
                + issuer.at(RoomPaths.of(notice.room()) + "wait") + "\n\n-- \n"
                + texts.text("notice-why", Map.of("room", notice.title())) + "\n"
                + stop + "\n";
    }
}
