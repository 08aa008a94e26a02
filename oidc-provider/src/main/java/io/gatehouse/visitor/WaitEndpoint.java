package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.board.Board;
import io.gatehouse.board.Boards;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.notice.Notices;
import io.gatehouse.page.PageWriter;
import io.gatehouse.page.WaitingPage;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /rooms/{room}/wait}: the waiting page, whole, so that it does its job without a script. */
@Controller
class WaitEndpoint {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final Passes passes;
    private final Notices notices;
    private final PlaceEndpoint places;
    private final PageWriter pages;
    private final Clock clock;

    WaitEndpoint(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            Passes passes,
            Notices notices,
            PlaceEndpoint places,
            PageWriter pages,
            Clock clock) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.passes = passes;
        this.notices = notices;
        this.places = places;
        this.pages = pages;
        this.clock = clock;
    }

    @GetMapping(RoomPaths.WAIT)
    void page(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String request,
            @RequestParam(defaultValue = "") String refresh,
            @RequestParam(defaultValue = "") String from,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var printed = boards.of(room);
        var board = printed.board();
        var cookie = cookies.read(http, room.id()).filter(PlaceCookie::hasPlace);
        var place = cookie.flatMap(PlaceCookie::proof).flatMap(room::find).map(found -> passes.used(room, found, http));
        if (place.isPresent() && !cookie.get().holds(place.get())) {
            var page = pages.message("moved", http)
                    .in(printed)
                    .link("enter", URI.create(RoomPaths.enter(room.id(), request)));
            pages.write(page, HttpServletResponse.SC_OK, response);
            return;
        }
        var words = printed.words().in(pages.language(http));
        var page = WaitingPage.of(words.texts(), room.id(), board.title())
                .words(words)
                .request(request)
                .claimWindow(Duration.ofSeconds(board.claimWindow()))
                .kept(Duration.ofSeconds(board.waitingTtl()))
                .paused(board.paused())
                .stock(board.stock())
                .stale(board.stale());
        var doors = board.doors();
        page.phase(
                board.phase(),
                doors,
                doors == null || doors.openAt().isBefore(clock.instant())
                        ? Duration.ZERO
                        : Duration.between(clock.instant(), doors.openAt()));
        page.telling(place.filter(held -> notices.mayAsk(room, held)).isPresent());
        page.offering(place.flatMap(held -> AccessEndpoint.offeredTo(held, room, printed))
                .isPresent());
        place.ifPresentOrElse(
                held -> tell(page, held, room, printed),
                () -> cookie.ifPresent(held -> tellOfTheEnd(page, held, board)));
        var view = cookie.map(held -> places.view(room, printed, held, place, http));
        page.documents(
                new String(printed.bytes(), UTF_8),
                view.map(JSON::writeValueAsString).orElse("{\"unknown\":true}"));
        page.refreshing(printed.progress(place).interval(), !refresh.equals("off"));
        number(from).ifPresent(page::from);
        pages.write(page.build(), response);
    }

    private void tell(WaitingPage.Builder page, Place place, WaitingRoom room, Boards.Printed printed) {
        var board = printed.board();
        var turn = printed.turnOf(place);
        // The board is up to a tick old; what the line says of this place is not.
        var waits = place.told() == Stage.WAITING;
        var now = clock.instant();
        var grace = place.graceEndsAt(room.configuration().terms(), now);
        page.at(place.told(), turn)
                .serving(waits ? Math.min(board.serving(place.lane()), turn - 1) : board.serving(place.lane()))
                .ahead(printed.progress(Optional.of(place)).ahead())
                .left(Duration.between(now, grace.orElse(place.until())))
                .graced(grace.isPresent())
                .extendable(place.isExtendable(printed.extension()));
        boards.receipt(room.id(), printed, place).ifPresent(receipt -> {
            page.drawing(true);
            printed.draws().stream()
                    .filter(draw -> draw.draw().id().equals(receipt.draw()))
                    .findFirst()
                    .ifPresent(draw -> page.draw(
                            draw.draw().mostPerNetwork(),
                            printed.isDrawn() ? new WaitingPage.Drawn(turn - draw.base(), draw.entrants()) : null));
        });
        page.forecast(printed.said().forecast())
                .most(board.forecast().most())
                .right(board.forecast().kept(), board.forecast().judged());
    }

    /** A place that the line does not know any more: of an earlier opening, or ended long ago. */
    private static void tellOfTheEnd(WaitingPage.Builder page, PlaceCookie cookie, Board board) {
        if (cookie.opening() == board.opening()) {
            page.at(Stage.EXPIRED, cookie.position().map(Position::number).orElse(0L));
        } else {
            page.restarted();
        }
    }

    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,15}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
