package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Lets visitors pass: whose turn it is takes it, and who has been let in is sent on. */
final class AdmittedAnswer {

    /** No name of a parked request is longer. */
    static final int LONGEST_NAME = 4_000;

    private final Destinations destinations;
    private final BrowserSession sessions;
    private final Boards boards;
    private final PageWriter pages;

    AdmittedAnswer(Destinations destinations, BrowserSession sessions, Boards boards, PageWriter pages) {
        this.destinations = destinations;
        this.sessions = sessions;
        this.boards = boards;
        this.pages = pages;
    }

    /**
     * Lets the visitor pass with this place, if it is their turn or they have been let in; false, and nothing is answered,
     * when it is not. As many browsers pass with one place as the room's settings say; any other is told, and gets no name that
     * could take the place of a good one.
     */
    boolean passes(WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        if (!place.stage().takesSlot()) {
            return false;
        }
        var browser = sessions.browserOrNew(http);
        var admitted = room.claim(place, browser).filter(claimed -> claimed.stage() == Stage.ADMITTED);
        if (admitted.isEmpty()) {
            return false;
        }
        if (room.isUsedBy(admitted.get(), browser)) {
            sessions.keep(browser, response);
            goOn(room, admitted.get(), request, http, response);
        } else {
            tellOfTheOthers(room, request, http, response);
        }
        return true;
    }

    private void tellOfTheOthers(
            WaitingRoom room, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var page = pages.message("elsewhere", http)
                .in(boards.of(room))
                .form("enter", RoomPaths.of(room.id()) + "anew", Map.of("request", request));
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    /** On to the site; or a page that says how to get there. */
    private void goOn(
            WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var destination = destinations.destination(room, place, request, sessions.read(http));
        if (destination instanceof Destinations.Destination.To to) {
            PageWriter.seeOther(to.location(), response);
        } else if (destination instanceof Destinations.Destination.Stopped stopped) {
            var page = pages.message("loop", http).in(boards.of(room));
            stopped.entry().ifPresent(entry -> page.link("try-again", URI.create(entry)));
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else if (destination instanceof Destinations.Destination.YouAreIn in) {
            var page = pages.message("inside", http).in(boards.of(room));
            in.origin().ifPresent(origin -> page.link("go-on", URI.create(origin)));
            pages.write(page, HttpServletResponse.SC_OK, response);
        }
    }

    /** The languages that the site asked for, for the next address; none when there are oddly many. */
    static String locales(HttpServletRequest http) {
        var locales = http.getParameter("ui_locales");
        return locales == null || locales.length() > 200 ? "" : Query.of(Map.of("ui_locales", locales));
    }
}
