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
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
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
    ResponseEntity<?> visit(@PathVariable("room") String name, HttpServletRequest http) {
        return answer(rooms.get(name), http, (room, place) -> view(room, place, http));
    }

    /** A use: it moves the end as far as the room allows. A visit whose end does not move is answered as it is. */
    @PostMapping(RoomPaths.VISIT)
    ResponseEntity<?> stay(@PathVariable("room") String name, HttpServletRequest http) {
        return answer(rooms.get(name), http, (room, place) -> stays(room, place, http));
    }

    private ResponseEntity<?> stays(WaitingRoom room, Place place, HttpServletRequest http) {
        if (room.configuration().terms().renewal().isEmpty()) {
            return problem(NOT_RENEWED.because("a visit to room " + room.id() + " ends at its time"));
        }
        var used = room.use(place);
        return used.isPresent() ? view(room, used.get(), http) : over(room, http);
    }

    private interface Answer {

        ResponseEntity<?> to(WaitingRoom room, Place place);
    }

    private ResponseEntity<?> answer(WaitingRoom room, HttpServletRequest http, Answer answer) {
        var shown = shown(http);
        var visit = shown.flatMap(text -> visits.open(room.id(), text));
        if (visit.isEmpty()) {
            return refused(room, shown.isPresent());
        }
        var place = visits.find(visit.get());
        return place.isPresent() ? answer.to(room, place.get()) : over(room, http);
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

    private ResponseEntity<ProblemDetail> over(WaitingRoom room, HttpServletRequest http) {
        var problem = VISIT_OVER.because("the visit to room " + room.id() + " is over");
        problem.setProperty("words", VisitView.Said.of(0, room.configuration().terms(), pages.language(http)));
        return problem(problem);
    }

    /** RFC 6750 section 3.1: a request that shows nothing gets no error code. */
    private static ResponseEntity<ProblemDetail> refused(WaitingRoom room, boolean hasShown) {
        var problem = NOT_A_VISIT.because(
                (hasShown ? "the value of Authorization is not" : "Authorization must have as Bearer")
                        + " the claim visit of a visitor of room " + room.id());
        return ResponseEntity.status(HttpStatus.UNAUTHORIZED)
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.WWW_AUTHENTICATE, BearerScheme.challenge(hasShown))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ResponseEntity<ProblemDetail> problem(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static Optional<String> shown(HttpServletRequest http) {
        return BearerScheme.token(http.getHeader(HttpHeaders.AUTHORIZATION));
    }
}
