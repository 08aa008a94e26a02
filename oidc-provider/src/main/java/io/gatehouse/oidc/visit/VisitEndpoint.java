package io.gatehouse.oidc.visit;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SealedVisits;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.BearerScheme;
import io.gatehouse.web.ProblemType;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /rooms/{room}/visit}: when does this visit end? {@code POST}: the visitor wants to stay. For
 * pages of the room's sites, which prove the visit by the claim {@code visit} as a bearer token. A cookie
 * proves nothing here, so no page can ask for a visitor that it does not know.
 */
@RestController
class VisitEndpoint {

    private static final ProblemType NOT_A_VISIT =
            new ProblemType(HttpStatus.UNAUTHORIZED, "not-a-visit", "Not a visit of this room");
    private static final ProblemType VISIT_OVER =
            new ProblemType(HttpStatus.NOT_FOUND, "visit-over", "The visit is over");
    private static final ProblemType NOT_RENEWED =
            new ProblemType(HttpStatus.CONFLICT, "not-renewed", "Visits of this room are not renewed");

    private final WaitingRooms rooms;
    private final SealedVisits visits;
    private final Admissions admissions;
    private final PageWriter pages;
    private final Clock clock;

    VisitEndpoint(WaitingRooms rooms, SealedVisits visits, Admissions admissions, PageWriter pages, Clock clock) {
        this.rooms = rooms;
        this.visits = visits;
        this.admissions = admissions;
        this.pages = pages;
        this.clock = clock;
    }

    @GetMapping(RoomPaths.VISIT)
    ResponseEntity<VisitView> visit(@PathVariable("room") String name, HttpServletRequest http) {
        var room = rooms.get(name);
        return view(room, place(room, http), http);
    }

    /** A use: it moves the end as far as the room allows. A visit whose end does not move is answered as it is. */
    @PostMapping(RoomPaths.VISIT)
    ResponseEntity<VisitView> stay(@PathVariable("room") String name, HttpServletRequest http) {
        var room = rooms.get(name);
        var place = place(room, http);
        if (room.configuration().terms().renewal().isEmpty()) {
            throw NOT_RENEWED.thrown("a visit to room " + room.id() + " ends at its time");
        }
        return view(room, room.use(place).orElseThrow(() -> over(room, http)), http);
    }

    /** The place of the visit that the request shows. */
    private Place place(WaitingRoom room, HttpServletRequest http) {
        var shown = BearerScheme.token(http.getHeader(HttpHeaders.AUTHORIZATION));
        var visit =
                shown.flatMap(text -> visits.open(room.id(), text)).orElseThrow(() -> refusal(room, shown.isPresent()));
        return visits.find(visit).orElseThrow(() -> over(room, http));
    }

    private ResponseEntity<VisitView> view(WaitingRoom room, Place place, HttpServletRequest http) {
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(VisitView.of(
                        room.configuration(),
                        place,
                        admissions.last(room.id(), place),
                        clock.instant(),
                        pages.language(http)));
    }

    private ErrorResponseException over(WaitingRoom room, HttpServletRequest http) {
        var over = VISIT_OVER.thrown("the visit to room " + room.id() + " is over");
        over.getBody()
                .setProperty("words", VisitView.Said.of(0, room.configuration().terms(), pages.language(http)));
        return over;
    }

    private static ErrorResponseException refusal(WaitingRoom room, boolean hasShown) {
        var refusal = NOT_A_VISIT.thrown(
                (hasShown ? "the value of Authorization is not" : "Authorization must have as Bearer")
                        + " the claim visit of a visitor of room " + room.id());
        refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, BearerScheme.challenge(hasShown));
        return refusal;
    }
}
