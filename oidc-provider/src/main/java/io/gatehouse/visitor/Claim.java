package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** The claim: a visitor takes the turn, which starts the admission, and goes on to the site. */
final class Claim {

    private final Destinations destinations;
    private final BrowserSession sessions;
    private final Boards boards;
    private final PageWriter pages;

    Claim(Destinations destinations, BrowserSession sessions, Boards boards, PageWriter pages) {
        this.destinations = destinations;
        this.sessions = sessions;
        this.boards = boards;
        this.pages = pages;
    }

    /**
     * Takes the turn of this place for the browser, or finds that the place is admitted already, and answers.
     * If it is neither the place's turn nor admitted, or its slot was handed on and no other is free yet, the
     * method returns false and writes no answer: the waiting page tells. The room's settings bound the number
     * of browsers for one admission. A further browser gets a page that says so, and no name that would count
     * as one of them.
     */
    boolean takeTurn(Place place, Exchange exchange) throws IOException {
        if (!place.stage().takesSlot() && !place.stage().isCalled()) {
            return false;
        }
        var browser = sessions.browserOrNew(exchange.http());
        var admitted = exchange.room().claim(place, browser).filter(claimed -> claimed.stage() == Stage.ADMITTED);
        if (admitted.isEmpty()) {
            return false;
        }
        if (exchange.room().isUsedBy(admitted.get(), browser)) {
            sessions.keep(browser, exchange.response());
            goOn(admitted.get(), exchange);
        } else {
            var anew = RoomPaths.of(exchange.room().id()) + "anew";
            write(message("elsewhere", exchange).form("enter", anew, Map.of("request", exchange.request())), exchange);
        }
        return true;
    }

    /** Sends the browser on to the site, or writes a page that says how to get there. */
    private void goOn(Place place, Exchange exchange) throws IOException {
        var destination = destinations.destination(exchange.room(), place, exchange.request(), exchange.http());
        if (destination instanceof Destinations.Destination.To to) {
            PageWriter.seeOther(to.location(), exchange.response());
        } else if (destination instanceof Destinations.Destination.Stopped stopped) {
            var page = message("loop", exchange);
            stopped.entry().ifPresent(entry -> page.link("try-again", URI.create(entry)));
            write(page, exchange);
        } else if (destination instanceof Destinations.Destination.YouAreIn in) {
            var page = message("inside", exchange);
            in.origin().ifPresent(origin -> page.link("go-on", URI.create(origin)));
            write(page, exchange);
        }
    }

    private MessagePage message(String key, Exchange exchange) {
        return pages.message(key, exchange.http()).in(boards.of(exchange.room()));
    }

    private void write(MessagePage page, Exchange exchange) throws IOException {
        pages.write(page, HttpServletResponse.SC_OK, exchange.response());
    }
}
