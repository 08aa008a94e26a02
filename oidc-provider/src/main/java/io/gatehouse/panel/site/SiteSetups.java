package io.gatehouse.panel.site;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;

/** The sites as operators see them, and how each is set up. */
final class SiteSetups {

    private final Sites sites;
    private final WaitingRooms rooms;
    private final Issuer issuer;

    SiteSetups(Sites sites, WaitingRooms rooms, Issuer issuer) {
        this.sites = sites;
        this.rooms = rooms;
        this.issuer = issuer;
    }

    List<SiteView> all() {
        return sites.all().stream().map(this::view).toList();
    }

    /** The site of this name, as it came from outside. */
    Site get(String name) {
        return sites.byName(name)
                .orElseThrow(() -> new RefusedException(Problem.UNKNOWN_SITE, "there is no site \"" + name + "\""));
    }

    SiteView view(Site site) {
        return new SiteView(
                site.name(),
                site.preset().label(),
                site.preset().product(),
                site.room().value(),
                site.clientId(),
                site.entryUrl(issuer).orElse(null));
    }

    Setup setup(Site site) {
        var terms = rooms.get(site.room().value()).configuration().terms();
        var setup = Setup.of(site, issuer, terms.session());
        return terms.renewal()
                .map(renewal -> setup.renewing(renewal.toString(), terms.session()))
                .orElse(setup);
    }
}
