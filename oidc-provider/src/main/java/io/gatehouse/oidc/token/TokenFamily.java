package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that came of one login, as it lies in the store: the grant, a digest of its code, and the last
 * two issues of its tokens. The tokens themselves need not be kept, see {@link TokenText}.
 *
 * @param site the registered client's id
 * @param room where the visitor holds a place; absent for an API client
 * @param scopes that were granted; a refresh may ask for fewer, for its own access token
 * @param redirectUri of the authorization request
 * @param parameters of the authorization request: what the token call needs of it
 * @param authTime seconds; {@code auth_time} of all ID tokens of this login
 * @param latest the tokens that were given out last; absent until the code has been redeemed
 * @param before the tokens before those
 * @param key the thumbprint of the key to which its tokens are bound (RFC 9449); absent for bearer tokens
 * @param isRevoked whether all its tokens are void: a code or refresh token was used twice, or the site gave
 *     one back
 */
record TokenFamily(
        String site,
        String grantType,
        String subject,
        @Nullable String room,
        @Nullable String place,
        Set<String> scopes,
        @Nullable String redirectUri,
        Map<String, String> parameters,
        long authTime,
        @Nullable Code code,
        @Nullable Issue latest,
        @Nullable Issue before,
        @Nullable String key,
        boolean isRevoked) {

    private static final int MOST_SCOPES = 16;

    /** A code by the digest of its text, with times in milliseconds. */
    record Code(String digest, long issuedAt, long expiresAt, boolean isSpent) {

        boolean is(String text) {
            return Digests.isEqual(digest, Digests.sha256(text));
        }
    }

    /**
     * Tokens that were given out together.
     *
     * @param number from 0, one more with each refresh
     * @param mark random: of two nodes that write the same issue in the same millisecond, each knows its own
     *     bytes
     * @param issuedAt milliseconds; for the first time, if they were given out more than once
     * @param accessUntil milliseconds
     * @param refreshUntil milliseconds; 0 when there is no refresh token
     */
    record Issue(int number, long mark, long issuedAt, long accessUntil, long refreshUntil) {

        /** This issue with an access token that lasts until then. */
        Issue lasting(Instant until) {
            return new Issue(number, mark, issuedAt, until.toEpochMilli(), refreshUntil);
        }
    }

    /** The visitor whose login it is; empty for an API client. */
    Optional<AdmissionAuthentication> holder() {
        return room == null || place == null
                ? Optional.empty()
                : Optional.of(new AdmissionAuthentication(
                        subject,
                        new RoomId(room),
                        new PlaceId(UUID.fromString(place)),
                        Instant.ofEpochSecond(authTime)));
    }

    /** This family with its tokens revoked. */
    TokenFamily revoked() {
        return new TokenFamily(
                site,
                grantType,
                subject,
                room,
                place,
                scopes,
                redirectUri,
                parameters,
                authTime,
                code,
                latest,
                before,
                key,
                true);
    }

    /** The issue of this number, if it is one of the last two. */
    Optional<Issue> issue(int number) {
        return Stream.of(Optional.ofNullable(latest), Optional.ofNullable(before))
                .flatMap(Optional::stream)
                .filter(issue -> issue.number == number)
                .findFirst();
    }

    /** The end of its last token, in milliseconds. */
    long expiresAt() {
        var codeUntil = code == null ? 0 : code.expiresAt;
        return latest == null ? codeUntil : Math.max(codeUntil, Math.max(latest.accessUntil, latest.refreshUntil));
    }

    /** Some of the granted scopes as bits, in the order of the alphabet; 0 stands for all of them. */
    static int bits(Set<String> granted, Set<String> some) {
        if (some.containsAll(granted)) {
            return 0;
        }
        if (some.isEmpty() || granted.size() > MOST_SCOPES) {
            throw new IllegalArgumentException("cannot write " + some + " of " + granted);
        }
        var bits = 0;
        var bit = 1;
        for (var scope : new TreeSet<>(granted)) {
            bits |= some.contains(scope) ? bit : 0;
            bit <<= 1;
        }
        return bits;
    }

    /** The scopes that these bits stand for. */
    Set<String> scopes(int bits) {
        return scopes.stream()
                .filter(scope -> bits == 0 || (bits & bits(scopes, Set.of(scope))) != 0)
                .collect(Collectors.toSet());
    }
}
