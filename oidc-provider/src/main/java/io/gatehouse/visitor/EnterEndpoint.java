package io.gatehouse.visitor;

import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.pass.Passes;
import io.gatehouse.pass.Passes.Worth;
import io.gatehouse.pass.Verdict;
import io.gatehouse.room.Place;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code GET /rooms/{room}/enter}: takes the visitor's place, or finds the one they have, and takes the turn
 * if it has come. Reached from {@code /authorize}, or directly as a second front door.
 */
@Controller
final class EnterEndpoint {

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Passes passes;
    private final PassEndpoint passPages;
    private final Newcomers newcomers;
    private final CookieCheck cookieCheck;
    private final Claim claim;
    private final Issuer issuer;

    EnterEndpoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            BrowserSession sessions,
            Passes passes,
            PassEndpoint passPages,
            Newcomers newcomers,
            CookieCheck cookieCheck,
            Claim claim,
            Issuer issuer) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.sessions = sessions;
        this.passes = passes;
        this.passPages = passPages;
        this.newcomers = newcomers;
        this.cookieCheck = cookieCheck;
        this.claim = claim;
        this.issuer = issuer;
    }

    /** One line is one step; a step that answers the request ends it. A proof of work is posted here. */
    @RequestMapping(
            path = RoomPaths.ENTER,
            method = {RequestMethod.GET, RequestMethod.POST})
    void enter(
            @PathVariable("room") String name,
            @RequestParam(name = "request", defaultValue = "") String parked,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        if (!isNavigation(http)) {
            Navigation.refuse(response);
            return;
        }
        var exchange = new Exchange(rooms.get(name), parked, http, response);
        var room = exchange.room();
        var shown = passes.among(room.id(), http.getParameter(Passes.PARAMETER), null);
        if (shown.isPresent() && passPages.refuses(shown.get(), exchange)) {
            return;
        }
        var cookie = cookies.read(http, room.id());
        var held = cookie.flatMap(known -> known.held(room));
        if (held.isEmpty() && newcomers.areShutOut(exchange)
                || cookieCheck.answers(cookie, held.isPresent(), shown, exchange)) {
            return;
        }
        var worth = worth(cookie.orElseThrow(), held, exchange);
        if (isUsedElsewhere(worth, exchange)
                || held.isEmpty() && !worth.exempts() && !newcomers.admit(cookie.get(), worth.sparesWork(), exchange)) {
            return;
        }
        var place = join(cookie.get(), worth, exchange);
        if (!claim.takeTurn(place, exchange)) {
            exchange.seeOther(RoomPaths.waitingPage(room.id(), exchange.request()));
        }
    }

    private boolean isNavigation(HttpServletRequest http) {
        return Navigation.isNavigation(http)
                && !(http.getMethod().equals("POST") && Navigation.isFromElsewhere(http, issuer));
    }

    /** The worth of the visitor's pass; a place that was called already needs none. */
    private Worth worth(PlaceCookie cookie, Optional<Place> held, Exchange exchange) {
        var room = exchange.room();
        var isCalled = held.map(Place::stage)
                .filter(stage -> !stage.isInLine() && !stage.isEnded())
                .isPresent();
        return isCalled || !passes.mayExempt(room.id(), exchange.http())
                ? Worth.NOTHING
                : passes.worth(room.id(), cookie.currentIn(room), exchange.http());
    }

    private boolean isUsedElsewhere(Worth worth, Exchange exchange) throws IOException {
        if (worth.verdict() != Verdict.USED) {
            return false;
        }
        passes.drop(exchange.room().id(), exchange.http(), exchange.response());
        passPages.refuse(worth.verdict(), exchange);
        return true;
    }

    /**
     * The visitor's place, or a new one after a place that has ended, with its cookie. A browser in line gets
     * its name before the turn, which several tabs may take at once. A good pass calls the place at once, or
     * puts it into the pass's lane.
     */
    private Place join(PlaceCookie cookie, Worth worth, Exchange exchange) {
        var room = exchange.room();
        var taken = worth.lane()
                .map(lane -> room.joinLane(cookie.currentIn(room), lane))
                .or(() -> cookie.proof().map(room::rejoin))
                .orElseGet(() -> room.join(cookie.id()));
        cookies.write(exchange.response(), PlaceCookie.of(room.id(), taken));
        if (!taken.stage().takesSlot()) {
            sessions.keep(sessions.browserOrNew(exchange.http()), exchange.response());
        }
        var place = passes.used(room, taken, worth, exchange.http());
        if (place.stage().takesSlot() || place.waitsInLane() || worth.verdict().isRefused()) {
            passes.drop(room.id(), exchange.http(), exchange.response());
        }
        return place;
    }
}
