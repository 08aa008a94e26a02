package io.gatehouse.visitor;

import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /rooms/{room}/admitted}: may the holder of this cookie pass now? 204 for yes, 401 for no, and
 * nothing else. A server in front of a site asks with the visitor's own cookies, once for each request
 * (nginx's {@code auth_request}); for that, Gatehouse must stand under the site's own host name.
 *
 * <p>The first yes counts as the arrival, as the first token does for a site that logs its visitors in: no
 * other sign of it exists, and the admission would end with the claim window. Two simultaneous requests are
 * one arrival.
 *
 * <p>A browser that has not passed here with its place itself cannot use a copied one: the no sends it to the
 * line, which counts it.
 */
@RestController
public final class AdmittedEndpoint {

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;

    AdmittedEndpoint(WaitingRooms rooms, PlaceCookies cookies, BrowserSession sessions) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.sessions = sessions;
    }

    @GetMapping(RoomPaths.ADMITTED)
    ResponseEntity<Void> admitted(@PathVariable("room") String name, HttpServletRequest http) {
        var isAdmitted = inside(rooms.get(name), http).isPresent();
        return ResponseEntity.status(isAdmitted ? HttpStatus.NO_CONTENT : HttpStatus.UNAUTHORIZED)
                .cacheControl(CacheControl.noStore())
                .build();
    }

    /** The place by which this browser may pass now; its visitor has arrived, and uses the visit. */
    public Optional<Place> inside(WaitingRoom room, HttpServletRequest http) {
        var browser = sessions.browser(http);
        return cookies.read(http, room.id())
                .flatMap(PlaceCookie::proof)
                .flatMap(room::find)
                .filter(AdmittedEndpoint::isAdmitted)
                .filter(place -> room.isUsedBy(place, browser.orElse("")))
                .flatMap(place -> room.arrive(place, false)) // it asks each time, so it hears of the end
                .filter(AdmittedEndpoint::isAdmitted)
                .flatMap(room::use);
    }

    private static boolean isAdmitted(Place place) {
        return place.stage() == Stage.ADMITTED;
    }
}
