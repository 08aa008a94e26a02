package io.gatehouse.oidc.token;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.oidc.key.OwnJwts;
import io.gatehouse.oidc.token.TokenText.Kind;
import io.gatehouse.oidc.token.TokenText.TokenContent;
import java.util.Optional;

/**
 * Reads presented tokens: opaque ones as they stand, JWT access tokens by their id. An id alone is no token,
 * because every reader of a JWT may write it into a log.
 */
final class TokenReader {

    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    private final TokenText texts;
    private final OwnJwts jwts;

    TokenReader(TokenText texts, OwnJwts jwts) {
        this.texts = texts;
        this.jwts = jwts;
    }

    /** What the token says of itself; empty when we have not written it, as with codes. */
    Optional<TokenContent> read(String token) {
        return TokenText.isOpaque(token)
                ? texts.read(token).filter(said -> said.kind() != Kind.JWT_ID)
                : jwts.read(token, ACCESS_TOKEN)
                        .map(JWTClaimsSet::getJWTID)
                        .flatMap(texts::read)
                        .filter(said -> said.kind() == Kind.JWT_ID)
                        .map(said -> new TokenContent(Kind.ACCESS, said.issue(), said.scopes()));
    }
}
