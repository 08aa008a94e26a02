package io.gatehouse.check;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Site;
import io.gatehouse.time.Ticker;
import java.text.ParseException;
import java.util.Optional;

/** The keys that the installation publishes: fetched once, for all tokens of a walk. */
final class KeyCheck {

    private final Site site;
    private final Issuer issuer;
    private final Report report;
    private final Ticker ticker;
    private JWKSet published = new JWKSet();

    KeyCheck(Site site, Issuer issuer, Report report, Ticker ticker) {
        this.site = site;
        this.issuer = issuer;
        this.report = report;
        this.ticker = ticker;
    }

    /** Fetches the keys; whether one can verify the site's tokens. */
    boolean run() {
        var answer = Http.server(ticker).get(issuer.at("/.well-known/jwks.json"));
        published = keys(answer);
        return report.expect(
                hasUsable(),
                "keys",
                usable() + " published to check " + site.idTokenAlgorithm() + " signatures with",
                "%s has no key for %s with kid, use and alg; it answered %d"
                        .formatted(answer.from(), site.idTokenAlgorithm(), answer.status()));
    }

    /** Whether tokens can be verified; before {@link #run} they cannot. */
    boolean hasUsable() {
        return usable() > 0;
    }

    /** The claims of a token that one of the published keys has signed. */
    JWTClaimsSet signed(SignedJWT token, JOSEObjectType type) throws BadJOSEException, JOSEException {
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(type));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(
                JWSAlgorithm.parse(site.idTokenAlgorithm()), new ImmutableJWKSet<>(published)));
        processor.setJWTClaimsSetVerifier((claims, context) -> {}); // the caller checks them
        return processor.process(token, null);
    }

    private long usable() {
        return published.getKeys().stream().filter(this::isUsable).count();
    }

    private boolean isUsable(JWK key) {
        return key.getKeyID() != null
                && KeyUse.SIGNATURE.equals(key.getKeyUse())
                && Optional.ofNullable(key.getAlgorithm())
                        .map(Algorithm::getName)
                        .filter(site.idTokenAlgorithm()::equals)
                        .isPresent();
    }

    private static JWKSet keys(Http.Answer answer) {
        try {
            return JWKSet.parse(answer.body());
        } catch (ParseException none) {
            return new JWKSet();
        }
    }
}
