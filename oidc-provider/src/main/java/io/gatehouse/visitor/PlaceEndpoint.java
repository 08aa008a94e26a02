package io.gatehouse.visitor;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.board.Board;
import io.gatehouse.board.Boards;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.draw.Receipt;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import io.gatehouse.stock.Stock;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.ProblemType;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /rooms/{room}/place}: this visitor's place; the waiting page has it, and asks at the turn. */
@RestController
class PlaceEndpoint {

    private static final ProblemType UNKNOWN_PLACE =
            new ProblemType(HttpStatus.NOT_FOUND, "unknown-place", "Unknown place");

    /**
     * A place for its visitor; the id stays in the cookie.
     *
     * @param until when the stage ends by itself; absent if it does not, or the place has ended. After a
     *     visit that has just ended, until when its visitor may come back before others. For a place in line,
     *     when it is given up without a look; soon if a pass is to be checked again
     * @param drawn the number of its call after a draw; absent elsewhere, where that is its position
     * @param lane the number of its lane; absent for the default one
     * @param receipt the proof of its part in the draw; absent if it has none
     * @param stock see {@link Board}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record View(
            String room,
            long opening,
            long position,
            Stage stage,
            String joinedAt,
            String now,
            @Nullable String until,
            boolean extendable,
            @Nullable Long drawn,
            @Nullable Integer lane,
            @Nullable String receipt,
            Stock.@Nullable Level stock) {

        private static View of(
                Place place, Optional<Instant> until, Boards.Printed printed, Optional<Receipt> receipt, Instant now) {
            return new View(
                    printed.board().room(),
                    place.opening(),
                    place.number(),
                    place.told(),
                    place.joinedAt().toString(),
                    now.toString(),
                    until.map(Instant::toString).orElse(null),
                    place.isExtendable(printed.extension()),
                    printed.isDrawn() && place.lane() == 0 ? (Long) printed.turnOf(place) : null,
                    place.lane() == 0 ? null : (Integer) place.lane(),
                    receipt.map(Receipt::toString).orElse(null),
                    place.stage().isInLine() ? printed.board().stock() : null);
        }

        /** A place that the line does not know any more: it ended long ago, or belongs to an earlier opening. */
        private static View over(PlaceCookie cookie, Instant now) {
            return new View(
                    cookie.room().value(),
                    cookie.opening(),
                    cookie.position().map(Position::number).orElse(0L),
                    Stage.EXPIRED,
                    cookie.joinedAt().toString(),
                    now.toString(),
                    null,
                    false,
                    null,
                    null,
                    null,
                    null);
        }
    }

    /** While a pass may still become useful, its visitor's page asks again when half of this is over. */
    private static final Duration ASKING_AGAIN = Duration.ofMinutes(1);

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final Passes passes;
    private final Clock clock;

    PlaceEndpoint(WaitingRooms rooms, Boards boards, PlaceCookies cookies, Passes passes, Clock clock) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.passes = passes;
        this.clock = clock;
    }

    @GetMapping(RoomPaths.PLACE)
    ResponseEntity<View> place(@PathVariable("room") String name, HttpServletRequest http) {
        var room = rooms.get(name);
        var cookie = cookies.read(http, room.id())
                .filter(PlaceCookie::hasPlace)
                .orElseThrow(() -> UNKNOWN_PLACE.thrown("this browser holds no place of this room"));
        var place = cookie.proof().flatMap(room::find).map(found -> passes.used(room, found, http));
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(view(room, boards.of(room), cookie, place, http));
    }

    /** The place of this cookie, as the line has it; over if the line does not know it. */
    View view(
            WaitingRoom room,
            Boards.Printed printed,
            PlaceCookie cookie,
            Optional<Place> found,
            HttpServletRequest http) {
        var now = clock.instant();
        if (found.isEmpty()) {
            return View.over(cookie, now);
        }
        var place = found.get();
        var asksAgain = place.told() == Stage.WAITING && passes.mayExempt(room.id(), http);
        var until = asksAgain
                ? Optional.of(now.plus(ASKING_AGAIN))
                : end(place, room.configuration().terms(), now);
        return View.of(place, until, printed, boards.receipt(room.id(), printed, place), now);
    }

    private static Optional<Instant> end(Place place, Terms terms, Instant now) {
        return place.stage().isEnded()
                ? place.graceEndsAt(terms, now)
                : Optional.of(place.endsAt(terms)).filter(until -> !until.equals(Place.NEVER));
    }
}
