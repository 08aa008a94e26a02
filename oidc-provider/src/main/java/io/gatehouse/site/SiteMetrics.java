package io.gatehouse.site;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The meters of each site, for integrators: answers, re-entries, loops, codes issued and redeemed, logouts
 * told. Codes that are issued and never redeemed mean that the site's limit is set wrong. The first count of
 * a site creates all its counters, at 0, so that a monitor sees each later increase.
 */
public final class SiteMetrics {

    /** The label of unknown clients. */
    public static final String NO_SITE = "unknown";

    private final MeterRegistry registry;
    private final Logins logins;
    private final Map<String, OfSite> sites = new ConcurrentHashMap<>();

    public SiteMetrics(MeterRegistry registry, Logins logins, Sites sites) {
        this.registry = registry;
        this.logins = logins;
        Stream.of("unknown_client", "token").forEach(reason -> refusals(registry, NO_SITE, reason));
        sites.tellEach(this::of);
    }

    public void answeredDirectly(Site site) {
        of(site).direct.increment();
    }

    public void reentered(Site site) {
        of(site).reentries.increment();
    }

    public void stoppedLoop(Site site) {
        of(site).loops.increment();
    }

    public void issuedCode(Site site) {
        of(site).issued.increment();
        logins.issued(site.room());
    }

    /**
     * The visitor has arrived.
     *
     * @param sinceAdmission from the claim to the token call
     */
    public void redeemedCode(Site site, Duration sinceAdmission) {
        of(site).redeemed.increment();
        logins.redeemed(site.room(), sinceAdmission);
        of(site).arrival.record(sinceAdmission.isNegative() ? Duration.ZERO : sinceAdmission); // a clock was set back
    }

    /**
     * A site, or an unknown client, has been refused.
     *
     * @param reason one of few words
     */
    public void refused(String site, String reason) {
        refusals(registry, site, reason).increment();
    }

    public void toldLogout(Site site) {
        of(site).told.increment();
    }

    public void missedLogout(Site site) {
        of(site).untold.increment();
    }

    private OfSite of(Site site) {
        return sites.computeIfAbsent(
                site.isRegistered() ? "registered" : site.name(), name -> OfSite.in(registry, name));
    }

    private static Counter refusals(MeterRegistry registry, String site, String reason) {
        return Counter.builder("gatehouse.refusals")
                .description("What the site was refused")
                .tags("site", site, "reason", reason)
                .register(registry);
    }

    private record OfSite(
            Counter direct,
            Counter reentries,
            Counter loops,
            Counter issued,
            Counter redeemed,
            Counter told,
            Counter untold,
            Timer arrival) {

        /** Also creates the counters of refusals by reason. */
        private static OfSite in(MeterRegistry registry, String site) {
            Stream.of("wrong_secret", "unknown_redirect_uri", "unknown_post_logout_redirect_uri", "logout", "token")
                    .forEach(reason -> refusals(registry, site, reason));
            return new OfSite(
                    counter(registry, site, "answers.direct", "Waiting visitors whose first request was answered"),
                    counter(registry, site, "reentries", "Visitors sent to the site's entry"),
                    counter(registry, site, "loops.stopped", "Visitors stopped from going in circles"),
                    counter(registry, site, "codes.issued", "Codes issued"),
                    counter(registry, site, "codes.redeemed", "Codes that the site has redeemed"),
                    counter(registry, site, "logouts.told", "Ends of visits that the site's back channel took"),
                    counter(registry, site, "logouts.untold", "Ends of visits that it did not take"),
                    Timer.builder("gatehouse.arrival")
                            .description("From the claim to the site's token call")
                            .tag("site", site)
                            .register(registry));
        }

        private static Counter counter(MeterRegistry registry, String site, String name, String description) {
            return Counter.builder("gatehouse." + name)
                    .description(description)
                    .tag("site", site)
                    .register(registry);
        }
    }
}
