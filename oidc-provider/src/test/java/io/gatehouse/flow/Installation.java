package io.gatehouse.flow;

import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.Sites;
import java.time.Duration;

/** A Gatehouse as products see it: its address, and the set-ups that it prints. */
public interface Installation {

    /** The address at which browsers and sites reach it. */
    String issuer();

    /** The set-up of a site's product, with sessions of one hour. */
    Setup setup(String site);

    /** The same for these sites. */
    static Setup printed(Sites sites, Issuer issuer, String site) {
        return Setup.of(sites.byName(site).orElseThrow(), issuer, Duration.ofHours(1));
    }
}
