package io.gatehouse.notice;

import io.gatehouse.room.Terms.Notices.Way;
import java.util.List;
import java.util.Optional;

/** Notices as text messages, or as calls that say a text, which another service sends. */
final class PhoneCarrier implements Carrier {

    /** A service that sends to phones. */
    interface Service {

        /** How many messages it may be asked to take at a time, by each way. */
        int atOnce();

        /** Whether it can say a text of this language. */
        default boolean speaks(String language) {
            return true;
        }

        /** Takes it there, once, in bounded time. */
        Answer take(Message message);
    }

    /**
     * A notice to a phone.
     *
     * @param text the whole text
     * @param stop where the holder of the number stops notices
     */
    record Message(Way way, Notice notice, String text, String stop) {

        @Override
        public String toString() {
            return "Message[secret]";
        }
    }

    /** The language in place of one that a service cannot say. */
    private static final String ENGLISH = "en";

    private final Way way;
    private final PhoneNumbers numbers;
    private final Service service;
    private final Speech speech;

    /** @param way one that costs: text messages or calls */
    PhoneCarrier(Way way, PhoneNumbers numbers, Service service, Speech speech) {
        this.way = way;
        this.numbers = numbers;
        this.service = service;
        this.speech = speech;
    }

    @Override
    public Way way() {
        return way;
    }

    @Override
    public Optional<String> address(String typed) {
        return way == Way.SMS ? numbers.mobile(typed) : numbers.any(typed);
    }

    @Override
    public List<String> sameHolder(String address) {
        return numbers.wholeIn(address);
    }

    @Override
    public List<String> countries() {
        return numbers.countries();
    }

    @Override
    public int atOnce() {
        return service.atOnce();
    }

    @Override
    public Answer send(Notice notice) {
        var said = way == Way.SMS || service.speaks(notice.language()) ? notice : notice.in(ENGLISH);
        var text = way == Way.SMS ? written(said) : spoken(said);
        return service.take(new Message(way, said, text, speech.stopPage(said)));
    }

    private String written(Notice notice) {
        var texts = speech.in(notice);
        return spoken(notice) + "\n" + texts.text("notice-open") + "\n"
                + speech.waitingPage(notice) + "\n" + texts.text("notice-stop") + "\n"
                + speech.stopPage(notice);
    }

    /** A call has no link: it cannot be opened. */
    private String spoken(Notice notice) {
        return notice.isTurn() ? speech.title(notice) + "\n" + speech.kept(notice) : speech.title(notice);
    }
}
