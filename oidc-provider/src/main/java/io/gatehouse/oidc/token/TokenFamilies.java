package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.token.TokenFamily.Code;
import io.gatehouse.oidc.token.TokenFamily.Issue;
import io.gatehouse.oidc.token.TokenText.Kind;
import io.gatehouse.oidc.token.TokenText.TokenContent;
import io.gatehouse.room.Place;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.StoredRecords.Found;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/**
 * Translates between Spring's authorizations and what the store keeps. Since the store keeps no token, one
 * that was not presented comes back under a stand-in for its text.
 */
public final class TokenFamilies {

    /** Begins the stand-in of a token whose text is not known; no token of ours begins so. */
    private static final String UNKNOWN = "~";

    private static final String INVALIDATED = OAuth2Authorization.Token.INVALIDATED_METADATA_NAME;
    private static final List<String> KEPT_PARAMETERS = Stream.concat(
                    Stream.of(
                            "nonce",
                            "code_challenge",
                            "code_challenge_method",
                            "acr_values",
                            TokenBinding.NAMED_BEFORE),
                    RequestedClaims.KEPT.stream())
            .toList();

    /** A presented code or token, and the content of a token; empty for a code. */
    record PresentedToken(String text, Optional<TokenContent> said) {

        boolean is(Kind kind) {
            return said.filter(token -> token.kind() == kind).isPresent();
        }

        boolean isOpaqueAccess() {
            return is(Kind.ACCESS) && TokenText.isOpaque(text);
        }

        @Override
        public String toString() {
            return "PresentedToken[" + said + "]";
        }
    }

    private final RegisteredClientRepository clients;
    private final SecureRandom random;

    TokenFamilies(RegisteredClientRepository clients, SecureRandom random) {
        this.clients = clients;
        this.random = random;
    }

    /** The name of the login that an authorization belongs to: the beginning of its code or token. */
    public static String name(OAuth2Authorization authorization) {
        if (FamilyContext.of(authorization).found().isPresent()) {
            return authorization.getId();
        }
        var code = authorization.getToken(OAuth2AuthorizationCode.class);
        var first = code != null ? code : authorization.getAccessToken();
        return Optional.ofNullable(first)
                .flatMap(token -> TokenText.family(token.getToken().getTokenValue()))
                .orElseThrow(() -> new IllegalArgumentException("an authorization without a code or token of ours"));
    }

    /** The part of an authorization that is stored. */
    TokenFamily family(OAuth2Authorization authorization, Optional<TokenFamily> before) {
        var holder = authorization.getAttribute(Principal.class.getName()) instanceof AdmissionAuthentication visitor
                ? Optional.of(visitor)
                : Optional.<AdmissionAuthentication>empty();
        var request = Optional.<OAuth2AuthorizationRequest>ofNullable(
                authorization.getAttribute(OAuth2AuthorizationRequest.class.getName()));
        return new TokenFamily(
                authorization.getRegisteredClientId(),
                authorization.getAuthorizationGrantType().getValue(),
                authorization.getPrincipalName(),
                holder.map(visitor -> visitor.room().value()).orElse(null),
                holder.map(visitor -> visitor.place().value().toString()).orElse(null),
                authorization.getAuthorizedScopes(),
                request.map(OAuth2AuthorizationRequest::getRedirectUri).orElse(null),
                request.map(TokenFamilies::parameters).orElse(Map.of()),
                holder.map(visitor -> visitor.provenAt().getEpochSecond()).orElse(0L),
                code(authorization.getToken(OAuth2AuthorizationCode.class), before.map(TokenFamily::code)),
                latest(authorization, before),
                before.flatMap(seen -> before(seen, authorization)).orElse(null),
                before.map(TokenFamily::key).or(TokenBinding::key).orElse(null),
                isInvalidated(authorization.getAccessToken()) || isInvalidated(authorization.getRefreshToken()));
    }

    /**
     * The stored authorization, with the presented token under its own text. Empty if its site no longer
     * exists.
     *
     * @param place of its visitor, as it was just found; the authorization carries it
     */
    Optional<OAuth2Authorization> authorization(
            String name, Found<TokenFamily> found, Optional<PresentedToken> presented, Optional<Place> place) {
        var family = found.value();
        var client = clients.findById(family.site());
        if (client == null) {
            return Optional.empty();
        }
        var builder = OAuth2Authorization.withRegisteredClient(client)
                .id(name)
                .principalName(family.subject())
                .authorizationGrantType(new AuthorizationGrantType(family.grantType()))
                .authorizedScopes(family.scopes());
        FamilyContext.of(found, presented).keep(builder);
        family.holder().ifPresent(holder -> builder.attribute(Principal.class.getName(), holder)
                .attribute(OAuth2AuthorizationRequest.class.getName(), request(client.getClientId(), family)));
        place.ifPresent(seen -> builder.attribute(Place.class.getName(), seen));
        var moved = place.map(Place::until)
                .filter(until ->
                        presented.filter(PresentedToken::isOpaqueAccess).isPresent() && endsWithVisit(family));
        addTokens(builder, name, family, presented, moved);
        return Optional.of(builder.build());
    }

    /**
     * Whether its access tokens end with the visit: those of a site that cannot refresh them. Their end moves
     * with the visit's, but in a JWT, which says its own.
     */
    boolean endsWithVisit(TokenFamily family) {
        var client = clients.findById(family.site());
        return family.room() != null
                && client != null
                && !client.getAuthorizationGrantTypes().contains(AuthorizationGrantType.REFRESH_TOKEN);
    }

    private static void addTokens(
            OAuth2Authorization.Builder builder,
            String name,
            TokenFamily family,
            Optional<PresentedToken> presented,
            Optional<Instant> moved) {
        var code = family.code();
        if (code != null) {
            var text = presented.map(PresentedToken::text).filter(code::is).orElse(UNKNOWN + "code" + name);
            builder.token(
                    new OAuth2AuthorizationCode(text, from(code.issuedAt()), from(code.expiresAt())),
                    invalidated(code.isSpent()));
        }
        var latest = family.latest();
        if (latest != null) {
            var shown = presented.filter(token -> token.is(Kind.ACCESS)).flatMap(PresentedToken::said);
            var issue = shown.flatMap(said -> family.issue(said.issue())).orElse(latest);
            var lasting = moved.map(issue::lasting).orElse(issue);
            addAccess(builder, family, lasting, text(Kind.ACCESS, name, presented), shown.map(TokenContent::scopes));
            addRefresh(builder, family, latest, text(Kind.REFRESH, name, presented));
        }
    }

    private static void addAccess(
            OAuth2Authorization.Builder builder,
            TokenFamily family,
            Issue issue,
            String text,
            Optional<Integer> scopes) {
        var token = new OAuth2AccessToken(
                family.key() == null ? OAuth2AccessToken.TokenType.BEARER : OAuth2AccessToken.TokenType.DPOP,
                text,
                from(issue.issuedAt()),
                from(issue.accessUntil()),
                family.scopes(scopes.orElse(0)));
        builder.token(
                token,
                invalidated(family.isRevoked())
                        .andThen(metadata ->
                                metadata.put(OAuth2Authorization.Token.CLAIMS_METADATA_NAME, claims(family, token))));
        // Spring asks what the last ID token said before it makes the next one; its text is not needed.
        builder.token(OidcIdToken.withTokenValue(UNKNOWN + "id")
                .subject(family.subject())
                .issuedAt(from(issue.issuedAt()))
                .expiresAt(from(issue.accessUntil()))
                .build());
    }

    /** The claims of an access token for introspection (RFC 7662 section 2.2). */
    private static Map<String, Object> claims(TokenFamily family, OAuth2AccessToken token) {
        var client = family.holder().isPresent() ? family.site() : family.subject(); // an API client is its own
        var claims = new HashMap<String, Object>(Map.of(
                "sub", family.subject(),
                "aud", List.of(client),
                "iat", Objects.requireNonNull(token.getIssuedAt()),
                "exp", Objects.requireNonNull(token.getExpiresAt()),
                "scope", token.getScopes()));
        Optional.ofNullable(family.key()).ifPresent(key -> claims.put("cnf", TokenBinding.confirmation(key)));
        return claims;
    }

    private static void addRefresh(OAuth2Authorization.Builder builder, TokenFamily family, Issue issue, String text) {
        if (issue.refreshUntil() > 0) {
            builder.token(
                    new OAuth2RefreshToken(text, from(issue.issuedAt()), from(issue.refreshUntil())),
                    invalidated(family.isRevoked()));
        }
    }

    private static OAuth2AuthorizationRequest request(String clientId, TokenFamily family) {
        return OAuth2AuthorizationRequest.authorizationCode()
                .authorizationUri(Paths.AUTHORIZE)
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

    private static @Nullable Code code(
            OAuth2Authorization.@Nullable Token<OAuth2AuthorizationCode> token, Optional<Code> before) {
        if (token == null) {
            return null;
        }
        var text = token.getToken().getTokenValue();
        return new Code(
                text.startsWith(UNKNOWN) ? before.map(Code::digest).orElseThrow() : Digests.sha256(text),
                millis(token.getToken().getIssuedAt()),
                millis(token.getToken().getExpiresAt()),
                token.isInvalidated());
    }

    private @Nullable Issue latest(OAuth2Authorization authorization, Optional<TokenFamily> before) {
        var access = authorization.getAccessToken();
        if (access == null || access.getToken().getTokenValue().startsWith(UNKNOWN)) {
            return before.map(TokenFamily::latest).orElse(null);
        }
        var refresh = authorization.getRefreshToken();
        var reading = FamilyContext.of(authorization);
        return new Issue(
                reading.next(),
                reading.repeated().map(Issue::mark).orElseGet(random::nextLong),
                reading.repeated()
                        .map(Issue::issuedAt)
                        .orElse(millis(access.getToken().getIssuedAt())),
                millis(access.getToken().getExpiresAt()),
                refresh == null ? 0 : millis(refresh.getToken().getExpiresAt()));
    }

    private static Optional<Issue> before(TokenFamily seen, OAuth2Authorization authorization) {
        var latest = Optional.ofNullable(seen.latest());
        return latest.filter(issue ->
                        issue.number() < FamilyContext.of(authorization).next())
                .or(() -> Optional.ofNullable(seen.before()));
    }

    private static boolean isInvalidated(OAuth2Authorization.@Nullable Token<? extends OAuth2Token> token) {
        return token != null && token.isInvalidated();
    }

    private static String text(Kind kind, String name, Optional<PresentedToken> presented) {
        return presented
                .filter(token -> token.is(kind))
                .map(PresentedToken::text)
                .orElse(UNKNOWN + kind + name);
    }

    private static Consumer<Map<String, Object>> invalidated(boolean isInvalidated) {
        return metadata -> metadata.put(INVALIDATED, isInvalidated);
    }

    private static Instant from(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }
}
