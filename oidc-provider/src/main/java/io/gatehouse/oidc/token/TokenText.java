package io.gatehouse.oidc.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The form of codes and tokens: 22 characters that name the family of one login, then 43 characters of
 * secret. One look into the store finds a token's family.
 *
 * <p>A code's secret is random. A token's secret consists of the number of its issue (4 bytes), its scopes (2
 * bytes), and a keyed digest of these and the family (26 bytes). All nodes write the same token for the same
 * issue, so simultaneous refreshes need not know of each other. An old refresh token can be told from an
 * invented one, although neither is stored.
 */
final class TokenText {

    /** The use of a token; each has a key of its own. */
    enum Kind {
        ACCESS,
        REFRESH,
        /** The id of a JWT: no secret, good for nothing without the signature around it. */
        JWT_ID
    }

    /** The content of a token: its use, the issue in its family, from 0, and its scopes as {@link TokenFamily#bits}. */
    record TokenContent(Kind kind, int issue, int scopes) {}

    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");
    private static final int FAMILY = 22;
    private static final int DIGEST = 26;
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{65}");
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SecureRandom random;
    private final MasterKey master;
    private final OwnJwts jwts;

    TokenText(SecureRandom random, MasterKey master, OwnJwts jwts) {
        this.random = random;
        this.master = master;
        this.jwts = jwts;
    }

    String newFamily() {
        return RandomBytes.base64Url(16, random);
    }

    /** A code that begins a family. */
    String code() {
        return newFamily() + RandomBytes.base64Url(32, random);
    }

    /** The token of this kind that comes with an issue of this family. */
    String token(String family, TokenContent said) {
        var secret = ByteBuffer.allocate(6 + DIGEST).putInt(said.issue).putShort((short) said.scopes);
        var text = family + Arrays.toString(Arrays.copyOf(secret.array(), 6));
        var digest = master.fingerprint("token-" + said.kind, text.getBytes(US_ASCII));
        return family + BASE64.encodeToString(secret.put(digest, 0, DIGEST).array());
    }

    /**
     * The content of a presented token; empty when we have not written it, as with codes. An id alone is no
     * token, because every reader of a JWT may write it into a log.
     */
    Optional<TokenContent> read(String token) {
        return isOpaque(token)
                ? opened(token).filter(said -> said.kind != Kind.JWT_ID)
                : jwts.read(token, ACCESS_TOKEN)
                        .map(JWTClaimsSet::getJWTID)
                        .flatMap(this::opened)
                        .filter(said -> said.kind == Kind.JWT_ID)
                        .map(said -> new TokenContent(Kind.ACCESS, said.issue, said.scopes));
    }

    private Optional<TokenContent> opened(String token) {
        if (!isOpaque(token)) {
            return Optional.empty();
        }
        var family = token.substring(0, FAMILY);
        var secret = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token.substring(FAMILY)));
        var issue = secret.getInt();
        var scopes = Short.toUnsignedInt(secret.getShort());
        return Stream.of(Kind.values())
                .map(kind -> new TokenContent(kind, issue, scopes))
                .filter(said -> Digests.isEqual(token(family, said), token))
                .findFirst();
    }

    static boolean isOpaque(String token) {
        return FORM.matcher(token).matches();
    }

    /** The family of a code, an opaque token or a JWT of ours, none of them checked; empty for anything else. */
    static Optional<String> family(String token) {
        if (isOpaque(token)) {
            return Optional.of(token.substring(0, FAMILY));
        }
        try {
            return Optional.ofNullable(SignedJWT.parse(token).getJWTClaimsSet().getJWTID())
                    .filter(TokenText::isOpaque)
                    .map(id -> id.substring(0, FAMILY));
        } catch (ParseException | IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }
}
