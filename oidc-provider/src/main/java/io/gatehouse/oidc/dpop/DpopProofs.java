package io.gatehouse.oidc.dpop;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.jwk.PublicKeys;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.value.ExpiringStore;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Checks DPoP proofs (RFC 9449 section 4.3). The address in a proof is compared with the issuer's, because a
 * call arrives at the address that a proxy has made of it. A proof is good for a minute before and after its
 * time, and once: its {@code jti} is kept for that long, for all nodes.
 *
 * <pre>
 * key     dpop:{keyed digest of the key's thumbprint and the jti}
 * until   the proof is too old, and a minute for clocks that differ
 * </pre>
 */
public final class DpopProofs {

    /** The header that carries a proof. */
    public static final String HEADER = "DPoP";

    /** The maximum difference of a proof's time from ours. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static final String TYPE = "dpop+jwt";
    private static final int LONGEST_PROOF = 4_096;
    private static final int LONGEST_JTI = 512;
    private static final byte[] USED = "used".getBytes(UTF_8);

    private final ExpiringStore store;
    private final MasterKey master;
    private final Issuer issuer;
    private final Clock clock;

    DpopProofs(ExpiringStore store, MasterKey master, Issuer issuer, Clock clock) {
        this.store = store;
        this.master = master;
        this.issuer = issuer;
        this.clock = clock;
    }

    /**
     * The thumbprint (RFC 7638) of the key that a call proves to hold; empty when it shows no proof.
     *
     * @param path the endpoint of ours that is called
     * @param accessToken what the proof has to name; empty where no token is shown
     * @throws OAuth2AuthenticationException {@code invalid_dpop_proof}, when the proof is wrong or was used
     */
    public Optional<String> key(HttpServletRequest http, String path, Optional<String> accessToken) {
        var shown = Collections.list(http.getHeaders(HEADER));
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        if (shown.size() > 1 || shown.get(0).length() > LONGEST_PROOF) {
            throw refused("one proof of " + LONGEST_PROOF + " characters at most must be shown");
        }
        try {
            var proof = SignedJWT.parse(shown.get(0));
            var key = key(proof);
            check(proof.getJWTClaimsSet(), http.getMethod(), path, accessToken);
            var thumbprint = key.computeThumbprint().toString();
            use(thumbprint, proof.getJWTClaimsSet().getJWTID());
            return Optional.of(thumbprint);
        } catch (ParseException | JOSEException | IllegalArgumentException unreadable) {
            throw refused("the proof cannot be read");
        }
    }

    /**
     * The thumbprint for the form that a site has posted to this endpoint. Spring sees no proof there,
     * because it would act on one by itself, so the call is read as the site sent it.
     */
    public Optional<String> keyOfForm(String path) {
        var call = ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
        return key(call, path, Optional.empty());
    }

    /** The key in the proof, which has signed it. */
    private static JWK key(SignedJWT proof) throws JOSEException {
        var header = proof.getHeader();
        var key = header.getJWK();
        var isRight = header.getType() != null
                && TYPE.equalsIgnoreCase(header.getType().getType())
                && PublicKeys.STRICT.contains(header.getAlgorithm().getName())
                && key != null
                && PublicKeys.isPublic(key);
        if (!isRight || key == null) {
            throw refused(
                    "the proof needs typ dpop+jwt, an alg of " + PublicKeys.STRICT + ", and the public key as jwk");
        }
        var verifier = new DefaultJWSVerifierFactory().createJWSVerifier(header, ((AsymmetricJWK) key).toPublicKey());
        if (!proof.verify(verifier)) {
            throw refused("the signature of the proof is wrong");
        }
        return key;
    }

    private void check(JWTClaimsSet claims, String method, String path, Optional<String> accessToken)
            throws ParseException {
        if (!method.equals(claims.getStringClaim("htm")) || !isAt(path, claims.getStringClaim("htu"))) {
            throw refused("the proof must have htm " + method + " and htu " + issuer.at(path));
        }
        var issued = Optional.ofNullable(claims.getIssueTime())
                .orElseThrow(() -> refused("the proof has no iat"))
                .toInstant();
        if (Duration.between(issued, clock.instant()).abs().compareTo(SKEW) > 0) {
            throw refused("iat of the proof is more than a minute before or after our time: compare the clocks");
        }
        var jti = claims.getJWTID();
        if (jti == null || jti.isEmpty() || jti.length() > LONGEST_JTI) {
            throw refused("the proof needs a jti");
        }
        if (accessToken.isPresent()
                && !Digests.isEqual(Digests.sha256(accessToken.get()), String.valueOf(claims.getStringClaim("ath")))) {
            throw refused("ath of the proof is not that of this token");
        }
    }

    /** Compared without query and fragment (RFC 9449 section 4.3), in the form of RFC 3986 section 6.2. */
    private boolean isAt(String path, @Nullable String htu) {
        try {
            return htu != null && normal(new URI(htu)).equals(normal(new URI(issuer.at(path))));
        } catch (URISyntaxException unreadable) {
            return false;
        }
    }

    private static List<String> normal(URI uri) {
        var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        var usual = scheme.equals("https") ? 443 : 80;
        var port = uri.getPort() < 0 ? usual : uri.getPort();
        return List.of(
                scheme,
                String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT),
                String.valueOf(port),
                String.valueOf(uri.normalize().getRawPath()));
    }

    private void use(String thumbprint, String jti) {
        var now = clock.instant();
        var key = "dpop:" + master.pseudonym("dpop", (thumbprint + " " + jti).getBytes(UTF_8));
        if (!store.replace(key, Optional.empty(), USED, now.plus(SKEW.multipliedBy(3)), now)) {
            throw refused("the proof was used before");
        }
    }

    /** An {@code invalid_dpop_proof} for this reason (RFC 9449 section 5). */
    public static OAuth2AuthenticationException refused(String why) {
        return new OAuth2AuthenticationException(new OAuth2Error(OAuth2ErrorCodes.INVALID_DPOP_PROOF, why, null));
    }
}
