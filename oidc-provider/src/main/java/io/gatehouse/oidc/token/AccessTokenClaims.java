package io.gatehouse.oidc.token;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AccessToken;

/** What introspection tells about an access token (RFC 7662 section 2.2). */
final class AccessTokenClaims {

    private AccessTokenClaims() {}

    static Map<String, Object> of(TokenFamily family, OAuth2AccessToken token) {
        return Map.of(
                "sub", family.subject(),
                "aud", List.of(family.site()),
                "iat", time(token.getIssuedAt()),
                "exp", time(token.getExpiresAt()),
                "scope", token.getScopes());
    }

    private static Instant time(@Nullable Instant time) {
        return time == null ? Instant.EPOCH : time;
    }
}
