package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * Checks that a browser keeps cookies before it takes a place: gives it a cookie, and sends it to the same
 * address again. The same redirect moves a pass from the address into a cookie.
 */
final class CookieCheck {

    /** The value of the parameter {@code cookie} after an outdated cookie was replaced. */
    private static final String REPLACED = "replaced";

    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Passes passes;
    private final Boards boards;
    private final PageWriter pages;

    CookieCheck(PlaceCookies cookies, BrowserSession sessions, Passes passes, Boards boards, PageWriter pages) {
        this.cookies = cookies;
        this.sessions = sessions;
        this.passes = passes;
        this.boards = boards;
        this.pages = pages;
    }

    /**
     * Whether the browser has to come again, or cannot go on because it keeps no cookies; then the answer is
     * written.
     *
     * @param cookie the cookie that came with this request
     * @param hasPlace whether it stands for a place that has not ended
     * @param shown the pass in this request's address, if there is one
     */
    boolean answers(Optional<PlaceCookie> cookie, boolean hasPlace, Optional<String> shown, Exchange exchange)
            throws IOException {
        var room = exchange.room().id();
        var marker = exchange.parameter("cookie");
        var isOutdated = cookie.isPresent()
                && !hasPlace
                && shown.isEmpty()
                && cookies.isNeeded(exchange.http(), exchange.room(), () -> passes.mayExempt(room, exchange.http()));
        if (isOutdated && !marker.equals(REPLACED)) {
            cookies.startAnew(exchange.http(), exchange.response(), room);
            exchange.seeOther(Query.append(RoomPaths.enter(room, exchange.request()), "cookie=" + REPLACED));
        } else if (shown.isPresent() || cookie.isEmpty() && marker.isEmpty()) {
            shown.ifPresent(pass -> passes.keep(room, pass, exchange.response()));
            if (cookie.isEmpty() && marker.isEmpty()) {
                cookies.start(exchange.http(), exchange.response(), room);
                sessions.startBrowser(exchange.http(), exchange.response());
            }
            exchange.seeOther(RoomPaths.enterWithCookie(room, exchange.request()));
        } else if (cookie.isEmpty() || isOutdated) {
            var page = pages.message("cookies", exchange.http())
                    .in(boards.of(exchange.room()))
                    .link("try-again", URI.create(RoomPaths.enter(room, exchange.request())));
            pages.write(page, HttpServletResponse.SC_OK, exchange.response());
        } else {
            return false;
        }
        return true;
    }
}
