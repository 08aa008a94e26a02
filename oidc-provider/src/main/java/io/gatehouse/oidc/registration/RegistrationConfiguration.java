package io.gatehouse.oidc.registration;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.SiteReader;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what knows the sites that have registered themselves. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RegistrationProperties.class)
class RegistrationConfiguration {

    @Bean
    Registrations registrations(
            ExpiringStore store,
            MasterKey master,
            SecureRandom random,
            Clock clock,
            RegistrationProperties settings,
            SiteReader reader) {
        if (settings.isOn()) {
            SiteReader.checkSecret("gatehouse.registration.token", settings.token());
            reader.checkRoom("gatehouse.registration", settings.room());
        }
        return new Registrations(store, master, random, clock, settings, reader);
    }
}
