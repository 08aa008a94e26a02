package io.gatehouse.oidc.token;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import io.gatehouse.oidc.dpop.DpopProofs;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.value.StoredRecords.Found;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.ClaimAccessor;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Binds the tokens of a login to the key that its site proves to hold (DPoP, RFC 9449). The first token call
 * with a proof decides; from then on the login's tokens are worth nothing without that key, refresh tokens of
 * sites with a secret among them, where the standard would let the key change.
 */
final class TokenBinding {

    /** The parameter of an authorization request that names the key beforehand (RFC 9449 section 10). */
    static final String NAMED_BEFORE = "dpop_jkt";

    private static final String KEY = TokenBinding.class.getName();
    private static final String THUMBPRINT = "jkt";

    private final DpopProofs proofs;
    private final Sites sites;

    TokenBinding(DpopProofs proofs, Sites sites) {
        this.proofs = proofs;
        this.sites = sites;
    }

    /**
     * Checks the proof of a token call, before the first token of it is made.
     *
     * @throws OAuth2AuthenticationException when it is wrong, is missing although it must be there, or is by
     *     another key than the login's
     */
    void prove(OAuth2TokenContext context) {
        var site = sites.byClientId(context.getRegisteredClient().getClientId());
        var isOn = site.filter(Site::provesPossession).isPresent();
        var bound = bound(context);
        if (!isOn && bound.isEmpty()) {
            return; // RFC 9449 section 5: a proof is ignored then
        }
        var shown = proofs.keyOfForm(Paths.TOKEN);
        var expected = bound.or(() -> namedBefore(context));
        if (shown.isEmpty()
                && (expected.isPresent()
                        || site.filter(Site::mustProvePossession).isPresent())) {
            throw DpopProofs.refused("a DPoP proof is missing");
        }
        if (expected.isPresent() && !expected.equals(shown)) {
            throw new OAuth2AuthenticationException(new OAuth2Error(
                    OAuth2ErrorCodes.INVALID_GRANT, "the proof is by another key than that of this login", null));
        }
        shown.ifPresent(key -> RequestContextHolder.currentRequestAttributes().setAttribute(KEY, key, SCOPE_REQUEST));
    }

    /** The key to which the login is bound already; it stays so if the site has DPoP switched off since. */
    private static Optional<String> bound(OAuth2TokenContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(FamilyContext::of)
                .flatMap(FamilyContext::found)
                .map(Found::value)
                .flatMap(family -> Optional.ofNullable(family.key()));
    }

    private static Optional<String> namedBefore(OAuth2TokenContext context) {
        return Optional.ofNullable(context.getAuthorization())
                .map(login ->
                        login.<OAuth2AuthorizationRequest>getAttribute(OAuth2AuthorizationRequest.class.getName()))
                .map(request -> request.getAdditionalParameters().get(NAMED_BEFORE))
                .map(String::valueOf);
    }

    /** The thumbprint of the key that this call has proved to hold. */
    static Optional<String> key() {
        var call = RequestContextHolder.getRequestAttributes();
        return call != null && call.getAttribute(KEY, SCOPE_REQUEST) instanceof String key
                ? Optional.of(key)
                : Optional.empty();
    }

    /** The claim by which a token tells its key (RFC 7800, RFC 9449 section 6.1). */
    static Map<String, Object> confirmation(String key) {
        return Map.of(THUMBPRINT, key);
    }

    /** The key of a token of which this is said; empty when it is bound to none. */
    static Optional<String> key(@Nullable Map<String, Object> claims) {
        return claims != null && claims.get("cnf") instanceof Map<?, ?> confirmation
                ? Optional.ofNullable(confirmation.get(THUMBPRINT)).map(String::valueOf)
                : Optional.empty();
    }

    /** An opaque token, bound to the key of this call: Spring tells its type by this claim. */
    static OAuth2AccessToken bound(OAuth2AccessToken token) {
        return key().<OAuth2AccessToken>map(key -> new Bound(token, key)).orElse(token);
    }

    private static final class Bound extends OAuth2AccessToken implements ClaimAccessor {

        private static final long serialVersionUID = 1;

        private final String key;

        Bound(OAuth2AccessToken token, String key) {
            super(
                    TokenType.DPOP,
                    token.getTokenValue(),
                    Objects.requireNonNull(token.getIssuedAt()),
                    Objects.requireNonNull(token.getExpiresAt()),
                    token.getScopes());
            this.key = key;
        }

        @Override
        public Map<String, Object> getClaims() {
            return Map.of("cnf", confirmation(key));
        }
    }
}
