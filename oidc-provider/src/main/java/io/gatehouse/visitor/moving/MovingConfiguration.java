package io.gatehouse.visitor.moving;

import io.gatehouse.secret.MasterKey;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what carries places. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MovingProperties.class)
class MovingConfiguration {

    @Bean
    MoveLinks moveLinks(MovingProperties settings, MasterKey master, SecureRandom random, Clock clock) {
        return new MoveLinks(settings.linkTtl(), master, random, clock);
    }
}
