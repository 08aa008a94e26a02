package io.gatehouse.check;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.web.RoomPaths;
import java.net.URI;

/**
 * Whether the pages that follow a logout are public: asks for each without cookies, as a visitor who has just
 * logged out. A page that begins a login puts that visitor at the end of the line.
 */
final class GoodbyeCheck {

    private static final String ABOUT = "goodbye";
    private static final int MOST_HOPS = 5;

    private final Site site;
    private final Issuer issuer;
    private final Report report;
    private final Http browser;

    GoodbyeCheck(Site site, Issuer issuer, Report report, Http stranger) {
        this.site = site;
        this.issuer = issuer;
        this.report = report;
        this.browser = stranger;
    }

    boolean isOpen(String page) {
        var here = browser.get(page);
        for (var hops = 0; hops < MOST_HOPS && here.redirect().isPresent(); hops++) {
            var next = here.redirect().get();
            if (leadsToTheLine(next)) {
                report.wrong(
                        ABOUT,
                        "%s begins a login, so whoever logs out joins the line again: let a page that is open to all follow a logout"
                                .formatted(page));
                return false;
            }
            here = browser.follow(next);
        }
        if (here.status() == 200) {
            report.ok(ABOUT, page + " is open to all, and may follow a logout");
        } else {
            report.note(ABOUT, page + " follows a logout, and answered %d to a stranger".formatted(here.status()));
        }
        return true;
    }

    /** A door of the installation. The check does not go through it: that would take a place. */
    private boolean leadsToTheLine(URI next) {
        var address = next + "?";
        return address.startsWith(issuer.at("/authorize") + "?")
                || address.startsWith(issuer.at(RoomPaths.of(site.room()) + "enter") + "?");
    }
}
