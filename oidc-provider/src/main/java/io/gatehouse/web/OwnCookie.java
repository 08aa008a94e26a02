package io.gatehouse.web;

import io.gatehouse.setting.Issuer;
import java.time.Duration;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseCookie.ResponseCookieBuilder;

/**
 * A cookie for this very host and no script. Where the issuer is https its name says so: {@code __Host-}
 * binds it to the host (RFC 6265bis, 4.1.3.2).
 */
public record OwnCookie(String name, boolean isSecure, String sameSite) {

    public static OwnCookie of(String name, String sameSite, Issuer issuer) {
        return new OwnCookie(issuer.isSecure() ? "__Host-" + name : name, issuer.isSecure(), sameSite);
    }

    /** The cookie with this value; it lasts as long as the browser runs, unless the caller sets an age. */
    public ResponseCookieBuilder with(String value) {
        return ResponseCookie.from(name, value)
                .path("/")
                .httpOnly(true)
                .secure(isSecure)
                .sameSite(sameSite);
    }

    /** Tells the browser to forget it. */
    public ResponseCookie gone() {
        return with("").maxAge(Duration.ZERO).build();
    }
}
