package io.gatehouse.oidc.registration;

import io.gatehouse.door.BodyLimit;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.site.SiteReader;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
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

    /**
     * One that is too long is told so as RFC 7591 section 3.2.2 has it, which takes some reading, where any
     * is to be read.
     */
    @Bean
    BodyLimit whatNewSitesSend(RegistrationProperties settings) {
        return new BodyLimit(96 * 1024, settings.isOn() ? List.of(Paths.REGISTRATION) : List.of());
    }
}
