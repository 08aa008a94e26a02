package io.gatehouse.pass;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import io.gatehouse.time.Ticker;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes what checks the signatures of a room's passes. Keys of one kind and signatures of that kind alone: so
 * no public key is ever taken for a secret (RFC 8725 section 2.1), and an unsigned pass is none.
 */
final class PassKeys {

    private static final Set<String> OF_SECRETS = Set.of("HS256", "HS384", "HS512");
    private static final Set<String> OF_KEYS =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    /** RFC 7518 section 3.3. */
    private static final int LEAST_RSA_BITS = 2_048;

    private PassKeys() {}

    /**
     * Empty if the room takes no signed passes, but codes or addresses.
     *
     * @param property the full name of the settings
     */
    static Optional<JWTProcessor<SecurityContext>> of(String property, PassProperties passes, Ticker ticker) {
        var kinds = Stream.of(passes.secret(), passes.jwk(), passes.jwksUri())
                .filter(Objects::nonNull)
                .count();
        if (kinds == 0 && (passes.codes() || !passes.addresses().isEmpty())) {
            return Optional.empty();
        }
        if (kinds != 1) {
            throw new InvalidSettingException(
                    property, "must have one of secret, jwk and jwks-uri, has " + kinds, "{ secret: ${PASS_SECRET} }");
        }
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms(property, passes), keys(property, passes, ticker)));
        processor.setJWTClaimsSetVerifier((claims, context) -> {}); // by our own clock, see Passes
        return Optional.of(processor);
    }

    private static Set<JWSAlgorithm> algorithms(String property, PassProperties passes) {
        var isSecret = passes.secret() != null;
        var known = isSecret ? OF_SECRETS : OF_KEYS;
        var usual = isSecret ? List.of("HS256") : List.of("RS256", "ES256");
        var names = passes.algorithms().isEmpty() ? usual : passes.algorithms();
        for (var name : names) {
            if (!known.contains(name)) {
                throw new InvalidSettingException(
                        property + ".algorithms",
                        "must be among " + known.stream().sorted().toList() + " with a " + (isSecret ? "secret" : "key")
                                + ", was " + name,
                        usual.get(0));
            }
        }
        return names.stream().map(JWSAlgorithm::parse).collect(Collectors.toUnmodifiableSet());
    }

    private static JWKSource<SecurityContext> keys(String property, PassProperties passes, Ticker ticker) {
        if (passes.secret() != null) {
            return new ImmutableSecret<>(secret(property, passes.secret(), passes));
        }
        if (passes.jwk() != null) {
            return new ImmutableJWKSet<>(inline(property + ".jwk", passes.jwk()));
        }
        return remote(property + ".jwks-uri", Objects.requireNonNull(passes.jwksUri()), ticker);
    }

    /** As many bits as the hash of the signature has (RFC 7518 section 3.2). */
    private static byte[] secret(String property, String secret, PassProperties passes) {
        var bytes = secret.getBytes(UTF_8);
        for (var algorithm : algorithms(property, passes)) {
            var least = Integer.parseInt(algorithm.getName().substring(2)) / Byte.SIZE;
            if (bytes.length < least) {
                throw new InvalidSettingException(
                        property + ".secret",
                        "must have " + least + " bytes or more for " + algorithm + ", has " + bytes.length,
                        "what openssl rand -base64 48 prints");
            }
        }
        return bytes;
    }

    private static JWKSet inline(String property, String json) {
        try {
            var keys = json.contains("\"keys\"") ? JWKSet.parse(json) : new JWKSet(JWK.parse(json));
            var isUsable = !keys.isEmpty() && keys.getKeys().stream().allMatch(PassKeys::isPublic);
            if (isUsable) {
                return keys;
            }
        } catch (ParseException unreadable) {
            // The same is wrong with it, as far as its writer is concerned.
        }
        throw new InvalidSettingException(
                property,
                "must be a public JSON Web Key, RSA of 2048 bits or more or EC, or a set of such",
                "'{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"...\",\"y\":\"...\"}'");
    }

    /** Whether passes may be checked with it: a public key, and one of RSA that is long enough. */
    static boolean isPublic(JWK key) {
        return key instanceof AsymmetricJWK
                && !key.isPrivate()
                && !(key instanceof RSAKey rsa && rsa.size() < LEAST_RSA_BITS);
    }

    private static JWKSource<SecurityContext> remote(String property, URI uri, Ticker ticker) {
        if (!Loopback.isHttpsOrLoopback(uri)) {
            throw new InvalidSettingException(
                    property,
                    "must be https, or http on a loopback host, was " + uri,
                    "https://shop.example/.well-known/jwks.json");
        }
        return new PublishedKeys(uri, ticker);
    }
}
