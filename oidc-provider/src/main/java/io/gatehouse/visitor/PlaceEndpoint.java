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
import io.gatehouse.room.Room;
import io.gatehouse.room.Stage;
import io.gatehouse.stock.Stock;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /rooms/{room}/place}: this visitor's place; the waiting page brings it along, and asks when the
 * turn has come.
 */
@RestController
class PlaceEndpoint {

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

        static View of(
                Room room,
                PlaceCookie cookie,
                Optional<Place> found,
                Boards.Printed printed,
                Boards boards,
                Instant now) {
            return found.map(place -> of(room, place, printed, boards.receipt(room.id(), printed, place), now))
                    .orElseGet(() -> over(cookie, now));
        }

        private static View of(Room room, Place place, Boards.Printed printed, Optional<Receipt> receipt, Instant now) {
            var ends = place.stage().isEnded()
                    ? place.graceEndsAt(room.terms(), now)
                    : Optional.of(place.endsAt(room.terms())).filter(until -> !until.equals(Place.NEVER));
            return new View(
                    room.id().value(),
                    place.opening(),
                    place.number(),
                    place.told(),
                    place.joinedAt().toString(),
                    now.toString(),
                    ends.map(Instant::toString).orElse(null),
                    place.isExtendable(printed.extension()),
                    printed.isDrawn() && place.lane() == 0 ? (Long) printed.turnOf(place) : null,
                    place.lane() == 0 ? null : (Integer) place.lane(),
                    receipt.map(Receipt::toString).orElse(null),
                    place.stage().isInLine() ? printed.board().stock() : null);
        }

        /**
         * The same for the page of a visitor whose pass may still become useful: it asks again when half of
         * this is over.
         */
        View askingAgain(Instant now) {
            return stage != Stage.WAITING
                    ? this
                    : new View(
                            room,
                            opening,
                            position,
                            stage,
                            joinedAt,
                            this.now,
                            now.plus(ASKING_AGAIN).toString(),
                            extendable,
                            drawn,
                            lane,
                            receipt,
                            stock);
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
        var now = clock.instant();
        var cookie =
                cookies.read(http, room.id()).filter(PlaceCookie::hasPlace).orElseThrow(UnknownPlaceException::new);
        var place = cookie.proof().flatMap(room::find).map(found -> passes.used(room, found, http));
        var view = View.of(room.configuration(), cookie, place, boards.of(room), boards, now);
        return ResponseEntity.ok()
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.APPLICATION_JSON)
                .body(passes.mayExempt(room.id(), http) ? view.askingAgain(now) : view);
    }
}
