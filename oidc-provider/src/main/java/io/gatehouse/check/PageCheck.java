package io.gatehouse.check;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import java.net.URI;
import java.util.Optional;

/**
 * Asks for a page of the site without cookies, as a new visitor. A page that a visitor enters by must begin a
 * login, which is followed to our door. A page that follows a logout must not: it would put a visitor who has
 * just logged out at the end of the line.
 */
record PageCheck(Site site, Issuer issuer, Report report, Http browser) {

    private static final String ABOUT = "entry";
    private static final String GOODBYE = "goodbye";
    private static final int MOST_HOPS = 5;

    /** Whether the site's entry begins a login. */
    boolean isEntry() {
        var entry = site.entryUrl(issuer);
        if (entry.isEmpty()) {
            report.note(ABOUT, "is not known: a visitor who has waited long is told to go back to the site by hand");
            return true;
        }
        return login(entry.get()).isPresent();
    }

    /** Whether the login of a landing page names that page, so that a long wait ends there. */
    boolean landsOn(String page, String key) {
        return login(page).filter(login -> names(login, page, key)).isPresent();
    }

    /** Whether a page that follows a logout is open to all. */
    boolean isOpen(String page) {
        var here = browser.follow(browser.get(page), MOST_HOPS, this::isLoginOrRoom);
        if (here.redirect().filter(this::isLoginOrRoom).isPresent()) {
            report.wrong(
                    GOODBYE,
                    "%s begins a login, so whoever logs out joins the line again: let a page that is open to all follow a logout"
                            .formatted(page));
            return false;
        }
        if (here.status() == 200) {
            report.ok(GOODBYE, page + " is open to all, and may follow a logout");
        } else {
            report.note(GOODBYE, page + " follows a logout, and answered %d to a stranger".formatted(here.status()));
        }
        return true;
    }

    private boolean names(URI login, String page, String key) {
        var parameters = Http.parameters(login.toString());
        var named = Optional.ofNullable(site.entries().get(parameters.getOrDefault("entry", "")))
                .orElse(parameters.getOrDefault("target_link_uri", ""));
        return report.expect(
                named.equals(page),
                ABOUT,
                "that login leads back to " + page + " however long the wait",
                "the login of %s carries neither entry=%s nor target_link_uri=%s, so a long wait ends on another page"
                        .formatted(page, key, Http.encode(page)));
    }

    /** The login that a page begins; empty when there is none, or one that would fail, which is reported. */
    private Optional<URI> login(String page) {
        var here = browser.follow(browser.get(page), MOST_HOPS, this::isLoginOrRoom);
        var next = here.redirect();
        if (next.isEmpty()) {
            tellTheEnd(page, here);
        } else if (isThe("/authorize", next.get())) {
            return next.filter(login -> isOurs(page, login));
        } else if (isThe(roomDoor(), next.get())) {
            report.ok(ABOUT, page + " leads to the line, and no login is needed");
        } else {
            report.wrong(
                    ABOUT,
                    "%s does not come to %s within %d redirects; the last was %s"
                            .formatted(page, issuer.at("/authorize"), MOST_HOPS, here.from()));
        }
        return Optional.empty();
    }

    /** Whether a login or a line of the installation begins at an address. */
    static boolean isDoor(Issuer issuer, URI address) {
        return (address + "?").startsWith(issuer.at("/authorize") + "?")
                || address.toString().startsWith(issuer.at("/rooms/"));
    }

    private boolean isLoginOrRoom(URI address) {
        return isThe("/authorize", address) || isThe(roomDoor(), address);
    }

    private String roomDoor() {
        return RoomPaths.of(site.room()) + "enter";
    }

    /** Whether an address is this door of the installation. The check does not open it: that would take a place. */
    private boolean isThe(String door, URI address) {
        return (address + "?").startsWith(issuer.at(door) + "?");
    }

    private boolean isOurs(String page, URI login) {
        var parameters = Http.parameters(login.toString());
        var clientId = parameters.getOrDefault("client_id", "");
        var redirectUri = parameters.getOrDefault("redirect_uri", "");
        if (!clientId.equals(site.clientId())) {
            report.wrong(
                    ABOUT,
                    "%s begins a login for client id \"%s\", and this site's is \"%s\""
                            .formatted(page, clientId, site.clientId()));
            return false;
        }
        if (!site.redirectUris().contains(redirectUri)) {
            report.wrong(
                    ABOUT,
                    "%s begins a login that comes back to \"%s\", which is not one of the site's redirect-uris"
                            .formatted(page, redirectUri));
            return false;
        }
        var fault = fault(login);
        return report.expect(
                fault.isEmpty(),
                ABOUT,
                page + " begins a login of this site",
                "%s begins a login that is refused: %s".formatted(page, fault.orElse("")));
    }

    /**
     * The installation's refusal of this login. With {@code prompt=none} the answer is plain; a login that
     * has a prompt of its own, or wants its answer by form, is sent unchanged. Neither takes a place.
     */
    private Optional<String> fault(URI login) {
        var parameters = Http.parameters(login.toString());
        var isPlain = !parameters.containsKey("prompt") && !parameters.containsKey("response_mode");
        var answer = browser.get(isPlain ? Query.append(login.toString(), "prompt=none") : login.toString());
        if (answer.redirect().isEmpty() && answer.status() != 200) {
            return Optional.of("/authorize answered " + answer.status());
        }
        var said = Http.parameters(answer.redirect().map(URI::toString).orElse(""));
        var error = said.get("error");
        return error == null || error.equals("login_required") ? Optional.empty() : Optional.of(Http.error(said));
    }

    /** An application in the browser, behind a broker or as a public site, may begin its login by script. */
    private void tellTheEnd(String page, Answer last) {
        var where = last.from().toString().equals(page) ? page : last.from() + ", to which " + page + " leads,";
        var end = "%s answered %d".formatted(where, last.status());
        if (last.status() == 200 && (site.preset().isBroker() || site.isPublic())) {
            report.note(ABOUT, end + ": if its login begins by script, open it in a browser, which must come to us");
        } else {
            report.wrong(ABOUT, "the page does not begin a login: " + end);
        }
    }
}
