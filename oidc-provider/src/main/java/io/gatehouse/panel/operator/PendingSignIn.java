package io.gatehouse.panel.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.value.Seal;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseCookie;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.PkceParameterNames;
import org.springframework.security.oauth2.core.oidc.endpoint.OidcParameterNames;

/**
 * The data of a sign-in while the operator is at the provider: state, nonce, the verifier of PKCE
 * (RFC 7636) and where to go then. It lies in the browser that has begun, closed under the master key, so
 * that any node can go on with it and no other browser. SameSite is Lax: the way back from the provider
 * begins at another site.
 */
final class PendingSignIn {

    private static final Duration LASTS = Duration.ofMinutes(10);

    private static final String STATE = "state";
    private static final String BACK = "back";
    private static final String UNTIL = "until";

    private final Seal seal;
    private final OwnCookie cookie;

    /** The data that the browser has kept. */
    record Kept(String state, Map<String, Object> attributes, String back) {}

    PendingSignIn(MasterKey master, Issuer issuer) {
        this.seal = new Seal(master, "operator-sign-in");
        this.cookie = OwnCookie.of("gatehouse-sign-in", "Lax", issuer);
    }

    ResponseCookie write(OAuth2AuthorizationRequest asked, String back, Instant now) {
        var sealed = seal.seal(Map.of(
                STATE,
                String.valueOf(asked.getState()),
                OidcParameterNames.NONCE,
                asked.getAttributes().get(OidcParameterNames.NONCE),
                PkceParameterNames.CODE_VERIFIER,
                asked.getAttributes().get(PkceParameterNames.CODE_VERIFIER),
                BACK,
                back,
                UNTIL,
                now.plus(LASTS).toEpochMilli()));
        return cookie.with(new String(sealed, UTF_8)).maxAge(LASTS).build();
    }

    /** The sign-in that this browser has begun; empty without one, and when it is too old. */
    Optional<Kept> read(HttpServletRequest request, Instant now) {
        return CookieHeader.values(request, cookie.name())
                .flatMap(value -> seal.open(value.getBytes(UTF_8)).stream())
                .filter(kept -> Seal.instant(kept.get(UNTIL)).isAfter(now))
                .map(PendingSignIn::kept)
                .findFirst();
    }

    private static Kept kept(Map<String, Object> all) {
        return new Kept(
                String.valueOf(all.get(STATE)),
                Map.of(
                        OidcParameterNames.NONCE, String.valueOf(all.get(OidcParameterNames.NONCE)),
                        PkceParameterNames.CODE_VERIFIER, String.valueOf(all.get(PkceParameterNames.CODE_VERIFIER))),
                String.valueOf(all.get(BACK)));
    }

    /** It is good for one way back. */
    ResponseCookie gone() {
        return cookie.gone();
    }
}
