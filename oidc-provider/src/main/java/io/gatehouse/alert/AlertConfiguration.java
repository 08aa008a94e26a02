package io.gatehouse.alert;

import io.gatehouse.mail.MailServer;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Declares the beans that alert operators. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AlertProperties.class)
@Import({AlertBook.class, AlertPost.class, AlertWatch.Sources.class, AlertWatch.class, Alerts.class})
class AlertConfiguration {

    @Bean
    Roster alertRoster(AlertProperties properties) {
        var roster = new Roster(properties);
        if (!roster.isEmpty() && properties.mail() == null) {
            throw new InvalidSettingException(
                    "gatehouse.alerts.mail.host", "must be set where there are receivers", "smtp.example.com");
        }
        return roster;
    }

    /** The server of visitors' notices, too; null where none is configured. */
    @Bean
    @Nullable
    MailServer mailServer(AlertProperties properties, Ticker ticker) {
        return properties.mail() == null ? null : new MailServer(properties.mail(), ticker);
    }
}
