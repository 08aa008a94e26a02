package io.gatehouse.awsapi.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.oidc.gate.OtherTokens;
import io.gatehouse.oidc.key.SigningKey;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.secret.Digests;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/**
 * The tokens of this API. Their contents follow from the admission, which is made once, so repeated and
 * simultaneous calls get the same bytes (RSASSA-PKCS1-v1_5 is deterministic), and no store keeps them. They
 * are signed anew only long after their signing key was retired. A node remembers recent ones, because
 * clients may ask as often as they like, and three signatures are expensive.
 */
final class AwsTokens {

    @JsonNaming(SnakeCaseStrategy.class)
    record Answer(String accessToken, String refreshToken, String idToken, String tokenType, long expiresIn) {}

    /**
     * The purpose of a token: its {@code token_use}, which separates access and ID tokens. Their type is that
     * of the old tokens, because verifiers of clients, Nimbus' default among them, accept no other.
     */
    private enum Use {
        ACCESS("access", "JWT"),
        /** No client verifies it, and its own type keeps it apart (RFC 8725 section 3.11). */
        REFRESH("refresh", "refresh+jwt"),
        ID("id", "JWT");

        private final String word;
        private final String type;

        Use(String word, String type) {
            this.word = word;
            this.type = type;
        }
    }

    /**
     * The content of tokens.
     *
     * @param issuedAt the moment of the admission
     */
    record Content(
            String eventId, String requestId, String issuer, long queueNumber, Instant issuedAt, Instant expiresAt) {}

    private record Signing(Content content, String key) {}

    private record Signed(String access, String refresh, String id) {}

    /** An entry has about 3 KB. */
    private static final int MOST = 2_000;

    private final SigningKeys keys;
    private final Cache<Signing, Signed> signed =
            Caffeine.newBuilder().maximumSize(MOST).build();

    AwsTokens(SigningKeys keys) {
        this.keys = keys;
    }

    /** The tokens with this content; refused once they have expired. */
    Answer of(AwsRoom event, Content content, Instant now) {
        var left = content.expiresAt.getEpochSecond() - now.getEpochSecond();
        if (left <= 0) {
            throw new AwsErrorException(HttpStatus.GONE, AwsErrorException.TOKEN_EXPIRED);
        }
        var key = event.ownKey().orElseGet(() -> key(content.issuedAt));
        var tokens = signed.get(new Signing(content, key.getKeyID()), first -> sign(content, key));
        return new Answer(tokens.access, tokens.refresh, tokens.id, "Bearer", left);
    }

    private static Signed sign(Content content, JWK key) {
        return new Signed(sign(Use.ACCESS, content, key), sign(Use.REFRESH, content, key), sign(Use.ID, content, key));
    }

    /** The public key for tokens that are signed now. */
    JWK publicKey(AwsRoom event) {
        return event.ownKey()
                .orElseGet(() -> keys.active(JWSAlgorithm.RS256).jwk())
                .toPublicJWK();
    }

    /** The key that signed at that moment, as long as it is published; else the present one. */
    private JWK key(Instant then) {
        return keys.published().stream()
                .filter(key -> key.algorithm().equals(JWSAlgorithm.RS256) && key.isActive(then))
                .findFirst()
                .map(SigningKey::jwk)
                .orElseGet(() -> keys.active(JWSAlgorithm.RS256).jwk());
    }

    private static String sign(Use use, Content content, JWK key) {
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType(use.type))
                .keyID(key.getKeyID())
                .build();
        var claims = new JWTClaimsSet.Builder()
                .audience(content.eventId)
                .subject(content.requestId)
                .issuer(content.issuer)
                .issueTime(Date.from(content.issuedAt))
                .notBeforeTime(Date.from(content.issuedAt))
                .expirationTime(Date.from(content.expiresAt))
                .jwtID(Digests.sha256(use.word + " " + content.requestId + " " + content.issuedAt.getEpochSecond()))
                .claim("queue_position", content.queueNumber)
                .claim("token_use", use.word)
                .build();
        try {
            var token = new SignedJWT(header, claims);
            token.sign(new DefaultJWSSignerFactory().createJWSSigner(key, JWSAlgorithm.RS256));
            return token.serialize();
        } catch (JOSEException brokenKey) {
            throw new IllegalStateException(brokenKey);
        }
    }

    /**
     * Finds the visitor of an access token of this API, for the gate. The old authorizer accepted the
     * signature until the token expired; we also see that {@code update_session} has ended the visit. The
     * issuer does not matter, because callers may choose it.
     */
    record Visits(AwsRooms events, SigningKeys keys, RequestIds ids, Clock clock) implements OtherTokens {

        @Override
        public Optional<Holder> find(String token) {
            try {
                var jwt = SignedJWT.parse(token);
                var claims = jwt.getJWTClaimsSet();
                return claims.getAudience().stream()
                        .findFirst()
                        .flatMap(events::find)
                        .filter(event -> isAlive(claims) && isSigned(jwt, event))
                        .flatMap(event -> holder(event, claims));
            } catch (ParseException noneOfOurs) {
                return Optional.empty();
            }
        }

        private boolean isAlive(JWTClaimsSet claims) {
            var expires = claims.getExpirationTime();
            return Use.ACCESS.word.equals(claims.getClaim("token_use"))
                    && expires != null
                    && expires.toInstant().isAfter(clock.instant());
        }

        /** The room's own key signs, or one of ours did before that key was imported. */
        private boolean isSigned(SignedJWT jwt, AwsRoom event) {
            var kid = jwt.getHeader().getKeyID();
            var ours = keys.published().stream()
                    .filter(key -> key.algorithm().equals(JWSAlgorithm.RS256))
                    .map(SigningKey::jwk);
            return Stream.concat(event.ownKey().stream(), ours)
                    .filter(key -> kid == null || key.getKeyID().equals(kid)) // The old stack left it out at times.
                    .anyMatch(key -> isSigned(jwt, key));
        }

        private static boolean isSigned(SignedJWT jwt, JWK key) {
            try {
                return jwt.getHeader().getAlgorithm().equals(JWSAlgorithm.RS256)
                        && jwt.verify(new RSASSAVerifier(key.toRSAKey()));
            } catch (JOSEException unfit) {
                return false;
            }
        }

        /** An id may take a new place in a new opening, for which the token was not made. */
        private Optional<Holder> holder(AwsRoom event, JWTClaimsSet claims) {
            return Optional.ofNullable(claims.getSubject())
                    .flatMap(ids::read)
                    .flatMap(event.room()::find)
                    .filter(place -> place.stage() == Stage.ADMITTED && isOf(place, claims))
                    .map(place -> new Holder(event.room().id(), place));
        }

        private static boolean isOf(Place place, JWTClaimsSet claims) {
            var issued = claims.getIssueTime();
            return issued != null
                    && place.admission()
                            .map(Admission::admittedAt)
                            .filter(then ->
                                    then.getEpochSecond() == issued.toInstant().getEpochSecond())
                            .isPresent();
        }
    }
}
