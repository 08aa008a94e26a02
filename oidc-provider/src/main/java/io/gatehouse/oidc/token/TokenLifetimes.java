package io.gatehouse.oidc.token;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.Holder;
import io.gatehouse.oidc.logout.LogoutNotices;
import io.gatehouse.room.Place;
import io.gatehouse.site.Sites;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.web.context.request.RequestContextHolder;

/** How long tokens last: never longer than the admission that they rest on. */
final class TokenLifetimes {

    /** Relying parties refuse ID tokens that are about to expire. */
    private static final Duration SHORTEST_ID_TOKEN = Duration.ofMinutes(5);

    private static final Duration SCRIPT = Duration.ofHours(1);

    private static final String ARRIVED = TokenLifetimes.class.getName() + ".arrived";

    private final Admissions admissions;
    private final Sites sites;
    private final LogoutNotices notices;
    private final Clock clock;

    TokenLifetimes(Admissions admissions, Sites sites, LogoutNotices notices, Clock clock) {
        this.admissions = admissions;
        this.sites = sites;
        this.notices = notices;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * The place of the visitor whose code or refresh token is being redeemed: from now on the visitor counts as arrived.
     * An admission that has ended meanwhile is a grant that is no longer valid. All tokens of one call speak of the same
     * look at the line.
     */
    Place arrived(OAuth2TokenContext context) {
        if (!(context.getPrincipal() instanceof Holder holder)) {
            throw new IllegalStateException("a token for a visitor, but no visitor");
        }
        var call = RequestContextHolder.currentRequestAttributes();
        if (call.getAttribute(ARRIVED, SCOPE_REQUEST) instanceof Place seen
                && seen.id().equals(holder.place())) {
            return seen;
        }
        sites.byClientId(context.getRegisteredClient().getClientId())
                .ifPresent(site -> notices.remember(site, holder.getName(), admissions.longest(holder.room())));
        var place = admissions
                .arrive(holder)
                .orElseThrow(() -> new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT));
        call.setAttribute(ARRIVED, place, SCOPE_REQUEST);
        return place;
    }

    /**
     * The end of an access token: the admission's; sooner where the site can refresh it, and no later for being asked
     * twice, unless that end has come.
     */
    Instant accessToken(OAuth2TokenContext context) {
        if (AuthorizationGrantType.CLIENT_CREDENTIALS.equals(context.getAuthorizationGrantType())) {
            return now().plus(SCRIPT);
        }
        var end = arrived(context).until();
        var repeated = Optional.ofNullable(context.getAuthorization())
                .flatMap(Families::repeated)
                .map(issue -> Instant.ofEpochMilli(issue.accessUntil()))
                .filter(until -> until.isAfter(now()));
        if (repeated.isPresent()) {
            return repeated.get();
        }
        var client = context.getRegisteredClient();
        if (!client.getAuthorizationGrantTypes().contains(AuthorizationGrantType.REFRESH_TOKEN)) {
            return end;
        }
        var soon = now().plus(client.getTokenSettings().getAccessTokenTimeToLive());
        return soon.isBefore(end) ? soon : end;
    }

    /** The end of an ID token: the admission's, but no sooner than relying parties bear. */
    Instant idToken(Place place) {
        var soonest = now().plus(SHORTEST_ID_TOKEN);
        return place.until().isBefore(soonest) ? soonest : place.until();
    }
}
