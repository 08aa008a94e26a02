package io.gatehouse.check;

import io.gatehouse.outbound.Reach;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Walks the way of a login from outside, as the site's own product would: discovery, keys, authorize, token,
 * userinfo; then the entry, each landing page, and the pages that follow a logout. Each step reports a
 * finding or a fault in a sentence.
 *
 * <p>It speaks with the installation that runs at {@code gatehouse.issuer} and believes only its answers, not
 * the configuration. If one step fails, the steps that depend on it are left out.
 *
 * <p>Two further checks run only on request: whether the doors beside the pages are guarded, and whether the
 * site's session ends with the visit.
 *
 * <p>It takes a place like any visitor, at the end of the line, and gives it back, admitted or not.
 */
public final class SiteCheck {

    private final Site site;
    private final Issuer issuer;
    private final Report report;
    private final Clock clock;
    private final SecureRandom random;
    private final Scheduler scheduler;

    public SiteCheck(Site site, Issuer issuer, PrintStream out, Clock clock, SecureRandom random, Scheduler scheduler) {
        this.site = site;
        this.issuer = issuer;
        this.report = new Report(out);
        this.clock = clock;
        this.random = random;
        this.scheduler = scheduler;
    }

    /** Checks and reports; true if no fault was found. */
    public boolean run(CheckOptions options) {
        if (options.isWhole()) {
            checkAll(options);
        }
        options.doors().ifPresent(paths -> {
            var end = Deadline.after(options.pagesLimit(), scheduler);
            var caller = Http.caller(reach(site, issuer), end, scheduler);
            step(DoorCheck.ABOUT, () -> new DoorCheck(site, issuer, report, caller).run(paths, end));
        });
        options.endLimit().ifPresent(limit -> step(EndCheck.ABOUT, () -> end(options.waitLimit(), limit)));
        report.end(site.name());
        return report.hasNoFault();
    }

    private void checkAll(CheckOptions options) {
        var party = party();
        if (step("discovery", () -> new DiscoveryCheck(site, issuer, report, Http.server(scheduler)).run())) {
            var keys = new KeyCheck(site, issuer, report, scheduler);
            step("keys", keys::run);
            if (site.hasKeys()) {
                report.note("secret", "the site signs its calls by a key that it alone has: its login is not checked");
            } else {
                checkLogin(party, keys, options);
            }
        }
        if (options.entry()) {
            checkPages(Deadline.after(options.pagesLimit(), scheduler));
        }
    }

    private boolean end(Duration waitLimit, Duration limit) {
        var visitor = new VisitorCheck(party(), site, issuer, report, scheduler);
        try {
            return new EndCheck(visitor, site, issuer, report, scheduler).run(waitLimit, limit);
        } finally {
            visitor.leaves();
        }
    }

    private RelyingParty party() {
        return new RelyingParty(site, issuer, RelyingPartyProfile.of(site.preset()), random, scheduler);
    }

    private void checkLogin(RelyingParty party, KeyCheck keys, CheckOptions options) {
        var client = new ClientCheck(party, site, report, Http.browser(scheduler));
        step("secret", client::checkSecret);
        step("redirect", client::checkRedirects);
        if (site.mustProvePossession()) {
            report.note("token", "the site binds its tokens to a key that it alone has: its login is not checked");
        } else {
            step("login", () -> login(party, keys, options));
        }
    }

    private void checkPages(Deadline end) {
        var reach = reach(site, issuer);
        step("entry", () -> page(reach, end).isEntry());
        site.entries()
                .forEach((key, page) -> step("entry", () -> page(reach, end).landsOn(page, key)));
        site.goodbyes().forEach(page -> step("goodbye", () -> page(reach, end).isOpen(page)));
    }

    /** Each check of a page has a browser of its own, which has kept no cookies from another. */
    private PageCheck page(Reach reach, Deadline end) {
        return new PageCheck(site, issuer, report, Http.stranger(reach, end, scheduler));
    }

    /** The servers that the configuration names, private addresses included. */
    static Reach reach(Site site, Issuer issuer) {
        return new Reach(Stream.concat(Stream.of(issuer.value()), addresses(site, issuer))
                .toList());
    }

    /** The addresses of the site that the configuration names. */
    static Stream<String> addresses(Site site, Issuer issuer) {
        return Stream.of(
                        site.entryUrl(issuer).stream(),
                        site.entries().values().stream(),
                        site.goodbyes().stream(),
                        site.redirectUris().stream())
                .flatMap(Function.identity());
    }

    private boolean login(RelyingParty party, KeyCheck keys, CheckOptions options) {
        var visitor = new VisitorCheck(party, site, issuer, report, scheduler);
        try {
            Optional<String> code = visitor.comesBackWith(options.waitLimit());
            return code.isPresent() && new TokenCheck(party, site, issuer, report, clock).run(code.get(), keys);
        } finally {
            visitor.leaves();
        }
    }

    /** Runs a step; true if the next one makes sense. An unreachable server is a fault of the step. */
    private boolean step(String about, BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (UnreachableException unreachable) {
            report.wrong(about, unreachable.sentence());
            return false;
        }
    }
}
