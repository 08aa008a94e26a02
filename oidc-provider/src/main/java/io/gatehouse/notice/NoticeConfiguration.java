package io.gatehouse.notice;

import io.gatehouse.mail.MailServer;
import io.gatehouse.notice.NoticePost.NoticeTime;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.SignedCalls;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Declares the beans that send notices. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NoticeProperties.class)
@Import({
    Addresses.class,
    Speech.class,
    NoticeBook.class,
    NoticeTime.class,
    NoticePost.class,
    NoticeWatch.class,
    Notices.class,
    NoticeEndpoint.Asking.class
})
class NoticeConfiguration {

    private static final String PHONES = "gatehouse.notices.phones";

    @Bean
    Carriers noticeCarriers(Optional<MailServer> mail, NoticeProperties properties, MasterKey master, Speech speech) {
        var all = new ArrayList<Carrier>();
        mail.ifPresent(server -> all.add(new EmailCarrier(server, properties.emailsAtOnce(), speech)));
        phones(properties.phones(), speech.clock()).forEach((way, service) -> {
            var numbers =
                    new PhoneNumbers(PHONES + ".countries", properties.phones().countries());
            all.add(new PhoneCarrier(way, numbers, service, speech));
        });
        var services = new PushServices(
                "gatehouse.notices.push.hosts", properties.push().hosts());
        all.add(new PushCarrier(services, properties.push(), master, speech));
        return new Carriers(List.copyOf(all));
    }

    /** The service that sends to phones, by each way that is configured: AWS, else the webhook. */
    private static Map<Way, PhoneCarrier.Service> phones(PhoneProperties phones, Clock clock) {
        var all = new EnumMap<Way, PhoneCarrier.Service>(Way.class);
        if (phones.url() != null) {
            var bounds = Bounds.ofDocuments(phones.answerWithin(), 2 * phones.atOnce()); // by both ways
            var calls = SignedCalls.of(PHONES, phones.url(), phones.secrets(), bounds, clock);
            var webhook = new NoticeWebhook(calls, phones.atOnce(), clock);
            List.of(Way.SMS, Way.VOICE).forEach(way -> all.put(way, webhook));
        }
        if (!phones.aws().ways().isEmpty()) {
            var aws = new AwsPhones(phones, clock);
            phones.aws().ways().forEach(way -> all.put(way, aws));
        }
        return all;
    }

    /** The carriers of this installation. */
    record Carriers(List<Carrier> all) {}

    @Bean
    NoticeBudget noticeBudget(ExpiringStore store, NoticeProperties properties, Clock clock) {
        return new NoticeBudget(store, properties.limits(), clock);
    }
}
