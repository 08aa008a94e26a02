package io.gatehouse.health;

import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.http.SdkHttpClient;

/** Makes what outside sources share. */
@Configuration(proxyBeanMethods = false)
class HealthConfiguration {

    @Bean
    CloudWatchClients cloudWatchClients(Optional<SdkHttpClient> http) {
        return new CloudWatchClients(http);
    }
}
