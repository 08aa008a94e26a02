package io.gatehouse.oidc.authorize;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.AddressLimit;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.PlaceId;
import io.gatehouse.site.RequestName;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands where other providers show a login form. It parks the request of a visitor who is not admitted, and
 * sends the browser to the line. An admitted visitor who has to show that they are still there is sent to the
 * page for that.
 *
 * <p>The request travels with the browser, in a sealed cookie beside the first one of its place, and nothing
 * is stored for it. While the room gives no places, a visitor without a place is sent to the page that says
 * so, and nothing is parked.
 *
 * <p>Some requests need the store: long ones, pushed ones, and those of sites without re-entry. Only a
 * browser that has shown that it keeps cookies may use it: one without a cookie gets one, and comes here
 * again. An address may store a bounded amount. Beyond it the request is not parked: its visitor waits as
 * usual, and goes on by the site's entry. For an admitted visitor one request of each site is stored at any
 * time.
 *
 * <p>The filter comes right after those that identify the visitor and write the headers. The filters behind
 * it cost more, and serve admitted visitors only.
 */
@FilterRegistration(enabled = false) // it stands in the chain of the provider
public final class ParkingFilter extends OncePerRequestFilter {

    private static final AuthorizationRequestRules.Refusal LOGIN_REQUIRED =
            new AuthorizationRequestRules.Refusal("login_required", "the visitor has not been admitted");

    private static final AuthorizationRequestRules.Refusal ACCESS_DENIED =
            new AuthorizationRequestRules.Refusal("access_denied", "the visitor has left the line");

    /** The end of the query of a browser whose visitor has left the line; no site uses this parameter. */
    static final String LEFT = "&gatehouse-left=true";

    /** The end of the query of a browser that got a cookie and came again; no site uses this parameter. */
    static final String COOKIE_SET = "&gatehouse-cookie=set";

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final ParkedRequests parked;
    private final Passes passes;
    private final AuthorizationResponses responses;
    private final AddressLimit limit;

    ParkingFilter(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            BrowserSession sessions,
            ParkedRequests parked,
            Passes passes,
            AuthorizationResponses responses,
            AddressLimits limits) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.sessions = sessions;
        this.parked = parked;
        this.passes = passes;
        this.responses = responses;
        this.limit = limits.parked();
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest http) {
        return !AuthorizationRequestFilter.isMeantBy(http);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest http, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (SecurityContextHolder.getContext().getAuthentication() != null) {
            chain.doFilter(http, response);
        } else if (!(http.getAttribute(AuthorizationRequest.ATTRIBUTE) instanceof AuthorizationRequest request)) {
            Navigation.refuse(response);
        } else if (request.isPromptNone() || request.claims().subject().isPresent() && !isInside(http)) {
            responses.error(request, LOGIN_REQUIRED, http, response);
        } else if (!Navigation.isNavigation(http)) {
            Navigation.refuse(response);
        } else if (request.site().isFapi() && query(http).endsWith(LEFT)) {
            parked.isAnswered(request);
            responses.error(request, ACCESS_DENIED, http, response);
        } else {
            sendToLine(request, http, response);
        }
    }

    private static boolean isInside(HttpServletRequest http) {
        return http.getAttribute(Reauthentication.DUE) != null;
    }

    private void sendToLine(AuthorizationRequest request, HttpServletRequest http, HttpServletResponse response) {
        var room = rooms.get(request.site().room().value());
        var name = parked.name(request);
        var pass = passes.among(
                room.id(),
                request.parameter(Passes.PARAMETER).orElse(null),
                request.parameter("login_hint").orElse(null));
        var cookie = cookies.read(http, room.id());
        if (isShutOut(room, cookie)) {
            seeOther(RoomPaths.enter(room.id(), name.toString()), request, response);
            return;
        }
        var isNew = cookies.isNeeded(http, room, () -> pass.isPresent() || passes.mayExempt(room.id(), http));
        var sent = query(http).replaceFirst(COOKIE_SET + "$", "");
        var query = pass.map(own -> Passes.without(own, sent)).orElse(sent);
        var line = line(room, name, pass);
        var isStored = ParkedRequests.isStored(request, query, line);
        if (isNew && isStored && !query(http).endsWith(COOKIE_SET)) {
            comeAgainWithCookies(room, http, response);
            return;
        }
        if (!isStored || !isNew && mayStore(query, http)) {
            var place = isNew ? start(room, http, response) : place(room, cookie.orElseThrow());
            var brought = parked.of(name, request.site(), place, sessions.start(http, response), query);
            parked.park(brought, request, line, response);
        }
        seeOther(isInside(http) ? again(name) : line, request, response);
    }

    /** Whether the room gives no places, and the visitor has none that goes on. */
    private boolean isShutOut(WaitingRoom room, Optional<PlaceCookie> cookie) {
        return boards.vacancy(room).isShut()
                && cookie.flatMap(known -> known.held(room)).isEmpty();
    }

    /** Shows whether the browser keeps cookies, before the store keeps anything for it. */
    private void comeAgainWithCookies(WaitingRoom room, HttpServletRequest http, HttpServletResponse response) {
        start(room, http, response);
        sessions.start(http, response);
        PageWriter.seeOther(Paths.AUTHORIZE + "?" + query(http) + COOKIE_SET, response);
    }

    /** Whether the limit of the browser's address lets the store keep this query; a visitor inside has no limit. */
    private boolean mayStore(String query, HttpServletRequest http) {
        return isInside(http)
                || limit.take(http.getRemoteAddr(), query.length()).isZero();
    }

    private PlaceId start(WaitingRoom room, HttpServletRequest http, HttpServletResponse response) {
        sessions.startBrowser(http, response);
        return cookies.startAnew(http, response, room.id()).id();
    }

    /** The id of the place that the browser holds, or will take. A cookie without a place asks no store. */
    private static PlaceId place(WaitingRoom room, PlaceCookie cookie) {
        return cookie.hasPlace() ? cookie.currentIn(room) : cookie.id();
    }

    private static String again(RequestName name) {
        return Query.append(Paths.AGAIN, Query.of(Map.of("request", name.toString())));
    }

    /** The line tells a browser that it keeps no cookies. */
    private static String line(WaitingRoom room, RequestName name, Optional<String> pass) {
        return Query.append(
                RoomPaths.enterWithCookie(room.id(), name.toString()),
                pass.map(own -> Query.of(Map.of(Passes.PARAMETER, own))).orElse(""));
    }

    private static String query(HttpServletRequest http) {
        return Objects.requireNonNull(http.getQueryString()); // it has a client_id
    }

    private static void seeOther(String address, AuthorizationRequest request, HttpServletResponse response) {
        PageWriter.seeOther(Query.append(address, Query.locales(request.parameter("ui_locales"))), response);
    }
}
