package io.gatehouse.browser;

import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.CookieHeader;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/**
 * Tells one browser from another, and whether it has been closed meanwhile, by two cookies beside the place
 * cookie. Their values are no secret and open nothing.
 *
 * <p><b>Its session</b> is named by a cookie that ends with it. Most sites keep a pending login in such a
 * cookie: when ours is gone, so is theirs, and their old request must not be answered any more. The place
 * cookie outlasts the session and keeps the place.
 *
 * <p><b>The browser</b> is named by a cookie that lasts as long as the place cookie, and is the same for all
 * rooms. A copied place cookie comes without it, or with another: so the number of browsers of one admission
 * is known. Like the place it is given at first in a cookie of another name, and before it is needed: of many
 * tabs that begin at once none takes the name away from one that has passed.
 */
public final class BrowserSession {

    private static final String SESSION = "session";
    private static final String BROWSER = "browser";
    private static final String BEGINNING = "try";
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{22}");

    private final boolean isSecure;
    private final SecureRandom random;

    public BrowserSession(Issuer issuer, SecureRandom random) {
        this.isSecure = issuer.isSecure();
        this.random = random;
    }

    /** The name of the browser's session; empty when it has none, or an odd one. */
    public Optional<String> read(HttpServletRequest request) {
        return read(request, SESSION);
    }

    /** The same; gives the browser one if it has none. Of two tabs that ask at once the later answer stays. */
    public String start(HttpServletRequest request, HttpServletResponse response) {
        return read(request).orElseGet(() -> begin(response));
    }

    /** The name of the browser; empty when it has none, or an odd one. */
    public Optional<String> browser(HttpServletRequest request) {
        return read(request, BROWSER).or(() -> read(request, BEGINNING));
    }

    /** The same; makes one up if it has none, which the browser is to {@linkplain #keep keep} if it is of use. */
    public String browserOrNew(HttpServletRequest request) {
        return browser(request).orElseGet(this::random);
    }

    /** Gives the browser a name if it has none, for a quarter of an hour at first. */
    public void startBrowser(HttpServletRequest request, HttpServletResponse response) {
        if (browser(request).isEmpty()) {
            write(cookie(BEGINNING, random()).maxAge(PlaceCookies.BEGINNING), response);
        }
    }

    /** Lets the browser keep this name for as long as its place from now on. */
    public void keep(String browser, HttpServletResponse response) {
        write(cookie(BROWSER, browser).maxAge(PlaceCookies.LIFETIME), response);
    }

    private Optional<String> read(HttpServletRequest request, String kind) {
        return CookieHeader.values(request, name(kind))
                .filter(value -> VALUE.matcher(value).matches())
                .findFirst();
    }

    private String begin(HttpServletResponse response) {
        var session = random();
        write(cookie(SESSION, session), response);
        return session;
    }

    private ResponseCookie.ResponseCookieBuilder cookie(String kind, String value) {
        return ResponseCookie.from(name(kind), value)
                .path("/")
                .secure(isSecure)
                .httpOnly(true)
                .sameSite("Lax");
    }

    private static void write(ResponseCookie.ResponseCookieBuilder cookie, HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.build().toString());
    }

    private String random() {
        return RandomBytes.base64Url(16, random);
    }

    private String name(String kind) {
        return (isSecure ? "__Host-" : "") + "gatehouse-" + kind;
    }
}
