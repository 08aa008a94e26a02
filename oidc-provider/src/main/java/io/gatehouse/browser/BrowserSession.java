package io.gatehouse.browser;

import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
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

    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{22}");

    private final OwnCookie session;
    private final OwnCookie browser;
    private final OwnCookie beginning;
    private final SecureRandom random;

    public BrowserSession(Issuer issuer, SecureRandom random) {
        this.session = OwnCookie.of("gatehouse-session", "Lax", issuer);
        this.browser = OwnCookie.of("gatehouse-browser", "Lax", issuer);
        this.beginning = OwnCookie.of("gatehouse-try", "Lax", issuer);
        this.random = random;
    }

    /** The name of the browser's session; empty when it has none, or an odd one. */
    public Optional<String> read(HttpServletRequest request) {
        return read(request, session);
    }

    /** The name of the session, which begins if there is none. Of two tabs that ask at once the later answer stays. */
    public String start(HttpServletRequest request, HttpServletResponse response) {
        return read(request).orElseGet(() -> begin(response));
    }

    /** The name of the browser; empty when it has none, or an odd one. */
    public Optional<String> browser(HttpServletRequest request) {
        return read(request, browser).or(() -> read(request, beginning));
    }

    /** The name of the browser, or a new one, which the browser is to {@linkplain #keep keep} if it is of use. */
    public String browserOrNew(HttpServletRequest request) {
        return browser(request).orElseGet(this::random);
    }

    /** Gives the browser a name if it has none, for a quarter of an hour at first. */
    public void startBrowser(HttpServletRequest request, HttpServletResponse response) {
        if (browser(request).isEmpty()) {
            write(beginning.with(random()).maxAge(PlaceCookies.BEGINNING), response);
        }
    }

    /** Lets the browser keep this name for as long as its place from now on. */
    public void keep(String name, HttpServletResponse response) {
        write(browser.with(name).maxAge(PlaceCookies.LIFETIME), response);
    }

    private static Optional<String> read(HttpServletRequest request, OwnCookie own) {
        return CookieHeader.values(request, own.name())
                .filter(value -> VALUE.matcher(value).matches())
                .findFirst();
    }

    private String begin(HttpServletResponse response) {
        var name = random();
        write(session.with(name), response);
        return name;
    }

    private static void write(ResponseCookie.ResponseCookieBuilder cookie, HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.build().toString());
    }

    private String random() {
        return RandomBytes.base64Url(16, random);
    }
}
