package io.gatehouse.pass;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.ImmutableSecret;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import io.gatehouse.jwk.PublicKeys;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.time.Ticker;
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
        var known = isSecret ? OF_SECRETS : PublicKeys.ALGORITHMS;
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
            return PublicKeys.inline(property + ".jwk", passes.jwk());
        }
        return PublicKeys.at(property + ".jwks-uri", Objects.requireNonNull(passes.jwksUri()), ticker);
    }

    /** The secret, which must have as many bits as the hash of the signature (RFC 7518 section 3.2). */
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
}
