package io.gatehouse.oidc.gate;

import io.gatehouse.oidc.http.Paths;
import io.gatehouse.web.ApiPaths;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the gate. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GateProperties.class)
@Import({TokenVisits.class, Gate.class, PreflightFilter.class})
class GateConfiguration {

    @Bean
    ApiPaths whatServersBeforeSitesAsk() {
        return new ApiPaths(Paths.VERIFY, Paths.VERIFY_BEFORE_PATH);
    }
}
