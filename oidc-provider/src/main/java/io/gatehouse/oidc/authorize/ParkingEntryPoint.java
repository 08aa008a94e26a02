package io.gatehouse.oidc.authorize;

import io.gatehouse.room.WaitingRooms;
import io.gatehouse.site.Entries;
import io.gatehouse.visitor.BrowserSession;
import io.gatehouse.visitor.EnterEndpoint;
import io.gatehouse.visitor.Navigation;
import io.gatehouse.visitor.PageWriter;
import io.gatehouse.visitor.PlaceCookies;
import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Stands where others show a login form: keeps the request for a while and sends the browser to the line. The place is
 * taken there and not here, because only the next request shows whether the browser keeps cookies.
 */
final class ParkingEntryPoint implements AuthenticationEntryPoint {

    private static final AuthorizationRequestRules.Refusal LOGIN_REQUIRED =
            new AuthorizationRequestRules.Refusal("login_required", "the visitor has not been admitted");

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final ParkedRequests parked;
    private final Entries entries;
    private final AuthorizationResponses responses;

    ParkingEntryPoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            BrowserSession sessions,
            ParkedRequests parked,
            Entries entries,
            AuthorizationResponses responses) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.sessions = sessions;
        this.parked = parked;
        this.entries = entries;
        this.responses = responses;
    }

    @Override
    public void commence(HttpServletRequest http, HttpServletResponse response, AuthenticationException nobody)
            throws IOException {
        if (!(http.getAttribute(AuthorizationRequest.ATTRIBUTE) instanceof AuthorizationRequest request)) {
            Navigation.refuse(response);
        } else if (request.isPromptNone()) {
            responses.error(request, LOGIN_REQUIRED, http, response);
        } else if (!Navigation.isNavigation(http)) {
            Navigation.refuse(response);
        } else {
            park(request, http, response);
        }
    }

    private void park(AuthorizationRequest request, HttpServletRequest http, HttpServletResponse response) {
        var site = request.site();
        var room = rooms.get(site.room().value());
        // Of a newcomer's id, drawn just now, no store needs to be asked.
        var place = cookies.read(http, site.room())
                .map(cookie -> room.current(cookie.id()))
                .orElseGet(() -> cookies.start(response, site.room()).id());
        var target = entries.target(site, request.parameter("target_link_uri"), request.parameter("entry"));
        var name = parked.park(request, place, sessions.start(http, response), http.getQueryString(), target);
        var locales = request.parameter("ui_locales")
                .filter(tags -> tags.length() <= 200)
                .map(tags -> Query.of(Map.of("ui_locales", tags)))
                .orElse("");
        PageWriter.seeOther(Query.append(EnterEndpoint.address(site.room(), name.toString()), locales), response);
    }
}
