package io.gatehouse.oidc.client;

import io.gatehouse.site.Site;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.security.oauth2.server.authorization.web.authentication.ClientSecretBasicAuthenticationConverter;
import org.springframework.security.web.authentication.AuthenticationConverter;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;

/**
 * Refusals of sites, for operators: a metric for each site and reason, and a line in the log once a minute at
 * most. A site owner notices a refusal by visitors who cannot come in, and seldom reads the answer.
 */
public final class SiteRefusals {

    /** Why. */
    public enum Reason {
        UNKNOWN_CLIENT("no site has this client id", Level.WARN),
        WRONG_SECRET("its client secret is missing or wrong", Level.WARN),
        WRONG_ASSERTION("its client_assertion is missing or not good", Level.WARN),
        WRONG_PROOF("its DPoP proof is missing or not good", Level.WARN),
        UNKNOWN_REDIRECT_URI("this is none of its redirect-uris", Level.WARN),
        UNKNOWN_POST_LOGOUT_REDIRECT_URI("this is none of its post-logout-redirect-uris", Level.WARN),
        LOGOUT("a request at /logout is wrong", Level.WARN),
        /** As every visit ends, so do its tokens: a site that asks once more is all right. */
        TOKEN("a code or token is not good, or not any more", Level.INFO);

        private final String sentence;
        private final Level level;

        Reason(String sentence, Level level) {
            this.sentence = sentence;
            this.level = level;
        }
    }

    private static final int MOST = 200;
    private static final AuthenticationConverter BASIC = new ClientSecretBasicAuthenticationConverter();
    private static final Logger LOG = LoggerFactory.getLogger(SiteRefusals.class);

    private final SiteClients clients;
    private final Sites sites;
    private final SiteMetrics metrics;
    private final LogThrottle throttle;

    SiteRefusals(SiteClients clients, Sites sites, SiteMetrics metrics, Scheduler scheduler) {
        this.clients = clients;
        this.sites = sites;
        this.metrics = metrics;
        this.throttle = new LogThrottle(scheduler);
    }

    /**
     * Counts one.
     *
     * @param clientId of the site, if it is one of ours
     * @param shown what was refused, for the log; empty if it is a secret
     */
    public void count(Reason reason, Optional<String> clientId, String shown) {
        if (reason == Reason.UNKNOWN_REDIRECT_URI && shown.equals(Site.NOT_A_REDIRECT_URI)) {
            return; // the check of a site, which wants to be refused
        }
        var site = clientId.map(this::name).orElse(SiteMetrics.NO_SITE);
        metrics.refused(site, reason.name().toLowerCase(Locale.ROOT));
        throttle.count(site + " " + reason, times -> {
            var what = shown.isEmpty() ? "" : (times == 1 ? ": " : ", the last: ") + printable(shown);
            LOG.atLevel(reason.level)
                    .log(
                            "site {}: refused {}: {}{}",
                            site,
                            times == 1 ? "once" : times + " times",
                            reason.sentence,
                            what);
        });
    }

    /** Counts a refused call of a site, and then gives this answer. */
    public AuthenticationFailureHandler before(AuthenticationFailureHandler answer) {
        return (http, response, failure) -> {
            count(failure, http);
            answer.onAuthenticationFailure(http, response, failure);
        };
    }

    private void count(AuthenticationException failure, HttpServletRequest http) {
        var error = failure instanceof OAuth2AuthenticationException oauth
                ? oauth.getError().getErrorCode()
                : "";
        var named = clientId(http);
        var known = named.filter(id -> clients.findByClientId(id) != null);
        if (error.equals(OAuth2ErrorCodes.INVALID_GRANT)) {
            count(Reason.TOKEN, known, "");
        } else if (error.equals(OAuth2ErrorCodes.INVALID_DPOP_PROOF)) {
            count(Reason.WRONG_PROOF, known, String.valueOf(failure.getMessage()));
        } else if (error.equals(OAuth2ErrorCodes.INVALID_CLIENT)) {
            countUnknown(failure, named, known);
        }
    }

    private void countUnknown(AuthenticationException failure, Optional<String> named, Optional<String> known) {
        if (known.isEmpty()) {
            count(Reason.UNKNOWN_CLIENT, known, named.orElse(""));
        } else if (known.flatMap(sites::byClientId).filter(Site::hasKeys).isPresent()) {
            var cause = failure.getCause();
            count(Reason.WRONG_ASSERTION, known, cause == null ? "" : String.valueOf(cause.getMessage()));
        } else {
            count(Reason.WRONG_SECRET, known, "");
        }
    }

    /** All that have registered themselves go by one name, as in the other metrics. */
    private String name(String id) {
        return sites.byClientId(id)
                .map(site -> site.isRegistered() ? "registered" : site.name())
                .orElseGet(() -> id.contains(" ") ? SiteClients.clientId(id) : id);
    }

    private static Optional<String> clientId(HttpServletRequest http) {
        try {
            return Optional.ofNullable(BASIC.convert(http))
                    .map(Authentication::getName)
                    .or(() -> Optional.ofNullable(http.getParameter(OAuth2ParameterNames.CLIENT_ID)));
        } catch (OAuth2AuthenticationException unreadable) {
            return Optional.empty();
        }
    }

    /** The sender chooses this text, so it is shortened and cleaned for our log. */
    private static String printable(String text) {
        var line = text.replaceAll("[^\\x20-\\x7e]", "?");
        return "\"" + (line.length() > MOST ? line.substring(0, MOST) + "..." : line) + "\"";
    }
}
