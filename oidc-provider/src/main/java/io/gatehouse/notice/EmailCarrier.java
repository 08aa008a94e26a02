package io.gatehouse.notice;

import io.gatehouse.mail.MailServer;
import io.gatehouse.mail.MailServer.Mail;
import io.gatehouse.room.Terms.Notices.Way;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Notices as e-mails: plain text, in the visitor's language. Its links only show pages, because scanners of
 * mailboxes follow them: one to the waiting page, and one to the page that stops e-mails.
 */
final class EmailCarrier implements Carrier {

    private static final int LONGEST = 254;

    /** One address in ASCII, at a domain with a dot. RFC 5321 and RFC 6531 allow more. */
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
            + "@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])");

    private final MailServer server;
    private final int atOnce;
    private final Speech speech;

    EmailCarrier(MailServer server, int atOnce, Speech speech) {
        this.server = server;
        this.atOnce = atOnce;
        this.speech = speech;
    }

    @Override
    public Way way() {
        return Way.EMAIL;
    }

    @Override
    public int atOnce() {
        return atOnce;
    }

    @Override
    public Optional<String> address(String typed) {
        var plain = typed.strip();
        return Optional.of(plain)
                .filter(one -> one.length() <= LONGEST && ADDRESS.matcher(one).matches())
                .filter(MailServer::isAddress);
    }

    @Override
    public Answer send(Notice notice) {
        var stop = speech.stopPage(notice);
        var mail = new Mail(
                notice.to(),
                speech.title(notice),
                text(notice, stop),
                Map.of("List-Unsubscribe", "<" + stop + ">", "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        return server.send(mail, speech.clock().instant())
                .map(one -> new Answer(one.isSurelyUnsent() ? Outcome.UNSENT : Outcome.FAILED, one.forLogs()))
                .orElse(Answer.SENT);
    }

    private String text(Notice notice, String stop) {
        var texts = speech.in(notice);
        return speech.says(notice) + "\n"
                + (notice.isTurn() ? speech.kept(notice) + "\n" : "")
                + "\n" + texts.text("notice-open") + "\n"
                + speech.waitingPage(notice) + "\n\n-- \n"
                + texts.text("notice-why", Map.of("room", notice.title())) + "\n"
                + stop + "\n";
    }
}
