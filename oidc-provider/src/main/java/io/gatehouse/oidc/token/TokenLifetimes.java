package io.gatehouse.oidc.token;

import io.gatehouse.oidc.token.TokenFamily.Issue;
import io.gatehouse.room.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;

/** How long tokens last: never longer than the admission that they rest on. */
final class TokenLifetimes {

    private static final Duration OF_AN_API_CLIENT = Duration.ofHours(1);

    private final Clock clock;

    TokenLifetimes(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /** The end of an API client's access token, which rests on no admission. */
    Instant ofAnApiClient() {
        return now().plus(OF_AN_API_CLIENT);
    }

    /**
     * The end of an access token, and of the ID token that comes with it, since some sites go by that one
     * alone: the admission's; sooner where the site can refresh it, and no later for being asked twice,
     * unless that end has come. At the admission's very end there are none any more.
     *
     * @param repeated the issue that is given out once more
     */
    Instant accessAndIdToken(RegisteredClient client, Place place, Optional<Issue> repeated) {
        var before =
                repeated.map(issue -> Instant.ofEpochMilli(issue.accessUntil())).filter(until -> until.isAfter(now()));
        if (before.isPresent()) {
            return before.get();
        }
        if (!client.getAuthorizationGrantTypes().contains(AuthorizationGrantType.REFRESH_TOKEN)) {
            return endOf(place);
        }
        var soon = now().plus(client.getTokenSettings().getAccessTokenTimeToLive());
        return soon.isBefore(place.until()) ? soon : endOf(place);
    }

    private Instant endOf(Place place) {
        if (!place.until().isAfter(now())) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
        }
        return place.until();
    }
}
