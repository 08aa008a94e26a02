package io.gatehouse.jwk;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import io.gatehouse.time.Ticker;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Set;

/** Public keys of others, as settings give them: in the settings themselves, or at an address. */
public final class PublicKeys {

    /** The signatures that are checked with public keys (RFC 7518 section 3.1). */
    public static final Set<String> ALGORITHMS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    /**
     * The algorithms that the FAPI 2.0 Security Profile allows too (section 5.4.1; it adds EdDSA). DPoP
     * proofs have no other.
     */
    public static final List<String> STRICT = List.of("ES256", "PS256");

    /** RFC 7518 section 3.3. */
    private static final int LEAST_RSA_BITS = 2_048;

    private PublicKeys() {}

    /**
     * A JSON Web Key or a set of such (RFC 7517).
     *
     * @param property the full name of the setting, for the refusal
     * @throws InvalidSettingException unless all are public keys, and those of RSA have 2048 bits or more
     */
    public static JWKSource<SecurityContext> inline(String property, String json) {
        try {
            var keys = json.contains("\"keys\"") ? JWKSet.parse(json) : new JWKSet(JWK.parse(json));
            var isUsable = !keys.isEmpty() && keys.getKeys().stream().allMatch(PublicKeys::isPublic);
            if (isUsable) {
                return new ImmutableJWKSet<>(keys);
            }
        } catch (ParseException unreadable) {
            // Its writer gets the same sentence as for keys that are not usable.
        }
        throw new InvalidSettingException(
                property,
                "must be a public JSON Web Key, RSA of 2048 bits or more or EC, or a set of such",
                "'{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"...\",\"y\":\"...\"}'");
    }

    /**
     * The set of keys at an address, which is read when it is needed.
     *
     * @param property the full name of the setting, for the refusal
     * @throws InvalidSettingException unless the address is https, or http on a loopback host
     */
    public static JWKSource<SecurityContext> at(String property, URI uri, Ticker ticker) {
        check(property, uri);
        return new PublishedKeys(uri, ticker);
    }

    /** Checks the address alone, as {@link #at} does. */
    public static void check(String property, URI uri) {
        Loopback.require(property, uri, "https://shop.example/.well-known/jwks.json");
    }

    /** Whether a signature may be checked with it: a public key of EC, or of RSA that is long enough. */
    public static boolean isPublic(JWK key) {
        return !key.isPrivate() && (key instanceof ECKey || key instanceof RSAKey rsa && rsa.size() >= LEAST_RSA_BITS);
    }
}
