package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.lane.Lane;
import io.gatehouse.notice.Notices;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomCounts;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import io.micrometer.core.instrument.MeterRegistry;
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
 * {@code /rooms/{room}/access}: a visitor in line chooses the lane that the room offers for access needs. The
 * visitor proves nothing. Works without a script; to look at the page changes nothing, and a press that is
 * repeated changes nothing more.
 */
@Controller
class AccessEndpoint {

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final PageWriter pages;
    private final Notices notices;
    private final Issuer issuer;
    private final Newcomers newcomers;
    private final RoomCounts chosen;

    AccessEndpoint(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            PageWriter pages,
            Notices notices,
            Issuer issuer,
            Newcomers newcomers,
            MeterRegistry meters) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.pages = pages;
        this.notices = notices;
        this.issuer = issuer;
        this.newcomers = newcomers;
        this.chosen =
                new RoomCounts(meters, "gatehouse.lane.chosen", "Visitors who chose the lane offered for access needs");
        rooms.all().stream()
                .filter(room -> room.configuration().lanes().offered().isPresent())
                .forEach(room -> chosen.knows(room.id()));
    }

    /** A place, and the lane that it may change to. */
    private record Offer(Place place, Lane lane) {}

    /**
     * The lane that this place may change to; empty where the room offers none, and for any other place. From
     * a lobby with a draw on no place has one: the lane takes no part in the draw, so a visitor could wait
     * for the number that is drawn, and change to the lane if it is a bad one.
     */
    static Optional<Lane> offeredTo(Place place, WaitingRoom room, Boards.Printed printed) {
        return place.stage() == Stage.WAITING && printed.board().draw() == null
                ? room.configuration().lanes().offered()
                : Optional.empty();
    }

    @GetMapping(RoomPaths.ACCESS)
    void page(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var exchange = new Exchange(rooms.get(name), request, http, response);
        var room = exchange.room();
        var waitingPage = RoomPaths.waitingPage(room.id(), exchange.request());
        var offer = offer(exchange);
        if (offer.isEmpty()) {
            PageWriter.seeOther(waitingPage, response);
            return;
        }
        var texts = pages.language(http);
        var page = MessagePage.telling(texts, "access-link", texts.text("access-lead"), effect(offer.get(), exchange))
                .in(boards.of(room))
                .form("access-yes", RoomPaths.access(room.id(), exchange.request()), Map.of())
                .link("back", URI.create(waitingPage));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    /** The number of people ahead, without and with a press. */
    private String effect(Offer offer, Exchange exchange) {
        var room = exchange.room();
        var printed = boards.of(room);
        var texts = pages.language(exchange.http());
        var there = room.configuration()
                .lanes()
                .aheadOfNewcomer(
                        printed.seen().lanes(),
                        offer.lane().name(),
                        printed.seen().waiting());
        var values = Map.of(
                "here",
                people(printed.progress(Optional.of(offer.place())).ahead(), texts),
                "there",
                people(there, texts));
        return texts.text("access-more") + " " + texts.text("access-ahead", values);
    }

    private static String people(long ahead, Texts.Language texts) {
        return texts.count("WAITING.state", ahead, Map.of());
    }

    @PostMapping(RoomPaths.ACCESS)
    void choose(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        if (Navigation.refuseFromElsewhere(http, response, issuer)) {
            return;
        }
        var exchange = new Exchange(rooms.get(name), request, http, response);
        var offer = offer(exchange);
        if (offer.isPresent()) {
            if (!newcomers.admitAgain(exchange)) {
                return;
            }
            join(offer.get(), exchange);
        }
        PageWriter.seeOther(RoomPaths.waitingPage(exchange.room().id(), exchange.request()), response);
    }

    /** A visitor who is called meanwhile keeps the turn. */
    private void join(Offer offer, Exchange exchange) {
        var room = exchange.room();
        var joined = room.joinLane(offer.place().id(), offer.lane().name());
        cookies.write(exchange.response(), PlaceCookie.of(room.id(), joined));
        if (joined.lane() > 0) {
            notices.carry(room, offer.place(), joined);
            chosen.count(room.id());
        }
    }

    /** The visitor's place, while the room offers it a lane. */
    private Optional<Offer> offer(Exchange exchange) {
        var room = exchange.room();
        return cookies.held(exchange.http(), room)
                .flatMap(place -> offeredTo(place, room, boards.of(room)).map(lane -> new Offer(place, lane)));
    }
}
