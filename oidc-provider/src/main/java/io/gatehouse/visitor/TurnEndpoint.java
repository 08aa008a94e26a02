package io.gatehouse.visitor;

import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * What the visitor does on the waiting page: continue, ask for more time, take the second chance, leave. Each is a form
 * of the page, works without a script, and is harmless when repeated.
 *
 * <p>Nobody else can press the buttons: the POST of another site comes without the place cookie (SameSite=Lax), and a
 * neighbour on the same site is told by where the request comes from.
 */
@Controller
class TurnEndpoint {

    private static final Map<String, Act> ACTS =
            Map.of("continue", Act.CLAIM, "extend", Act.EXTEND, "return", Act.RETURN, "leave", Act.LEAVE);

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final AdmittedAnswer admittedAnswer;
    private final Issuer issuer;

    TurnEndpoint(WaitingRooms rooms, PlaceCookies cookies, AdmittedAnswer admittedAnswer, Issuer issuer) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.admittedAnswer = admittedAnswer;
        this.issuer = issuer;
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
        if (Navigation.isFromElsewhere(http, issuer)) {
            response.setHeader("Cache-Control", "no-store");
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            return;
        }
        var place = cookies.read(http, room.id()).flatMap(cookie -> apply(room, cookie, act));
        if (act.equals("continue") && place.map(Place::stage).equals(Optional.of(Stage.ADMITTED))) {
            admittedAnswer.goOn(room, place.get(), request, http, response);
        } else {
            var parked = request.length() > AdmittedAnswer.LONGEST_NAME ? "" : request;
            PageWriter.seeOther(RoomPaths.waitingPage(room.id(), parked), response);
        }
    }

    private static Optional<Place> apply(WaitingRoom room, PlaceCookie cookie, String act) {
        var what = ACTS.get(act);
        return what == null ? Optional.empty() : cookie.proof().flatMap(proof -> room.apply(proof, what));
    }
}
