package io.gatehouse.oidc.authorize;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.site.RequestName;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code GET /authorize/again}: asks a visitor who is inside to press a button, because their site wants a
 * fresh login; see {@link Reauthentication}. The button does what the waiting page's <em>Continue</em> does,
 * and so is what follows: the parked request, or the site's entry if it has grown too old.
 */
@Controller
class ReauthenticationEndpoint {

    private final Sites sites;
    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final Admissions admissions;
    private final Boards boards;
    private final PageWriter pages;

    ReauthenticationEndpoint(
            Sites sites,
            WaitingRooms rooms,
            PlaceCookies cookies,
            Admissions admissions,
            Boards boards,
            PageWriter pages) {
        this.sites = sites;
        this.rooms = rooms;
        this.cookies = cookies;
        this.admissions = admissions;
        this.boards = boards;
        this.pages = pages;
    }

    @GetMapping(Paths.AGAIN)
    void page(@RequestParam(defaultValue = "") String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var site = RequestName.parse(request).map(RequestName::site).flatMap(sites::byName);
        if (site.isEmpty()) {
            pages.write(pages.message("bad-request", http), HttpServletResponse.SC_BAD_REQUEST, response);
            return;
        }
        var room = site.get().room();
        var place = cookies.read(http, room).flatMap(cookie -> admissions.admitted(room, cookie));
        if (place.isPresent()) {
            ask(site.get(), place.get(), request, http, response);
        } else {
            PageWriter.seeOther(RoomPaths.enter(room, request), response);
        }
    }

    private void ask(Site site, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var turn = boards.progress(rooms.get(site.room().value()), Optional.of(place))
                .turn();
        var number = pages.language(http).number(turn);
        var page = pages.message("again", Map.of("site", site.nameForVisitors()), http)
                .title(rooms.get(site.room().value()).configuration().title())
                .form(
                        "log-in-as",
                        Map.of("position", number),
                        RoomPaths.of(site.room()) + "continue",
                        Map.of("request", request));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }
}
