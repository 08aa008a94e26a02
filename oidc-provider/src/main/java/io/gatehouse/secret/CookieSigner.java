package io.gatehouse.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.time.Instant;
import java.util.Optional;

/**
 * Signs the claims of a cookie, as a JWT under a key of its own (HS256), and accepts only cookies that it has
 * signed, byte for byte: so it never reads the header, and a cookie costs one HMAC.
 */
public final class CookieSigner {

    private static final String HEADER = new JWSHeader(JWSAlgorithm.HS256).toBase64URL() + ".";

    private final MasterKey master;
    private final String purpose;

    /** @param purpose names the kind of cookie; a cookie of another kind is not believed */
    public CookieSigner(MasterKey master, String purpose) {
        this.master = master;
        this.purpose = purpose;
    }

    /** The cookie's value. The claims should have an expiry. */
    public String sign(JWTClaimsSet claims) {
        return signed(HEADER + claims.toPayload().toBase64URL());
    }

    /** The claims of the cookie; empty when it is foreign, altered, expired or unreadable. */
    public Optional<JWTClaimsSet> verify(String cookie, Instant now) {
        var end = cookie.lastIndexOf('.');
        if (!cookie.startsWith(HEADER)
                || end < HEADER.length()
                || !Digests.isEqual(signed(cookie.substring(0, end)), cookie)) {
            return Optional.empty();
        }
        try {
            var claims = JWTClaimsSet.parse(new Base64URL(cookie.substring(HEADER.length(), end)).decodeToString());
            var expires = claims.getExpirationTime();
            return expires == null || !expires.toInstant().isAfter(now) ? Optional.empty() : Optional.of(claims);
        } catch (ParseException signedByUsButUnreadable) {
            return Optional.empty();
        }
    }

    private String signed(String text) {
        return text + "." + Base64URL.encode(master.fingerprint(purpose, text.getBytes(UTF_8)));
    }
}
