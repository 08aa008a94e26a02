package io.gatehouse;

import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts Gatehouse: an OpenID Provider that is a virtual waiting room. */
@SpringBootApplication(proxyBeanMethods = false)
public class GatehouseApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(GatehouseApplication.class, arguments);
    }

    /** The one clock: time comes from here and from nowhere else. Whole milliseconds, as stores keep them. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(java.time.ZoneOffset.UTC);
    }

    /** The one source of chance. */
    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }
}
