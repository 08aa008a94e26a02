package io.gatehouse.panel.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.check.CheckOptions;
import io.gatehouse.check.SiteCheck;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Scheduler;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * The check of {@code check-site}, run by this node: also for sites that stand in no configuration file. A
 * site may keep a check waiting, so few run at a time, and one more is refused at once.
 */
final class SiteChecks {

    /** A screen does not wait for the check's turn in line. */
    private static final CheckOptions OPTIONS =
            new CheckOptions(Duration.ZERO, CheckOptions.PAGES_LIMIT, true, Optional.empty(), Optional.empty());

    /** The usual doors alone. */
    private static final CheckOptions DOORS =
            new CheckOptions(Duration.ZERO, CheckOptions.PAGES_LIMIT, false, Optional.of(List.of()), Optional.empty());

    private static final int AT_ONCE = 2;

    private final Semaphore free = new Semaphore(AT_ONCE);
    private final SiteSetups sites;
    private final Issuer issuer;
    private final Clock clock;
    private final SecureRandom random;
    private final Scheduler scheduler;

    SiteChecks(SiteSetups sites, Issuer issuer, Clock clock, SecureRandom random, Scheduler scheduler) {
        this.sites = sites;
        this.issuer = issuer;
        this.clock = clock;
        this.random = random;
        this.scheduler = scheduler;
    }

    /**
     * The findings of the check, a sentence a line.
     *
     * @param doors whether the site's doors are tried without an admission, in place of its login
     */
    String report(String name, boolean doors) {
        var site = sites.get(name);
        if (!free.tryAcquire()) {
            throw new RefusedException(
                    Problem.CHECKS_BUSY, AT_ONCE + " checks run on this node; try again when they are done");
        }
        var lines = new ByteArrayOutputStream();
        try (var out = new PrintStream(lines, true, UTF_8)) {
            new SiteCheck(site, issuer, out, clock, random, scheduler).run(doors ? DOORS : OPTIONS);
        } finally {
            free.release();
        }
        return lines.toString(UTF_8);
    }
}
