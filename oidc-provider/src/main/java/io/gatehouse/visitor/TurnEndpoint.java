package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.notice.Notices;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * The visitor's acts on the waiting page: continue, ask for more time, take the second chance, leave; and
 * join anew if a copied cookie has brought them to an admission that others use. Each is a form of a page,
 * works without a script, and is harmless when repeated.
 *
 * <p>No other site can press the buttons: its POST comes without the place cookie (SameSite=Lax), and a
 * neighbour on the same site is recognised by the request's origin.
 */
@Controller
class TurnEndpoint {

    private static final Map<String, Act> ACTS = Map.of("return", Act.RETURN, "leave", Act.LEAVE);

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final Claim claim;
    private final Destinations destinations;
    private final BrowserSession sessions;
    private final Boards boards;
    private final Issuer issuer;
    private final Notices notices;

    TurnEndpoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            Claim claim,
            Destinations destinations,
            BrowserSession sessions,
            Boards boards,
            Issuer issuer,
            Notices notices) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.claim = claim;
        this.destinations = destinations;
        this.sessions = sessions;
        this.boards = boards;
        this.issuer = issuer;
        this.notices = notices;
    }

    @PostMapping(RoomPaths.ACT)
    void act(
            @PathVariable("room") String name,
            @PathVariable String act,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        if (Navigation.refuseFromElsewhere(http, response, issuer)) {
            return;
        }
        var exchange = new Exchange(room, request, http, response);
        var proof = cookies.read(http, room.id()).flatMap(PlaceCookie::proof);
        if (act.equals("continue")) {
            var place = proof.flatMap(room::find);
            if (place.isPresent() && claim.takeTurn(place.get(), exchange)) {
                return;
            }
        } else if (act.equals("anew")) {
            if (proof.flatMap(room::find)
                    .filter(place -> isOfOthers(room, place, http))
                    .isPresent()) {
                cookies.startAnew(http, response, room.id());
                sessions.startBrowser(http, response);
                PageWriter.seeOther(RoomPaths.enterWithCookie(room.id(), exchange.request()), response);
                return;
            }
        } else {
            var done = act.equals("extend") ? boards.of(room).extension() : ACTS.get(act);
            var left = proof.flatMap(held -> room.apply(held, Objects.requireNonNull(done)))
                    .filter(place -> place.stage() == Stage.LEFT);
            left.ifPresent(place -> notices.stop(room, place));
            var site = left.flatMap(place -> destinations.afterLeaving(room, place, request, http));
            if (site.isPresent()) {
                PageWriter.seeOther(site.get(), response);
                return;
            }
        }
        PageWriter.seeOther(RoomPaths.waitingPage(room.id(), exchange.request()), response);
    }

    /** The visitor gives up no place of their own by this. */
    private boolean isOfOthers(WaitingRoom room, Place place, HttpServletRequest http) {
        return place.stage() == Stage.ADMITTED
                && !room.isUsedBy(place, sessions.browser(http).orElse(""));
    }
}
