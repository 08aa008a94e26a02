package io.gatehouse.oidc.token;

import io.gatehouse.oidc.token.TokenFamily.Issue;
import io.gatehouse.oidc.token.TokenText.Kind;
import io.gatehouse.oidc.token.TokenText.TokenContent;
import io.gatehouse.room.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;

/**
 * Makes codes, opaque access tokens and refresh tokens; JWTs are Spring's. No token lasts longer than the
 * admission that it rests on; a refresh token is good as long as that may be renewed.
 */
public final class TokenGenerators {

    private static final Duration CODE = Duration.ofSeconds(60);
    private static final Duration OF_AN_API_CLIENT = Duration.ofHours(1);

    private final TokenText texts;
    private final Clock clock;

    TokenGenerators(TokenText texts, Clock clock) {
        this.texts = texts;
        this.clock = clock;
    }

    public OAuth2AuthorizationCode code(OAuth2TokenContext context) {
        var now = clock.instant();
        return new OAuth2AuthorizationCode(texts.code(), now, now.plus(CODE));
    }

    @Nullable
    OAuth2AccessToken opaque(OAuth2TokenContext context) {
        var format = context.getRegisteredClient().getTokenSettings().getAccessTokenFormat();
        if (!context.getTokenType().equals(OAuth2TokenType.ACCESS_TOKEN)
                || !OAuth2TokenFormat.REFERENCE.equals(format)) {
            return null;
        }
        return TokenBinding.bound(new OAuth2AccessToken(
                OAuth2AccessToken.TokenType.BEARER,
                accessToken(Kind.ACCESS, context),
                clock.instant(),
                end(context),
                context.getAuthorizedScopes()));
    }

    @Nullable
    OAuth2RefreshToken refresh(OAuth2TokenContext context) {
        if (!context.getTokenType().equals(OAuth2TokenType.REFRESH_TOKEN)) {
            return null;
        }
        return new OAuth2RefreshToken(token(Kind.REFRESH, 0, context), clock.instant(), Arrival.last(context));
    }

    /** The end of the access or ID token that is being made. */
    Instant end(OAuth2TokenContext context) {
        if (AuthorizationGrantType.CLIENT_CREDENTIALS.equals(context.getAuthorizationGrantType())) {
            return clock.instant().plus(OF_AN_API_CLIENT);
        }
        var repeated = Optional.ofNullable(context.getAuthorization())
                .map(FamilyContext::of)
                .flatMap(FamilyContext::repeated);
        return accessAndIdToken(context.getRegisteredClient(), Arrival.place(context), repeated);
    }

    /**
     * The end of an access token, and of the ID token that comes with it, since some sites go by that one
     * alone: the admission's; sooner where the site can refresh it, and no later for being asked twice,
     * unless that end has come. At the admission's very end there are none any more.
     *
     * @param repeated the issue that is given out once more
     */
    private Instant accessAndIdToken(RegisteredClient client, Place place, Optional<Issue> repeated) {
        var before = repeated.map(issue -> Instant.ofEpochMilli(issue.accessUntil()))
                .filter(until -> until.isAfter(clock.instant()));
        if (before.isPresent()) {
            return before.get();
        }
        if (!client.getAuthorizationGrantTypes().contains(AuthorizationGrantType.REFRESH_TOKEN)) {
            return endOf(place);
        }
        var soon = clock.instant().plus(client.getTokenSettings().getAccessTokenTimeToLive());
        return soon.isBefore(place.until()) ? soon : endOf(place);
    }

    private Instant endOf(Place place) {
        if (!place.until().isAfter(clock.instant())) {
            throw new OAuth2AuthenticationException(OAuth2ErrorCodes.INVALID_GRANT);
        }
        return place.until();
    }

    /** The id of a JWT that is an access token of the login that is being served. */
    String jwtId(OAuth2TokenContext context) {
        return accessToken(Kind.JWT_ID, context);
    }

    private String accessToken(Kind kind, OAuth2TokenContext context) {
        var granted = Optional.ofNullable(context.getAuthorization()).map(OAuth2Authorization::getAuthorizedScopes);
        var bits = granted.map(scopes -> TokenFamily.bits(scopes, context.getAuthorizedScopes()));
        return token(kind, bits.orElse(0), context);
    }

    /** An API client's call begins a token family of its own. */
    private String token(Kind kind, int scopes, OAuth2TokenContext context) {
        var login = Optional.ofNullable(context.getAuthorization());
        return texts.token(
                login.map(TokenFamilies::name).orElseGet(texts::newFamily),
                new TokenContent(
                        kind,
                        login.map(FamilyContext::of).map(FamilyContext::next).orElse(0),
                        scopes));
    }
}
