package io.gatehouse.oidc;

import io.gatehouse.oidc.Family.Token;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import java.security.Principal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/**
 * Translates between Spring's authorizations and what the store keeps. Since the store keeps digests only, a token that
 * was not presented comes back under a stand-in for its text.
 */
final class Families {

    /** Begins the stand-in of a token whose text is not known; no token of ours begins so. */
    private static final String UNKNOWN = "~";

    private static final String READ_FROM = "gatehouse.read-from";
    private static final String INVALIDATED = OAuth2Authorization.Token.INVALIDATED_METADATA_NAME;
    private static final List<String> KEPT_PARAMETERS = List.of("nonce", "code_challenge", "code_challenge_method");

    private final RegisteredClientRepository clients;

    Families(RegisteredClientRepository clients) {
        this.clients = clients;
    }

    /** The name of the login that an authorization belongs to: the beginning of its code or token. */
    static String name(OAuth2Authorization authorization) {
        if (readFrom(authorization).isPresent()) {
            return authorization.getId();
        }
        var code = authorization.getToken(OAuth2AuthorizationCode.class);
        var first = code != null ? code : authorization.getAccessToken();
        return Optional.ofNullable(first)
                .flatMap(token -> TokenText.family(token.getToken().getTokenValue()))
                .orElseThrow(() -> new IllegalArgumentException("an authorization without a code or token of ours"));
    }

    /** The bytes that an authorization was read from; empty for a new one. */
    static Optional<byte[]> readFrom(OAuth2Authorization authorization) {
        return Optional.ofNullable(authorization.getAttribute(READ_FROM));
    }

    /** Whether the token is of this type in the authorization; where none is asked for, an access or a
     * refresh token will do, and a code will not. */
    static boolean isOf(@Nullable OAuth2TokenType type, String token, OAuth2Authorization authorization) {
        if (type == null) {
            return isOf(OAuth2TokenType.ACCESS_TOKEN, token, authorization)
                    || isOf(OAuth2TokenType.REFRESH_TOKEN, token, authorization);
        }
        var found =
                switch (type.getValue()) {
                    case "code" -> authorization.getToken(OAuth2AuthorizationCode.class);
                    case "access_token" -> authorization.getAccessToken();
                    case "refresh_token" -> authorization.getRefreshToken();
                    default -> null;
                };
        return found != null && found.getToken().getTokenValue().equals(token);
    }

    /** Whether the site is still configured. */
    boolean isOfAClient(Family family) {
        return clients.findById(family.site()) != null;
    }

    /** What to keep of an authorization. */
    Family family(OAuth2Authorization authorization, Optional<Family> before) {
        var holder = authorization.getAttribute(Principal.class.getName()) instanceof Holder visitor
                ? Optional.of(visitor)
                : Optional.<Holder>empty();
        var request = Optional.<OAuth2AuthorizationRequest>ofNullable(
                authorization.getAttribute(OAuth2AuthorizationRequest.class.getName()));
        return new Family(
                authorization.getRegisteredClientId(),
                authorization.getAuthorizationGrantType().getValue(),
                authorization.getPrincipalName(),
                holder.map(visitor -> visitor.room().value()).orElse(null),
                holder.map(visitor -> visitor.place().value().toString()).orElse(null),
                authorization.getAuthorizedScopes(),
                request.map(OAuth2AuthorizationRequest::getRedirectUri).orElse(null),
                request.map(Families::parameters).orElse(Map.of()),
                holder.map(visitor -> visitor.provenAt().getEpochSecond()).orElse(0L),
                token(authorization.getToken(OAuth2AuthorizationCode.class), before.map(Family::code)),
                token(authorization.getAccessToken(), before.map(Family::access)),
                token(authorization.getRefreshToken(), before.map(Family::refresh)));
    }

    /** The authorization that was kept; its presented token under its own text. */
    OAuth2Authorization authorization(String name, byte[] readFrom, Family family, Optional<String> presented) {
        var client = clients.findById(family.site());
        if (client == null) {
            throw new IllegalStateException("there is no client " + family.site() + " any more");
        }
        var builder = OAuth2Authorization.withRegisteredClient(client)
                .id(name)
                .principalName(family.subject())
                .authorizationGrantType(new AuthorizationGrantType(family.grantType()))
                .authorizedScopes(family.scopes())
                .attribute(READ_FROM, readFrom);
        if (family.room() != null && family.place() != null) {
            var authTime = Instant.ofEpochSecond(family.authTime());
            var place = new PlaceId(UUID.fromString(family.place()));
            var holder = new Holder(family.subject(), new RoomId(family.room()), place, authTime);
            builder.attribute(Principal.class.getName(), holder)
                    .attribute(OAuth2AuthorizationRequest.class.getName(), request(client.getClientId(), family));
        }
        addTokens(builder, name, family, presented);
        return builder.build();
    }

    private static void addTokens(
            OAuth2Authorization.Builder builder, String name, Family family, Optional<String> presented) {
        var code = family.code();
        if (code != null) {
            builder.token(
                    new OAuth2AuthorizationCode(text(name, "code", code, presented), from(code), to(code)),
                    spent(code));
        }
        var access = family.access();
        if (access != null) {
            var text = text(name, "access", access, presented);
            var token = new OAuth2AccessToken(
                    OAuth2AccessToken.TokenType.BEARER, text, from(access), to(access), family.scopes());
            builder.token(
                    token,
                    spent(access)
                            .andThen(metadata -> metadata.put(
                                    OAuth2Authorization.Token.CLAIMS_METADATA_NAME,
                                    AccessTokenClaims.of(family, token))));
            builder.token(idToken(name, family, access));
        }
        var refresh = family.refresh();
        if (refresh != null) {
            builder.token(
                    new OAuth2RefreshToken(text(name, "refresh", refresh, presented), from(refresh), to(refresh)),
                    spent(refresh));
        }
    }

    /** Spring asks what the last ID token said before it makes the next one; the text is not needed. */
    private static OidcIdToken idToken(String name, Family family, Token access) {
        return OidcIdToken.withTokenValue(UNKNOWN + "id" + name)
                .subject(family.subject())
                .issuedAt(from(access))
                .expiresAt(to(access))
                .build();
    }

    private static OAuth2AuthorizationRequest request(String clientId, Family family) {
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(AuthorizeRequestFilter.PATH)
                .clientId(clientId)
                .redirectUri(family.redirectUri())
                .scopes(family.scopes())
                .additionalParameters(Map.copyOf(family.parameters()))
                .build();
    }

    private static Map<String, String> parameters(OAuth2AuthorizationRequest request) {
        var kept = new HashMap<String, String>();
        KEPT_PARAMETERS.forEach(name -> {
            if (request.getAdditionalParameters().get(name) instanceof String value) {
                kept.put(name, value);
            }
        });
        return kept;
    }

    private static @Nullable Token token(
            OAuth2Authorization.@Nullable Token<? extends OAuth2Token> token, Optional<Token> before) {
        if (token == null) {
            return null;
        }
        var text = token.getToken().getTokenValue();
        var digest = text.startsWith(UNKNOWN) ? before.map(Token::digest).orElseThrow() : TokenText.digest(text);
        return new Token(
                digest,
                millis(token.getToken().getIssuedAt()),
                millis(token.getToken().getExpiresAt()),
                token.isInvalidated());
    }

    private static String text(String name, String kind, Token token, Optional<String> presented) {
        return presented.filter(token::is).orElse(UNKNOWN + kind + name);
    }

    private static java.util.function.Consumer<Map<String, Object>> spent(Token token) {
        return metadata -> metadata.put(INVALIDATED, token.isSpent());
    }

    private static Instant from(Token token) {
        return Instant.ofEpochMilli(token.issuedAt());
    }

    private static Instant to(Token token) {
        return Instant.ofEpochMilli(token.expiresAt());
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }
}
