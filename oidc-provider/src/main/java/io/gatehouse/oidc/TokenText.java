package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jwt.SignedJWT;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How codes and tokens are written: 22 characters that name the family of everything that came of one login, then 43
 * characters of secret. So one look into the store finds a token's family; the store keeps nothing but digests.
 */
final class TokenText {

    private static final int FAMILY = 22;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{65}");
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SecureRandom random;

    TokenText(SecureRandom random) {
        this.random = random;
    }

    String newFamily() {
        return text(16);
    }

    /** A new code or token of this family. */
    String token(String family) {
        return family + text(32);
    }

    /** The family of a code, an opaque token or a JWT of ours; empty for anything else. */
    static Optional<String> family(String token) {
        if (FORM.matcher(token).matches()) {
            return Optional.of(token.substring(0, FAMILY));
        }
        try {
            return Optional.ofNullable(SignedJWT.parse(token).getJWTClaimsSet().getJWTID())
                    .filter(id -> FORM.matcher(id).matches())
                    .map(id -> id.substring(0, FAMILY));
        } catch (ParseException | IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /** What is kept of a token. */
    static String digest(String token) {
        try {
            return BASE64.encodeToString(MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private String text(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return BASE64.encodeToString(bytes);
    }
}
