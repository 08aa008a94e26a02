package io.gatehouse.site;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * What integrators watch, per site: answers, re-entries, loops, codes issued and redeemed, logouts told. Codes that are issued and
 * never redeemed mean that the site's limit is set wrong.
 */
public final class SiteMetrics {

    private final MeterRegistry registry;

    public SiteMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    public void answeredDirectly(Site site) {
        counter("gatehouse.answers.direct", site).increment();
    }

    public void reentered(Site site) {
        counter("gatehouse.reentries", site).increment();
    }

    public void stoppedLoop(Site site) {
        counter("gatehouse.loops.stopped", site).increment();
    }

    public void issuedCode(Site site) {
        counter("gatehouse.codes.issued", site).increment();
    }

    /**
     * The visitor has arrived.
     *
     * @param sinceAdmission from the claim to the token call
     */
    public void redeemedCode(Site site, Duration sinceAdmission) {
        counter("gatehouse.codes.redeemed", site).increment();
        Timer.builder("gatehouse.arrival")
                .tag("site", site.isRegistered() ? "registered" : site.name())
                .register(registry)
                .record(sinceAdmission.isNegative() ? Duration.ZERO : sinceAdmission); // a clock was set back
    }

    /**
     * A site has been refused, or somebody who is none.
     *
     * @param reason a word of few
     */
    public void refused(String site, String reason) {
        Counter.builder("gatehouse.refusals")
                .tag("site", site)
                .tag("reason", reason)
                .register(registry)
                .increment();
    }

    public void toldLogout(Site site) {
        counter("gatehouse.logouts.told", site).increment();
    }

    public void missedLogout(Site site) {
        counter("gatehouse.logouts.untold", site).increment();
    }

    private Counter counter(String name, Site site) {
        return Counter.builder(name)
                .tag("site", site.isRegistered() ? "registered" : site.name())
                .register(registry);
    }
}
