package io.gatehouse.oidc.key;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.time.Instant;

/**
 * A key that signs tokens, and when.
 *
 * @param jwk the private key, with {@code kid}, {@code use} and {@code alg}
 * @param activeFrom from when it signs; it is published before
 * @param activeUntil until when it signs; {@link ExpiringStore#FOREVER} for the newest of its algorithm
 */
public record SigningKey(JWK jwk, Instant activeFrom, Instant activeUntil) {

    public String kid() {
        return jwk.getKeyID();
    }

    public JWSAlgorithm algorithm() {
        return JWSAlgorithm.parse(jwk.getAlgorithm().getName());
    }

    /** Whether it signs at this moment. */
    public boolean isActive(Instant now) {
        return !activeFrom.isAfter(now) && activeUntil.isAfter(now);
    }

    /** Whether it is published, if that goes on for so long after its last signature. */
    boolean isPublished(Instant now, Duration overlap) {
        return activeUntil.equals(ExpiringStore.FOREVER)
                || activeUntil.plus(overlap).isAfter(now);
    }

    @Override
    public String toString() {
        return "SigningKey[" + kid() + " " + algorithm() + "]";
    }
}
