package io.gatehouse.command;

import io.gatehouse.check.CheckOptions;
import io.gatehouse.check.SiteCheck;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesConfiguration;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;

/**
 * The command {@code check-site}: reads the configuration of the service, and starts only its sites. No store
 * is opened, so it may run beside the service.
 */
public final class CheckSiteCommand {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int MOST_PATHS = 40;
    static final String USAGE = "check-site needs the name of a site: check-site shop [--wait=60s] [--entry=false]"
            + " [--open-doors[=/api/products,/feed]] [--after-end[=15m]] [--spring.config.additional-location=file:gatehouse.yaml]";

    private CheckSiteCommand() {}

    /**
     * Checks the site that the second argument names; further ones are options, or settings as the service
     * takes them.
     *
     * @param installation reads the settings of the whole installation
     * @return the exit status of the command: 0 when no fault was found, else 1
     */
    public static int run(Class<?> installation, String[] arguments, PrintStream out) {
        if (arguments.length < 2 || arguments[1].startsWith("-")) {
            out.println(USAGE);
            return 1;
        }
        try (var context = configuration(installation, arguments);
                var scheduler = new SystemScheduler()) {
            return check(arguments[1], context, out, scheduler) ? 0 : 1;
        } catch (RuntimeException unusable) { // any failure of the start becomes a sentence
            out.println(NestedExceptionUtils.getMostSpecificCause(unusable).getMessage());
            return 1;
        }
    }

    private static ConfigurableApplicationContext configuration(Class<?> installation, String[] arguments) {
        return new SpringApplicationBuilder(installation, SitesConfiguration.class)
                .web(WebApplicationType.NONE)
                .properties("logging.level.root=off")
                .logStartupInfo(false)
                .run(arguments);
    }

    private static boolean check(
            String name, ConfigurableApplicationContext context, PrintStream out, Scheduler scheduler) {
        var sites = context.getBean(Sites.class);
        var site = sites.byName(name);
        if (site.isEmpty()) {
            out.println("there is no site \"" + name + "\"; there are "
                    + sites.all().stream().map(Site::name).collect(Collectors.joining(", ")));
            return false;
        }
        var issuer = context.getBean(Issuer.class);
        var check = new SiteCheck(site.get(), issuer, out, Clock.systemUTC(), new SecureRandom(), scheduler);
        return check.run(options(context.getEnvironment()));
    }

    private static CheckOptions options(Environment environment) {
        var wait = environment.getProperty("wait", "0s");
        var entry = environment.getProperty("entry", "true");
        if (!entry.equals("true") && !entry.equals("false")) {
            throw new IllegalArgumentException("--entry must be true or false, was \"" + entry + "\"");
        }
        return new CheckOptions(
                span("wait", "60s", wait, LONGEST),
                CheckOptions.PAGES_LIMIT,
                Boolean.parseBoolean(entry),
                Optional.ofNullable(environment.getProperty("open-doors")).map(CheckSiteCommand::paths),
                Optional.ofNullable(environment.getProperty("after-end")).map(CheckSiteCommand::endLimit));
    }

    /** The limit; without a value, the longest visit of a rehearsal. */
    private static Duration endLimit(String given) {
        return given.isEmpty() ? Duration.ofMinutes(15) : span("after-end", "15m", given, Duration.ofDays(1));
    }

    private static List<String> paths(String given) {
        var paths = Stream.of(given.split(",", -1))
                .map(String::strip)
                .filter(path -> !path.isEmpty())
                .toList();
        if (paths.size() > MOST_PATHS) {
            throw new IllegalArgumentException(
                    "--open-doors takes at most " + MOST_PATHS + " paths, and has " + paths.size());
        }
        paths.stream().filter(path -> !path.matches("/(?!/)[!-~]*")).findFirst().ifPresent(path -> {
            throw new IllegalArgumentException(
                    "--open-doors takes paths of the site like /api/products, was \"" + path + "\"");
        });
        return paths;
    }

    private static Duration span(String name, String example, String given, Duration longest) {
        var problem = "--%s must be a time from 0s to %s like %s, was \"%s\""
                .formatted(name, longest.toHours() + "h", example, given);
        try {
            var span = DurationStyle.detectAndParse(given);
            if (span.isNegative() || span.compareTo(longest) > 0) {
                throw new IllegalArgumentException(problem);
            }
            return span;
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(problem, null);
        }
    }
}
