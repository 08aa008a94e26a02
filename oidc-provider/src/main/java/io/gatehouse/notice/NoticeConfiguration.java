package io.gatehouse.notice;

import io.gatehouse.board.Boards;
import io.gatehouse.door.BodyLimit;
import io.gatehouse.mail.MailServer;
import io.gatehouse.notice.NoticePost.NoticeTime;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomCounts;
import io.gatehouse.words.Texts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what tells visitors of their turn. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NoticeProperties.class)
@Import({Notices.class, NoticeEndpoint.Asking.class})
class NoticeConfiguration {

    /** Bytes of a form. */
    private static final int LONGEST_BODY = 4 * 1024;

    @Bean
    BodyLimit whatIsSentToStopNotices() {
        return new BodyLimit(LONGEST_BODY, List.of("/notices/*"));
    }

    @Bean
    NoticeBook noticeBook(ExpiringStore store, MasterKey master, Clock clock) {
        return new NoticeBook(store, new Seal(master, "notices"), clock);
    }

    @Bean
    Addresses noticeAddresses(ExpiringStore store, MasterKey master, NoticeProperties properties, Clock clock) {
        return new Addresses(store, master, properties.mostPerAddress(), clock);
    }

    @Bean
    Carriers noticeCarriers(
            Optional<MailServer> mail, Addresses addresses, Texts texts, Issuer issuer, NoticeTime time) {
        var words = new NoticeWords(texts);
        return new Carriers(mail.map(server -> new EmailCarrier(server, addresses, words, issuer, time)).stream()
                .map(Carrier.class::cast)
                .toList());
    }

    /** Those that this installation has. */
    record Carriers(List<Carrier> all) {}

    @Bean
    NoticeBudget noticeBudget(ExpiringStore store, NoticeProperties properties, Clock clock) {
        return new NoticeBudget(store, Map.of(Way.EMAIL, properties.mostPerHour()), clock);
    }

    @Bean
    NoticePost noticePost(
            Carriers carriers, NoticeBudget budget, Addresses addresses, MeterRegistry meters, NoticeTime time) {
        var counts = new RoomCounts(meters, "gatehouse.notices", "Notices to visitors", NoticePost.ANSWERS);
        return new NoticePost(carriers.all(), budget, addresses, counts, time);
    }

    @Bean
    NoticeTime noticeTime(Scheduler scheduler, Clock clock) {
        return new NoticeTime(scheduler, clock);
    }

    @Bean
    NoticeWatch noticeWatch(
            WaitingRooms rooms,
            Boards boards,
            NoticeBook book,
            NoticePost post,
            NoticeProperties properties,
            NoticeWatch.Times times) {
        return new NoticeWatch(rooms, boards, book, post, properties, times);
    }

    @Bean
    NoticeWatch.Times noticeTimes(Clock clock, Ticker ticker) {
        return new NoticeWatch.Times(clock, ticker);
    }
}
