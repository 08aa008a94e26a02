package io.gatehouse.oidc;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * What integrators watch, per site: answers, re-entries, loops, codes issued and redeemed, logouts told. Codes that are issued and
 * never redeemed mean that the site's limit is set wrong.
 */
final class SiteMetrics {

    private final MeterRegistry registry;

    SiteMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void answeredDirectly(Site site) {
        counter("gatehouse.answers.direct", site).increment();
    }

    void reentered(Site site) {
        counter("gatehouse.reentries", site).increment();
    }

    void stoppedLoop(Site site) {
        counter("gatehouse.loops.stopped", site).increment();
    }

    void issuedCode(Site site) {
        counter("gatehouse.codes.issued", site).increment();
    }

    /** @param sinceAdmission from the claim to the token call */
    void redeemedCode(Site site, Duration sinceAdmission) {
        counter("gatehouse.codes.redeemed", site).increment();
        Timer.builder("gatehouse.arrival")
                .tag("site", site.isRegistered() ? "registered" : site.name())
                .register(registry)
                .record(sinceAdmission);
    }

    void toldLogout(Site site) {
        counter("gatehouse.logouts.told", site).increment();
    }

    void missedLogout(Site site) {
        counter("gatehouse.logouts.untold", site).increment();
    }

    private Counter counter(String name, Site site) {
        return Counter.builder(name)
                .tag("site", site.isRegistered() ? "registered" : site.name())
                .register(registry);
    }
}
