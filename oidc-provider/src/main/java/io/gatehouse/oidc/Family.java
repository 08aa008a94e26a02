package io.gatehouse.oidc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that came of one login, as it lies in the store: the grant, and digests of its code and tokens.
 *
 * @param site the registered client's id
 * @param room where the visitor holds a place; absent for a script
 * @param redirectUri of the authorize request
 * @param parameters of the authorize request: what the token call needs of it
 * @param authTime seconds; {@code auth_time} of all ID tokens of this login
 */
record Family(
        String site,
        String grantType,
        String subject,
        @Nullable String room,
        @Nullable String place,
        Set<String> scopes,
        @Nullable String redirectUri,
        Map<String, String> parameters,
        long authTime,
        @Nullable Token code,
        @Nullable Token access,
        @Nullable Token refresh) {

    /**
     * A code or token.
     *
     * @param digest of its text
     * @param issuedAt milliseconds
     * @param expiresAt milliseconds
     * @param isSpent whether it has been used up or revoked
     */
    record Token(String digest, long issuedAt, long expiresAt, boolean isSpent) {

        boolean is(String text) {
            return MessageDigest.isEqual(
                    digest.getBytes(US_ASCII), TokenText.digest(text).getBytes(US_ASCII));
        }

        Token spent() {
            return new Token(digest, issuedAt, expiresAt, true);
        }
    }

    /** The same with its tokens revoked: a code was used twice, or the site gave a token back. */
    Family revoked() {
        return new Family(
                site,
                grantType,
                subject,
                room,
                place,
                scopes,
                redirectUri,
                parameters,
                authTime,
                spent(code),
                spent(access),
                spent(refresh));
    }

    /** Whether it is the same login with a new refresh token in the place of the one before. */
    boolean isRefreshOf(Family before) {
        return refresh != null && before.refresh != null && !refresh.digest.equals(before.refresh.digest);
    }

    /** When the last of its tokens expires, in milliseconds. */
    long expiresAt() {
        return tokens().stream().mapToLong(Token::expiresAt).max().orElse(0);
    }

    List<Token> tokens() {
        return Stream.of(Optional.ofNullable(code), Optional.ofNullable(access), Optional.ofNullable(refresh))
                .flatMap(Optional::stream)
                .toList();
    }

    private static @Nullable Token spent(@Nullable Token token) {
        return token == null ? null : token.spent();
    }
}
