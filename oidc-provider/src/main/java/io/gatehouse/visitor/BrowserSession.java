package io.gatehouse.visitor;

import io.gatehouse.secret.RandomBytes;
import io.gatehouse.web.CookieHeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * Tells whether a browser has been closed meanwhile, by a cookie that ends with the browser's session. Most sites keep a
 * pending login in such a cookie: when ours is gone, so is theirs, and their old request must not be answered any more.
 * The place is kept by the place cookie, which outlasts the session. The value is nobody's secret and opens nothing.
 */
public final class BrowserSession {

    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{22}");

    private final boolean isSecure;
    private final SecureRandom random;

    BrowserSession(boolean isSecure, SecureRandom random) {
        this.isSecure = isSecure;
        this.random = random;
    }

    /** The name of the browser's session; empty when it has none, or an odd one. */
    public Optional<String> read(HttpServletRequest request) {
        return CookieHeader.values(request, name())
                .filter(value -> VALUE.matcher(value).matches())
                .findFirst();
    }

    /** The same; gives the browser one if it has none. Of two tabs that ask at once the later answer stays. */
    public String start(HttpServletRequest request, HttpServletResponse response) {
        return read(request).orElseGet(() -> begin(response));
    }

    private String begin(HttpServletResponse response) {
        var value = RandomBytes.base64Url(16, random);
        var header = ResponseCookie.from(name(), value)
                .path("/")
                .secure(isSecure)
                .httpOnly(true)
                .sameSite("Lax")
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, header.toString());
        return value;
    }

    private String name() {
        return (isSecure ? "__Host-" : "") + "gatehouse-session";
    }
}
