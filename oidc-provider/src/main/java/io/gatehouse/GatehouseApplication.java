package io.gatehouse;

import io.gatehouse.command.CheckSiteCommand;
import io.gatehouse.command.HashPassword;
import io.gatehouse.command.TrainCommand;
import io.gatehouse.command.VerifyDrawCommand;
import io.gatehouse.command.VerifyLedgerCommand;
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

    /**
     * Starts the service; with the single argument {@code hash-password} it hashes an operator's password instead, with
     * {@code check-site} and the name of a site it looks that over from outside, with {@code train} it makes what Java
     * starts it faster with, with {@code verify-draw} it checks a receipt against what was published of its draw,
     * with {@code verify-ledger} an exported ledger.
     */
    public static void main(String[] arguments) {
        if (arguments.length == 1 && arguments[0].equals("hash-password")) {
            System.exit(HashPassword.run(System.in, System.out));
        } else if (arguments.length >= 1 && arguments[0].equals("check-site")) {
            System.exit(CheckSiteCommand.run(InstallationConfiguration.class, arguments, System.out));
        } else if (arguments.length == 1 && arguments[0].equals("train")) {
            System.exit(TrainCommand.run(System.out));
        } else if (arguments.length >= 1 && arguments[0].equals("verify-draw")) {
            System.exit(VerifyDrawCommand.run(arguments, System.out));
        } else if (arguments.length >= 1 && arguments[0].equals("verify-ledger")) {
            System.exit(VerifyLedgerCommand.run(arguments, System.out));
        } else {
            SpringApplication.run(GatehouseApplication.class, arguments);
        }
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
