package io.gatehouse.visitor.moving;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code /rooms/{room}/move}: shows a visitor the link that carries their place to another browser; asks
 * there whether to take it; and takes it, when that browser says so. Works without a script.
 *
 * <p>A link that is looked at changes nothing: messengers and mail programs do that before their readers. The
 * other browser gets a cookie with the question, so that a place is never carried into one that keeps none;
 * and who has a place there already gives none up by this.
 */
@Controller
class MoveEndpoint {

    /** A name of a parked request that is longer has a deep link in it, and would make the picture hard to read. */
    private static final int LONGEST_NAME = 100;

    private final WaitingRooms rooms;
    private final MoveLinks links;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Boards boards;
    private final PageWriter pages;
    private final Issuer issuer;

    MoveEndpoint(
            WaitingRooms rooms,
            MoveLinks links,
            PlaceCookies cookies,
            BrowserSession sessions,
            Boards boards,
            PageWriter pages,
            Issuer issuer) {
        this.rooms = rooms;
        this.links = links;
        this.cookies = cookies;
        this.sessions = sessions;
        this.boards = boards;
        this.pages = pages;
        this.issuer = issuer;
    }

    private record Moving(
            WaitingRoom room, String request, String link, HttpServletRequest http, HttpServletResponse response) {

        String waitingPage() {
            return RoomPaths.waitingPage(room.id(), request);
        }

        /** Without a name of a request where there is none: its picture is the coarser the shorter it is. */
        String address(String carried) {
            var path = request.isEmpty() ? path() : RoomPaths.move(room.id(), request);
            return Query.append(path, Query.of(Map.of("link", carried)));
        }

        String path() {
            return RoomPaths.of(room.id()) + "move";
        }
    }

    @GetMapping(RoomPaths.MOVE)
    void page(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String link,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var moving = moving(name, link, request, http, response);
        if (!links.areGiven()) {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
        } else if (link.isEmpty()) {
            give(moving);
        } else {
            ask(moving);
        }
    }

    @PostMapping(RoomPaths.MOVE)
    void take(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String link,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        if (Navigation.refuseFromElsewhere(http, response, issuer)) {
            return;
        }
        var moving = moving(name, link, request, http, response);
        var proof = links.open(moving.room.id(), link);
        var browser = sessions.browser(http);
        if (proof.isEmpty()) {
            tell("move-over", HttpServletResponse.SC_GONE, moving);
        } else if (browser.isEmpty() || cookies.read(http, moving.room.id()).isEmpty()) {
            var page = message("cookies", Map.of(), moving).link("try-again", URI.create(moving.address(link)));
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else if (!isAnswered(proof.get(), moving)) {
            take(proof.get(), browser.get(), moving);
        }
    }

    /** Shows the link to a visitor with a place. */
    private void give(Moving moving) throws IOException {
        var place = held(moving);
        if (place.isEmpty()) {
            PageWriter.seeOther(moving.waitingPage(), moving.response);
        } else if (place.get().isMovable()) {
            pages.write(given(place.get(), moving), HttpServletResponse.SC_OK, moving.response);
        } else {
            tell("move-not", HttpServletResponse.SC_OK, moving);
        }
    }

    private MessagePage given(Place place, Moving moving) {
        var texts = pages.language(moving.http);
        var minutes = texts.count("minutes", links.ttl().toMinutes(), Map.of());
        var values = Map.of("position", number(place, moving), "time", minutes);
        return message("move", values, moving)
                .carried(issuer.at(moving.address(links.seal(moving.room.id(), PlaceProof.of(place)))))
                .link("back", URI.create(moving.waitingPage()));
    }

    /** Asks the visitor who has opened a link. */
    private void ask(Moving moving) throws IOException {
        var proof = links.open(moving.room.id(), moving.link);
        var place = proof.flatMap(moving.room::find);
        if (proof.isPresent() && isAnswered(proof.get(), moving)) {
            return;
        }
        if (place.filter(Place::isMovable).isEmpty()) {
            tell("move-over", HttpServletResponse.SC_GONE, moving);
            return;
        }
        if (cookies.read(moving.http, moving.room.id()).isEmpty()) {
            cookies.start(moving.http, moving.response, moving.room.id());
        }
        sessions.startBrowser(moving.http, moving.response);
        var page = message("move-here", Map.of("position", number(place.get(), moving)), moving)
                .form("move-yes", moving.path(), Map.of("link", moving.link, "request", moving.request));
        pages.write(page, HttpServletResponse.SC_OK, moving.response);
    }

    /** The number that the waiting page shows for this place. */
    private String number(Place place, Moving moving) {
        var turn = boards.progress(moving.room, Optional.of(place)).turn();
        return pages.language(moving.http).number(turn);
    }

    private void take(PlaceProof proof, String browser, Moving moving) throws IOException {
        var place = moving.room.move(proof, browser);
        if (place.isPresent()) {
            cookies.write(moving.response, PlaceCookie.of(moving.room.id(), place.get()));
            sessions.keep(browser, moving.response);
            PageWriter.seeOther(moving.waitingPage(), moving.response);
        } else {
            tell("move-over", HttpServletResponse.SC_GONE, moving);
        }
    }

    /** Whether there is nothing to take in this browser: it has the place already, or another one, and is told so. */
    private boolean isAnswered(PlaceProof proof, Moving moving) throws IOException {
        var held = held(moving);
        if (held.isPresent() && held.get().id().equals(proof.id())) {
            PageWriter.seeOther(moving.waitingPage(), moving.response);
        } else if (held.isPresent()) {
            tell("move-held", HttpServletResponse.SC_OK, moving);
        }
        return held.isPresent();
    }

    /** The place that this browser holds, unless it has ended, even if in grace. */
    private Optional<Place> held(Moving moving) {
        return cookies.read(moving.http, moving.room.id())
                .flatMap(cookie -> cookie.held(moving.room))
                .filter(place -> !place.stage().isEnded());
    }

    private Moving moving(
            String name, String link, String request, HttpServletRequest http, HttpServletResponse response) {
        return new Moving(rooms.get(name), request.length() > LONGEST_NAME ? "" : request, link, http, response);
    }

    private MessagePage message(String key, Map<String, String> values, Moving moving) {
        return pages.message(key, values, moving.http).in(boards.of(moving.room));
    }

    private void tell(String key, int status, Moving moving) throws IOException {
        var page = message(key, Map.of(), moving).link("back", URI.create(moving.waitingPage()));
        pages.write(page, status, moving.response);
    }
}
