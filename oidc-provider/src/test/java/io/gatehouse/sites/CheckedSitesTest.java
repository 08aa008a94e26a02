package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.check.CheckOptions;
import io.gatehouse.check.SiteCheck;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What check-site says of doors and of the end, at real products: set up as printed, and with a hole on purpose. */
@Tag("sites")
class CheckedSitesTest {

    /** Longer than a login takes on a busy machine; a test waits for its end. */
    private static final Duration VISIT = Duration.ofSeconds(15);

    private static final Apache.Host TOLD = Apache.Host.asPrinted("told");
    private static final Apache.Host UNTOLD = Apache.Host.asPrinted("untold");
    private static final String EXPRESS = NodeSite.freeAddress();

    private static RunningGatehouse gatehouse;
    private static Apache apache;
    private static NodeSite express;

    @BeforeAll
    static void start() {
        var settings = new ArrayList<String>();
        settings.addAll(site("told", "mod_auth_openidc", TOLD.redirectUri()));
        settings.add("gatehouse.sites.told.backchannel-logout-uri=" + TOLD.redirectUri() + "?logout=backchannel");
        settings.addAll(site("untold", "mod_auth_openidc", UNTOLD.redirectUri()));
        settings.addAll(site("express", "express-openid-connect", EXPRESS + "/callback"));
        settings.add("gatehouse.sites.express.entry=" + EXPRESS + "/login");
        settings.add("gatehouse.sites.express.post-logout-redirect-uris=" + EXPRESS + "/goodbye");
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        apache = Apache.start(gatehouse, List.of(TOLD, UNTOLD));
        express = NodeSite.start(
                "printed.cjs",
                EXPRESS,
                gatehouse,
                Map.of(
                        "PRINTED",
                        // A route before the login, as they are forgotten.
                        "app.get('/api/stock', (request, response) => response.json({ left: 7 }))\n"
                                + Printed.configuration(gatehouse, "express", "Express"),
                        "EXPRESS_SECRET",
                        RunningGatehouse.SECRET,
                        "SESSION_SECRET",
                        "a secret for the cookies of this site alone"));
    }

    @AfterAll
    static void stop() {
        express.close();
        apache.close();
        gatehouse.close();
    }

    /** The printed session of Apache lasts an hour, and the back channel alone ends it sooner. */
    @Test
    void givenVisitsOfSeconds_whenTheirEndsAreChecked_thenTheOneSessionThatOutlivesItsVisitIsFound() {
        var reports = Stream.of("told", "untold", "express")
                .map(name -> CompletableFuture.supplyAsync(() -> ends(name)))
                .toList();

        assertThat(reports.get(0).join())
                .contains("ok     visit end  10 s after it the site sends the visitor to Gatehouse");
        assertThat(reports.get(1).join()).contains("wrong  visit end  10 s after it the site lets the visitor in");
        assertThat(reports.get(2).join())
                .contains("ok     visit end  10 s after it the site sends the visitor to Gatehouse");
    }

    @Test
    void givenExpressWithARouteBeforeItsLogin_whenItsDoorsAreTried_thenThatDoorIsFoundAndNoOther() {
        var report = doors("express", "/api/stock", "/goodbye", "/form");

        assertThat(report)
                .contains("wrong  door       " + EXPRESS
                        + "/api/stock is open without an admission: GET, GET by a script, HEAD: 200")
                .contains(
                        "ok     door       " + EXPRESS + "/cart has no content",
                        "GET by a script: 401",
                        "1 fault found")
                .doesNotContain("/goodbye");
    }

    @Test
    void givenApacheAsPrinted_whenItsDoorsAreTried_thenNoneIsOpen() {
        assertThat(doors("untold", "/form", "/headers"))
                .contains("site untold: no fault found")
                .doesNotContain("note");
    }

    private static String ends(String site) {
        try (var time = new SystemScheduler()) {
            return report(
                    gatehouse,
                    site,
                    new CheckOptions(VISIT, VISIT, true, Optional.empty(), Optional.of(VISIT.multipliedBy(4))),
                    time);
        }
    }

    private static String doors(String site, String... paths) {
        try (var time = new SystemScheduler()) {
            return report(
                    gatehouse,
                    site,
                    new CheckOptions(
                            Duration.ZERO,
                            CheckOptions.PAGES_LIMIT,
                            true,
                            Optional.of(List.of(paths)),
                            Optional.empty()),
                    time);
        }
    }

    static String report(RunningGatehouse gatehouse, String name, CheckOptions options, Scheduler time) {
        var lines = new ByteArrayOutputStream();
        var site = gatehouse.bean(Sites.class).byName(name).orElseThrow();
        var issuer = gatehouse.bean(Issuer.class);
        var out = new PrintStream(lines, true, UTF_8);
        new SiteCheck(site, issuer, out, Clock.systemUTC(), new SecureRandom(), time).run(options);
        return lines.toString(UTF_8);
    }

    private static List<String> site(String name, String preset, String redirectUri) {
        return List.of(
                "gatehouse.rooms." + name + ".title=" + name,
                "gatehouse.rooms." + name + ".rate=1000/s",
                "gatehouse.rooms." + name + ".admission-ttl=" + VISIT.toSeconds() + "s",
                "gatehouse.sites." + name + ".room=" + name,
                "gatehouse.sites." + name + ".preset=" + preset,
                "gatehouse.sites." + name + ".secret=" + RunningGatehouse.SECRET,
                "gatehouse.sites." + name + ".redirect-uris=" + redirectUri);
    }
}
