package io.gatehouse.check;

import io.gatehouse.check.Http.Answer;
import io.gatehouse.oidc.Site;
import io.gatehouse.setting.Issuer;
import java.net.URI;
import java.util.Optional;

/**
 * Whether a visitor who is sent to the site's entry begins a login: asks for the page with no cookies, as somebody new to
 * the site, and follows it to our door.
 */
final class EntryCheck {

    private static final String ABOUT = "entry";
    private static final int MOST_HOPS = 5;

    private final Site site;
    private final Issuer issuer;
    private final Report report;
    private final Http browser = Http.browser();

    EntryCheck(Site site, Issuer issuer, Report report) {
        this.site = site;
        this.issuer = issuer;
        this.report = report;
    }

    boolean run() {
        var entry = site.entryUrl(issuer);
        if (entry.isEmpty()) {
            report.note(ABOUT, "is not known: a visitor who has waited long is told to go back to the site by hand");
            return true;
        }
        var here = browser.get(entry.get());
        for (var hops = 0; hops < MOST_HOPS; hops++) {
            var next = here.redirect();
            if (next.isEmpty()) {
                report.wrong(ABOUT, "the entry page does not begin a login: " + end(entry.get(), here));
                return false;
            }
            if (isOurDoor(next.get())) {
                return checkLogin(entry.get(), next.get());
            }
            here = browser.get(next.get().toString());
        }
        report.wrong(
                ABOUT,
                "%s does not come to %s within %d redirects; the last was %s"
                        .formatted(entry.get(), issuer.at("/authorize"), MOST_HOPS, here.from()));
        return false;
    }

    private boolean isOurDoor(URI address) {
        return address.toString().startsWith(issuer.at("/authorize?"));
    }

    private boolean checkLogin(String entry, URI login) {
        var parameters = Parameters.of(login.toString());
        var clientId = parameters.getOrDefault("client_id", "");
        var redirectUri = parameters.getOrDefault("redirect_uri", "");
        if (!clientId.equals(site.clientId())) {
            report.wrong(
                    ABOUT,
                    "%s begins a login for client id \"%s\", and this site's is \"%s\""
                            .formatted(entry, clientId, site.clientId()));
            return false;
        }
        if (!site.redirectUris().contains(redirectUri)) {
            report.wrong(
                    ABOUT,
                    "%s begins a login that comes back to \"%s\", which is not one of the site's redirect-uris"
                            .formatted(entry, redirectUri));
            return false;
        }
        var fault = fault(login);
        return report.expect(
                fault.isEmpty(),
                ABOUT,
                entry + " begins a login of this site",
                "%s begins a login that is refused: %s".formatted(entry, fault.orElse("")));
    }

    /**
     * What we would say to exactly this login. With {@code prompt=none} the answer is plain; a login that has a prompt of
     * its own, or wants its answer by form, is sent as it is. Neither takes a place, which only the next step would.
     */
    private Optional<String> fault(URI login) {
        var parameters = Parameters.of(login.toString());
        var isPlain = !parameters.containsKey("prompt") && !parameters.containsKey("response_mode");
        var answer = browser.get(isPlain ? login + "&prompt=none" : login.toString());
        if (answer.status() == 400) {
            return Optional.of("/authorize answered 400");
        }
        var said = Parameters.of(answer.redirect().map(URI::toString).orElse(""));
        var error = said.get("error");
        return error == null || error.equals("login_required") ? Optional.empty() : Optional.of(Parameters.error(said));
    }

    private String end(String entry, Answer last) {
        var where = last.from().toString().equals(entry) ? entry : last.from() + ", to which " + entry + " leads,";
        return "%s answered %d".formatted(where, last.status());
    }
}
