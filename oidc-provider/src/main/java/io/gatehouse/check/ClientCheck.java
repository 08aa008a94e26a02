package io.gatehouse.check;

import io.gatehouse.setting.Loopback;
import io.gatehouse.site.Site;
import io.gatehouse.site.SitePreset;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Whether the installation knows the site as its product is set up, by its secret and its redirect URIs. */
record ClientCheck(RelyingParty party, Site site, Report report, Http browser) {

    private static final String SECRET = "secret";
    private static final String NO_CODE = "check-site-has-no-code-yet";
    private static final String ABOUT = "redirect";

    /** The fixed callback paths of products. */
    private static final Map<SitePreset, String> FIXED = Map.of(
            SitePreset.ALB, "/oauth2/idpresponse",
            SitePreset.COGNITO, "/oauth2/idpresponse",
            SitePreset.CLOUDFLARE, "/cdn-cgi/access/callback",
            SitePreset.AUTH0, "/login/callback",
            SitePreset.OKTA, "/oauth2/v1/authorize/callback");

    /** Whether the secret is known, tested with an invented code: the refusal tells the reason. */
    boolean checkSecret() {
        var answer = party.redeems(NO_CODE, "https://nowhere.invalid/");
        var error = answer.json().path("error").asString("");
        if (error.equals("invalid_grant")) {
            report.ok(SECRET, "accepted by " + party.method());
        } else if (error.equals("invalid_client")) {
            report.wrong(
                    SECRET,
                    "the running installation does not know this client id with this secret (by " + party.method()
                            + "): was it restarted since they were configured, and here with the same configuration?");
        } else {
            report.wrong(
                    SECRET,
                    "/token answered %d \"%s\" to a code that does not exist".formatted(answer.status(), error));
        }
        report.time("token", answer);
        return true;
    }

    /**
     * Whether each redirect URI is known as the product writes it. The request has {@code prompt=none}, which
     * takes no place.
     */
    boolean checkRedirects() {
        Optional.ofNullable(FIXED.get(site.preset())).ifPresent(this::checkPath);
        site.redirectUris().forEach(this::check);
        var foreign = asks(Site.NOT_A_REDIRECT_URI);
        report.expect(
                foreign.status() == 400 && foreign.redirect().isEmpty(),
                ABOUT,
                "an address that is not configured is refused",
                "an address that is not configured was answered %d".formatted(foreign.status()));
        return true;
    }

    /** One address with the product's own path suffices; others may have any purpose. */
    private void checkPath(String path) {
        var others = site.redirectUris().stream()
                .filter(uri -> !URI.create(uri).resolve(path).toString().equals(uri))
                .toList();
        if (others.size() == site.redirectUris().size()) {
            report.wrong(
                    ABOUT,
                    "%s comes back to %s and nowhere else, and no redirect URI ends there: there is %s"
                            .formatted(site.preset(), path, others));
        } else {
            others.forEach(uri ->
                    report.note(ABOUT, "%s ends otherwise than %s does, at %s".formatted(uri, site.preset(), path)));
        }
    }

    private void check(String redirectUri) {
        var answer = asks(redirectUri);
        var to = answer.redirect().map(Object::toString).orElse("");
        if (answer.status() == 400) {
            report.wrong(
                    ABOUT,
                    "the running installation does not know %s for client id %s"
                            .formatted(redirectUri, site.clientId()));
        } else if (!to.startsWith(redirectUri)) {
            report.wrong(ABOUT, "/authorize answered %d for %s".formatted(answer.status(), redirectUri));
        } else {
            if (redirectUri.startsWith("http:") && !Loopback.isHttpsOrLoopback(URI.create(redirectUri))) {
                report.note(ABOUT, redirectUri + " is plain http: codes can be read on their way to it");
            }
            var parameters = Http.parameters(to);
            report.expect(
                    party.state().equals(parameters.get("state")),
                    ABOUT,
                    redirectUri + " is known, and a state of " + party.state().length() + " characters comes back",
                    "the state came back changed to " + redirectUri);
            if (!"login_required".equals(parameters.get("error"))) {
                report.wrong(ABOUT, "/authorize says \"%s\"".formatted(Http.error(parameters)));
            }
        }
    }

    private Http.Answer asks(String redirectUri) {
        return browser.get(party.authorize(redirectUri, Map.of("prompt", "none")));
    }
}
