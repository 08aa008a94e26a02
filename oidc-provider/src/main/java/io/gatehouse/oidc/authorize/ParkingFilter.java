package io.gatehouse.oidc.authorize;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.AddressLimit;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.PlaceId;
import io.gatehouse.site.Entries;
import io.gatehouse.site.Site;
import io.gatehouse.visitor.EnterEndpoint;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands where others show a login form: keeps the request of nobody for a while and sends the browser to the line. A browser that
 * comes without a cookie is given one and sent here again first, so that nothing is kept for one that keeps none. A visitor
 * who is inside, and is to show that they are still there, is sent to the page for that.
 *
 * <p>While the room is closed, who has no place is sent to where they are told so: nothing is kept for them.
 *
 * <p>What an address block may have parked is bounded. Beyond that a request is not kept, and its visitor waits like all
 * others and goes by the site's entry. Those who are inside are few enough: for each of them and a site one is kept.
 *
 * <p>It comes right after the filters that say who it is and write the headers: what follows is for those who are admitted,
 * and costs more than all that happens here.
 */
public final class ParkingFilter extends OncePerRequestFilter {

    private static final AuthorizationRequestRules.Refusal LOGIN_REQUIRED =
            new AuthorizationRequestRules.Refusal("login_required", "the visitor has not been admitted");

    /** At the end of the query of a browser that has been sent here again; a site says no such thing. */
    static final String COOKIE_SET = "&gatehouse-cookie=set";

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final ParkedRequests parked;
    private final Passes passes;
    private final Entries entries;
    private final AuthorizationResponses responses;
    private final AddressLimit limit;

    ParkingFilter(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            BrowserSession sessions,
            ParkedRequests parked,
            Passes passes,
            Entries entries,
            AuthorizationResponses responses,
            AddressLimit limit) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.sessions = sessions;
        this.parked = parked;
        this.passes = passes;
        this.entries = entries;
        this.responses = responses;
        this.limit = limit;
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
        } else {
            goOn(request, http, response);
        }
    }

    private static boolean isInside(HttpServletRequest http) {
        return http.getAttribute(Reauthentication.DUE) != null;
    }

    private void goOn(AuthorizationRequest request, HttpServletRequest http, HttpServletResponse response) {
        var site = request.site();
        var query = Objects.requireNonNull(http.getQueryString()); // it has a client_id
        var cookie = cookies.read(http, site.room());
        var name = parked.name(
                site, entries.target(site, request.parameter("target_link_uri"), request.parameter("entry")));
        var pass = passes.among(
                site.room(),
                request.parameter(Passes.PARAMETER).orElse(null),
                request.parameter("login_hint").orElse(null));
        var room = rooms.get(site.room().value());
        if (boards.vacancy(room).isShut() && !EnterEndpoint.hasPlace(room, cookie)) {
            PageWriter.seeOther(Query.append(RoomPaths.enter(room.id(), name.toString()), locales(request)), response);
            return;
        }
        if (!query.endsWith(COOKIE_SET) && begins(room, cookie, pass, http)) {
            cookies.startAnew(http, response, site.room());
            sessions.start(http, response);
            sessions.startBrowser(http, response);
            PageWriter.seeOther(Paths.AUTHORIZE + "?" + query + COOKIE_SET, response);
            return;
        }
        if (cookie.isPresent()
                && (isInside(http)
                        || limit.take(http.getRemoteAddr(), query.length()).isZero())) {
            var asSent = query.endsWith(COOKIE_SET) ? query.substring(0, query.length() - COOKIE_SET.length()) : query;
            var kept = pass.map(own -> without(own, asSent)).orElse(asSent);
            parked.park(name, site, place(site, cookie.get()), sessions.start(http, response), kept);
        }
        // Who keeps no cookie is told so in the line.
        var next = isInside(http)
                ? Query.append(Paths.AGAIN, Query.of(Map.of("request", name.toString())))
                : Query.append(
                        EnterEndpoint.address(site.room(), name.toString()),
                        pass.map(own -> Query.of(Map.of(Passes.PARAMETER, own))).orElse(""));
        PageWriter.seeOther(Query.append(next, locales(request)), response);
    }

    /** A cookie from before a lobby is replaced by one that says the network; a pass belongs to the cookie that used it. */
    private boolean begins(
            WaitingRoom room, Optional<PlaceCookie> cookie, Optional<String> pass, HttpServletRequest http) {
        return cookie.map(known ->
                        pass.isEmpty() && !passes.mayExempt(room.id(), http) && cookies.isOfBefore(room, known))
                .orElse(true);
    }

    /** The query without the parameter that brought the pass: it is shown in the line, and no other address has it. */
    private static String without(String pass, String query) {
        return Stream.of(query.split("&"))
                .filter(parameter -> !bears(pass, parameter))
                .collect(Collectors.joining("&"));
    }

    private static boolean bears(String pass, String parameter) {
        var read = Query.read(parameter);
        return read.containsKey(Passes.PARAMETER) || read.containsValue(List.of(pass));
    }

    /** The place that the browser holds, or will take. Of one that has taken none yet no store needs to be asked. */
    private PlaceId place(Site site, PlaceCookie cookie) {
        return cookie.hasPlace() ? cookie.currentIn(rooms.get(site.room().value())) : cookie.id();
    }

    private static String locales(AuthorizationRequest request) {
        return request.parameter("ui_locales")
                .filter(tags -> tags.length() <= 200)
                .map(tags -> Query.of(Map.of("ui_locales", tags)))
                .orElse("");
    }
}
