package io.gatehouse;

import io.gatehouse.command.Commands;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Starts Gatehouse: an OpenID Provider that is a virtual waiting room. */
// What goes wrong is told in one place, at the door.
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
public class GatehouseApplication {

    /** Does what {@link Commands} finds in the arguments; without a command it starts the service. */
    public static void main(String[] arguments) {
        Commands.run(InstallationConfiguration.class, arguments, System.in, System.out)
                .ifPresentOrElse(System::exit, () -> SpringApplication.run(GatehouseApplication.class, arguments));
    }

    /** The one clock: time comes from here and from nowhere else. Whole milliseconds, as stores keep them. */
    @Bean
    Clock clock() {
        return Clock.tickMillis(ZoneOffset.UTC);
    }

    /** Spans and timers come from here and from nowhere else. */
    @Bean
    Scheduler scheduler() {
        return new SystemScheduler();
    }

    /** The one source of chance. */
    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }
}
