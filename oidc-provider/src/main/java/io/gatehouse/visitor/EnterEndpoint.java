package io.gatehouse.visitor;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code GET /rooms/{room}/enter}: takes the visitor's place, or finds the one they have, and lets them pass if it is
 * their turn. Reached from {@code /authorize}, or by hand as a second front door.
 */
@Controller
public final class EnterEndpoint {

    /** Says that a cookie has been set one request ago; if it does not come back, the browser keeps none. */
    private static final String COOKIE_SET = "cookie=set";

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Newcomers newcomers;
    private final AdmittedAnswer admittedAnswer;
    private final Boards boards;
    private final PageWriter pages;
    private final Issuer issuer;

    EnterEndpoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            BrowserSession sessions,
            Newcomers newcomers,
            AdmittedAnswer admittedAnswer,
            Boards boards,
            PageWriter pages,
            Issuer issuer) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.sessions = sessions;
        this.newcomers = newcomers;
        this.admittedAnswer = admittedAnswer;
        this.boards = boards;
        this.pages = pages;
        this.issuer = issuer;
    }

    /** Where a browser is sent that has just been given a cookie. */
    public static String address(RoomId room, String request) {
        return Query.append(RoomPaths.enter(room, request), COOKIE_SET);
    }

    /** Posted by the page that asks newcomers for work, else a link. */
    @RequestMapping(
            path = RoomPaths.ENTER,
            method = {RequestMethod.GET, RequestMethod.POST})
    void enter(
            @PathVariable("room") String name,
            @RequestParam(name = "request", defaultValue = "") String parked,
            @RequestParam(name = "cookie", defaultValue = "") String marker,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var request = parked.length() > AdmittedAnswer.LONGEST_NAME ? "" : parked;
        if (!Navigation.isNavigation(http)
                || http.getMethod().equals("POST") && Navigation.isFromElsewhere(http, issuer)) {
            Navigation.refuse(response);
            return;
        }
        var cookie = cookies.read(http, room.id());
        var entering = new Newcomers.Entering(room, request, http, response);
        var hasPlace = hasPlace(room, cookie);
        if (!hasPlace && newcomers.areShutOut(entering)) {
            return;
        }
        if (cookie.isPresent()) {
            if (hasPlace || newcomers.admit(cookie.get(), entering)) {
                pass(room, take(room, cookie.get(), http, response), request, http, response);
            }
        } else if (marker.isEmpty()) {
            cookies.start(response, room.id());
            sessions.startBrowser(http, response);
            PageWriter.seeOther(Query.append(address(room.id(), request), AdmittedAnswer.locales(http)), response);
        } else {
            var retry = URI.create(RoomPaths.enter(room.id(), request));
            var page = pages.message("cookies", http).in(boards.of(room)).link("try-again", retry);
            pages.write(page, HttpServletResponse.SC_OK, response);
        }
    }

    /** Whether it stands for a place that has not ended. Of one with which none has been taken the store is not asked. */
    public static boolean hasPlace(WaitingRoom room, Optional<PlaceCookie> cookie) {
        return cookie.flatMap(PlaceCookie::proof)
                .flatMap(room::find)
                .filter(place -> !place.stage().isEnded())
                .isPresent();
    }

    /**
     * A place that has ended is followed by a new one; the cookie goes out again only when the place is durable. Who waits
     * has a name before the turn comes, which many tabs may take at once.
     */
    private Place take(WaitingRoom room, PlaceCookie cookie, HttpServletRequest http, HttpServletResponse response) {
        var place = cookie.proof().map(room::join).orElseGet(() -> room.joinAsCurrent(cookie.id()));
        cookies.write(response, PlaceCookie.of(room.id(), place));
        if (!place.stage().takesSlot()) {
            sessions.keep(sessions.browserOrNew(http), response);
        }
        return place;
    }

    private void pass(
            WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        if (!admittedAnswer.passes(room, place, request, http, response)) {
            PageWriter.seeOther(
                    Query.append(RoomPaths.waitingPage(room.id(), request), AdmittedAnswer.locales(http)), response);
        }
    }
}
