package io.gatehouse.alert;

import io.gatehouse.archive.Archive;
import io.gatehouse.draw.Seeds;
import io.gatehouse.event.Events;
import io.gatehouse.history.History;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.mail.MailServer;
import io.gatehouse.room.Rooms;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what alerts operators. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
class AlertConfiguration {

    @Bean
    AlertBook alertBook(ExpiringStore store, Clock clock) {
        return new AlertBook(store, clock);
    }

    @Bean
    Roster alertRoster(AlertProperties properties) {
        var roster = new Roster(properties);
        if (!roster.isEmpty() && properties.mail() == null) {
            throw new InvalidSettingException(
                    "gatehouse.alerts.mail.host", "must be set where there are receivers", "smtp.example.com");
        }
        return roster;
    }

    /** Visitors' notices go there too. None where it is not set. */
    @Bean
    @Nullable
    MailServer mailServer(AlertProperties properties, Ticker ticker) {
        return properties.mail() == null ? null : new MailServer(properties.mail(), ticker);
    }

    @Bean
    AlertPost alertPost(AlertBook book, Roster roster, Optional<MailServer> mail, Issuer issuer, Clock clock) {
        return new AlertPost(book, roster, mail, issuer, clock);
    }

    @Bean
    AlertWatch.Sources alertSources(
            History history,
            Turnstile turnstile,
            Events events,
            WaitingRooms rooms,
            Seeds seeds,
            Issuer issuer,
            Archive archive,
            Ticker ticker) {
        return new AlertWatch.Sources(history, turnstile, events, rooms, seeds, issuer, archive, ticker);
    }

    @Bean
    AlertWatch alertWatch(
            AlertBook book, AlertPost post, Roster roster, AlertProperties properties, AlertWatch.Sources sources) {
        return new AlertWatch(book, post, roster, Limits.of(properties), sources);
    }

    @Bean
    Alerts alerts(AlertBook book, Roster roster, AlertPost post, Rooms rooms, Clock clock) {
        return new Alerts(book, roster, post, rooms, clock);
    }
}
