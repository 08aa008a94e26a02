package io.gatehouse;

import io.gatehouse.command.Commands;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** Starts Gatehouse: an OpenID Provider that is a virtual waiting room. */
// One place, in package door, answers errors.
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
// Only classes of these names are scanned: a scan of all classes took a sixth of the start.
@ComponentScan(
        resourcePattern = "**/{name:[^$]*(?:Configuration|Endpoint|Security|Errors|Advice|Acts|Stateless)}.class")
public class GatehouseApplication {

    /** The parts of this service that commands need. */
    static final Commands.Service COMMANDS =
            new Commands.Service(InstallationConfiguration.class, RoomConfiguration.roomsAlone(), DoctorCommand::run);

    private static final Duration MOST_OFFSET = Duration.ofDays(366);
    private static final Logger LOG = LoggerFactory.getLogger(GatehouseApplication.class);

    /** Does what {@link Commands} finds in the arguments; without a command it starts the service. */
    public static void main(String[] arguments) {
        Commands.run(COMMANDS, arguments, System.in, System.out)
                .ifPresentOrElse(System::exit, () -> new Service().run(arguments));
    }

    /** Logs profiles only where one is chosen. */
    private static final class Service extends SpringApplication {

        Service() {
            super(GatehouseApplication.class);
        }

        @Override
        protected void logStartupProfileInfo(ConfigurableApplicationContext context) {
            if (context.getEnvironment().getActiveProfiles().length > 0) {
                super.logStartupProfileInfo(context);
            }
        }
    }

    /**
     * Spring may keep which beans are of a type before it starts the web server. Without this, it looks
     * through all of them again for each dependency. A bean that is defined later makes it forget what it
     * kept.
     */
    @Bean
    static BeanFactoryPostProcessor earlyFreeze() {
        return ConfigurableListableBeanFactory::freezeConfiguration;
    }

    /**
     * The only clock. It has whole milliseconds, as stores keep them. Nodes that share a store share its
     * time, so no such node may have an offset.
     */
    @Bean
    Clock clock(GatehouseProperties properties, StoreProperties kept) {
        var offset = properties.clockOffset();
        if (offset.abs().compareTo(MOST_OFFSET) > 0 || !offset.isZero() && kept.store() != StoreKind.EMBEDDED) {
            throw new InvalidSettingException(
                    "gatehouse.clock-offset",
                    "must be 366d at most, and 0s unless gatehouse.store is embedded, was " + offset + " beside "
                            + kept.store().label(),
                    "24h");
        }
        if (!offset.isZero()) {
            LOG.warn("gatehouse.clock-offset: this node's clock is {} ahead of the machine's, for a rehearsal", offset);
        }
        return Clock.offset(Clock.tickMillis(ZoneOffset.UTC), offset);
    }

    /** The only source of spans and timers. */
    @Bean
    Scheduler scheduler() {
        return new SystemScheduler();
    }

    /** Writes and reads JSON, as Jackson does unless told otherwise, and problems as RFC 9457 has them. */
    @Bean
    JsonMapper json() {
        return JsonMapper.builder()
                .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                .build();
    }

    /** The only source of random numbers. */
    @Bean
    SecureRandom random() {
        return new SecureRandom();
    }
}
