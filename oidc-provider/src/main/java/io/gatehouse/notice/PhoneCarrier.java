package io.gatehouse.notice;

import io.gatehouse.notice.NoticePost.NoticeTime;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.web.RoomPaths;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices as text messages, or as calls that say a text, which another service sends. */
final class PhoneCarrier implements Carrier {

    private static final Logger LOG = LoggerFactory.getLogger(PhoneCarrier.class);

    /** It waits for an answer most of the time. */
    private static final int AT_ONCE = 32;

    /** A service that sends to phones. */
    interface Service extends AutoCloseable {

        /**
         * What became of a try.
         *
         * @param problem without the number; empty where there is none
         */
        record Answer(Outcome outcome, String problem) {

            static final Answer SENT = new Answer(Outcome.SENT, "");
        }

        /** Takes it there, once, in bounded time. */
        Answer take(Message message);

        @Override
        default void close() {}
    }

    /**
     * A notice to a phone.
     *
     * @param text all that it says
     * @param stop where the holder of the number stops notices
     */
    record Message(Way way, Notice notice, String text, String stop) {

        @Override
        public String toString() {
            return "Message[secret]";
        }
    }

    private final Way way;
    private final List<String> countries;
    private final Function<String, Optional<String>> numbers;
    private final Service service;
    private final Function<Notice, Message> messages;
    private final LogThrottle throttle;

    private PhoneCarrier(
            Way way,
            List<String> countries,
            Function<String, Optional<String>> numbers,
            Service service,
            Function<Notice, Message> messages,
            NoticeTime time) {
        this.way = way;
        this.countries = countries;
        this.numbers = numbers;
        this.service = service;
        this.messages = messages;
        this.throttle = new LogThrottle(time.scheduler());
    }

    static PhoneCarrier sms(PhoneNumbers numbers, Service service, Texts texts, NoticeTime time) {
        return new PhoneCarrier(Way.SMS, numbers.countries(), numbers::mobile, service, texts::sms, time);
    }

    static PhoneCarrier voice(PhoneNumbers numbers, Service service, Texts texts, NoticeTime time) {
        return new PhoneCarrier(Way.VOICE, numbers.countries(), numbers::any, service, texts::voice, time);
    }

    /** What the messages say. */
    record Texts(NoticeWords words, Addresses addresses, Issuer issuer) {

        private Message sms(Notice notice) {
            var in = words.in(notice);
            var text = said(notice) + "\n" + in.text("notice-open") + "\n"
                    + issuer.at(RoomPaths.of(notice.room()) + "wait") + "\n" + in.text("notice-stop") + "\n"
                    + stop(notice);
            return message(Way.SMS, notice, text);
        }

        /** No ear wants to hear a link. */
        private Message voice(Notice notice) {
            return message(Way.VOICE, notice, said(notice));
        }

        private Message message(Way way, Notice notice, String text) {
            return new Message(way, notice, text, stop(notice));
        }

        private String stop(Notice notice) {
            return issuer.at(NoticeEndpoint.STOP + "/" + addresses.link(notice.to()));
        }

        private String said(Notice notice) {
            var state = words.in(notice).text("title", Map.of("state", words.says(notice), "room", notice.title()));
            return notice.isTurn() ? state + "\n" + words.kept(notice) : state;
        }
    }

    @Override
    public Way way() {
        return way;
    }

    @Override
    public Optional<String> address(String typed) {
        return numbers.apply(typed);
    }

    @Override
    public List<String> countries() {
        return countries;
    }

    @Override
    public int atOnce() {
        return AT_ONCE;
    }

    @Override
    public Outcome send(Notice notice) {
        var answer = service.take(messages.apply(notice));
        if (answer.outcome() != Outcome.SENT) {
            log(notice.room(), answer.problem());
        }
        return answer.outcome();
    }

    private void log(RoomId room, String problem) {
        throttle.count(
                room.value(),
                times -> LOG.warn(
                        "room {}: {} notices could not be sent by {}; the last: {}", room, times, way.word(), problem));
    }

    @Override
    public void close() {
        service.close();
    }
}
