package io.gatehouse.panel.operator;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.springframework.http.ResponseCookie;

/**
 * Remembers, between password and second factor, whose password was right: in a cookie of a kind of its own,
 * which opens nothing but the page that asks for the second factor.
 */
final class HalfSignIn {

    private static final Duration LASTS = Duration.ofMinutes(10);

    private static final String STAMP = "pwd";
    private static final String BACK = "back";

    private final CookieSigner signer;
    private final Operators operators;
    private final SecureRandom random;
    private final OwnCookie cookie;

    /**
     * The content of the cookie.
     *
     * @param id random, one for each
     * @param back where to go then
     */
    record Half(String name, String id, String back) {}

    HalfSignIn(MasterKey master, Operators operators, SecureRandom random, Issuer issuer) {
        this.signer = new CookieSigner(master, "operator-half-sign-in");
        this.operators = operators;
        this.random = random;
        this.cookie = OwnCookie.of("gatehouse-second-step", "Strict", issuer);
    }

    ResponseCookie write(String name, String back, Instant now) {
        var claims = new JWTClaimsSet.Builder()
                .subject(name)
                .jwtID(RandomBytes.base64Url(16, random))
                .claim(STAMP, operators.stamp(name).orElse(""))
                .claim(BACK, PanelPaths.safeReturn(back))
                .expirationTime(Date.from(now.plus(LASTS)))
                .build();
        return cookie.with(signer.sign(claims)).maxAge(LASTS).build();
    }

    /**
     * The operator whose password this browser has shown; empty without one, too late, or with another
     * password by now.
     */
    Optional<Half> read(HttpServletRequest request, Instant now) {
        return CookieHeader.values(request, cookie.name())
                .flatMap(value -> signer.verify(value, now).stream())
                .filter(this::isOfToday)
                .map(claims -> new Half(claims.getSubject(), claims.getJWTID(), String.valueOf(claims.getClaim(BACK))))
                .findFirst();
    }

    private boolean isOfToday(JWTClaimsSet claims) {
        return operators
                .stamp(claims.getSubject())
                .filter(stamp -> stamp.equals(claims.getClaim(STAMP)))
                .isPresent();
    }

    ResponseCookie gone() {
        return cookie.gone();
    }
}
