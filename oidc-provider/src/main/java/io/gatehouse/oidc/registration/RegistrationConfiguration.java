package io.gatehouse.oidc.registration;

import io.gatehouse.door.BodyLimit;
import io.gatehouse.oidc.http.Paths;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what knows the sites that have registered themselves. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RegistrationProperties.class)
@Import(Registrations.class)
class RegistrationConfiguration {

    /** Metadata that is too long is refused as of RFC 7591 section 3.2.2, for which it has to be read. */
    @Bean
    BodyLimit whatNewSitesSend(RegistrationProperties settings) {
        return new BodyLimit(96 * 1024, settings.isOn() ? List.of(Paths.REGISTRATION) : List.of());
    }
}
