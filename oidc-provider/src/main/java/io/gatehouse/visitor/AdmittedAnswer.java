package io.gatehouse.visitor;

import io.gatehouse.room.Place;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Sends an admitted visitor on. */
final class AdmittedAnswer {

    /** No name of a parked request is longer. */
    static final int LONGEST_NAME = 4_000;

    private final Destinations destinations;
    private final BrowserSession sessions;
    private final PageWriter pages;

    AdmittedAnswer(Destinations destinations, BrowserSession sessions, PageWriter pages) {
        this.destinations = destinations;
        this.sessions = sessions;
        this.pages = pages;
    }

    /** On to the site; or a page that says how to get there. */
    void goOn(WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var destination = destinations.destination(room, place, request, sessions.read(http));
        if (destination instanceof Destinations.Destination.To to) {
            PageWriter.seeOther(to.location(), response);
        } else if (destination instanceof Destinations.Destination.Stopped stopped) {
            var page = pages.message("loop", http).title(room.configuration().title());
            stopped.entry().ifPresent(entry -> page.link("try-again", URI.create(entry)));
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else if (destination instanceof Destinations.Destination.YouAreIn in) {
            var page = pages.message("inside", http).title(room.configuration().title());
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
