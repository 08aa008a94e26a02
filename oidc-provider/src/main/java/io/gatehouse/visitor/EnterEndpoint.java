package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.pass.Verdict;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code GET /rooms/{room}/enter}: takes the visitor's place, or finds the one they have, and lets them pass if it is
 * their turn. Reached from {@code /authorize}, or by hand as a second front door.
 */
@Controller
public final class EnterEndpoint {

    /** Says that a cookie has been set one request ago; if it does not come back, the browser keeps none. */
    private static final String COOKIE_SET = "cookie=set";

    /** Says the same of a cookie that was replaced; if the old one comes back, the browser keeps no new ones. */
    private static final String REPLACED = "replaced";

    private static final String COOKIE_REPLACED = "cookie=" + REPLACED;

    private final WaitingRooms rooms;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;
    private final Newcomers newcomers;
    private final Passes passes;
    private final AdmittedAnswer admittedAnswer;
    private final Boards boards;
    private final PageWriter pages;
    private final Issuer issuer;

    EnterEndpoint(
            WaitingRooms rooms,
            PlaceCookies cookies,
            BrowserSession sessions,
            Newcomers newcomers,
            Passes passes,
            AdmittedAnswer admittedAnswer,
            Boards boards,
            PageWriter pages,
            Issuer issuer) {
        this.rooms = rooms;
        this.cookies = cookies;
        this.sessions = sessions;
        this.newcomers = newcomers;
        this.passes = passes;
        this.admittedAnswer = admittedAnswer;
        this.boards = boards;
        this.pages = pages;
        this.issuer = issuer;
    }

    /** Where a browser is sent that has just been given a cookie. */
    public static String address(RoomId room, String request) {
        return Query.append(RoomPaths.enter(room, request), COOKIE_SET);
    }

    /** Posted by the page that asks newcomers for work, else a link. */
    @RequestMapping(
            path = RoomPaths.ENTER,
            method = {RequestMethod.GET, RequestMethod.POST})
    void enter(
            @PathVariable("room") String name,
            @RequestParam(name = "request", defaultValue = "") String parked,
            @RequestParam(name = "cookie", defaultValue = "") String marker,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var request = parked.length() > AdmittedAnswer.LONGEST_NAME ? "" : parked;
        if (!Navigation.isNavigation(http)
                || http.getMethod().equals("POST") && Navigation.isFromElsewhere(http, issuer)) {
            Navigation.refuse(response);
            return;
        }
        var cookie = cookies.read(http, room.id());
        var shown = passes.among(room.id(), http.getParameter(Passes.PARAMETER), null);
        var entering = new Newcomers.Entering(room, request, http, response);
        if (shown.isPresent() && isAnswered(shown.get(), entering)) {
            return;
        }
        var held = held(room, cookie);
        if (held.isEmpty() && newcomers.areShutOut(entering)) {
            return;
        }
        var isOfBefore = held.isEmpty() && shown.isEmpty() && isOfBefore(cookie, entering);
        if (isOfBefore && !marker.equals(REPLACED)) {
            cookies.startAnew(http, response, room.id());
            var again = Query.append(RoomPaths.enter(room.id(), request), COOKIE_REPLACED);
            PageWriter.seeOther(Query.append(again, AdmittedAnswer.locales(http)), response);
        } else if (shown.isPresent() || cookie.isEmpty() && marker.isEmpty()) {
            shown.ifPresent(own -> passes.keep(room.id(), own, response));
            if (cookie.isEmpty() && marker.isEmpty()) {
                cookies.start(http, response, room.id());
                sessions.startBrowser(http, response);
            }
            PageWriter.seeOther(Query.append(address(room.id(), request), AdmittedAnswer.locales(http)), response);
        } else if (cookie.isPresent() && !isOfBefore) {
            enter(cookie.get(), held, entering);
        } else {
            var retry = URI.create(RoomPaths.enter(room.id(), request));
            var page = pages.message("cookies", http).in(boards.of(room)).link("try-again", retry);
            pages.write(page, HttpServletResponse.SC_OK, response);
        }
    }

    /** A pass belongs to the place that used it, and to those that follow it: who brings one keeps the cookie. */
    private boolean isOfBefore(Optional<PlaceCookie> cookie, Newcomers.Entering entering) {
        return cookie.filter(known -> !passes.mayExempt(entering.room().id(), entering.http()))
                .filter(known -> cookies.isOfBefore(entering.room(), known))
                .isPresent();
    }

    /** Where a visitor types an access code; once sent it goes the way of any other pass. */
    @GetMapping(RoomPaths.CODE)
    void code(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        if (passes.takesCodes(room.id())) {
            var page = pages.message("code", http)
                    .in(boards.of(room))
                    .input("access-code", Passes.PARAMETER)
                    .form("continue", RoomPaths.of(room.id()) + "enter", Map.of());
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
        }
    }

    /** Whether it stands for a place that has not ended. Of one with which none has been taken the store is not asked. */
    public static boolean hasPlace(WaitingRoom room, Optional<PlaceCookie> cookie) {
        return held(room, cookie).isPresent();
    }

    private static Optional<Place> held(WaitingRoom room, Optional<PlaceCookie> cookie) {
        return cookie.flatMap(PlaceCookie::proof).flatMap(room::find).filter(place -> !place.stage()
                .isEnded());
    }

    /**
     * Who has a place keeps it; a newcomer takes one. Whoever need not wait by a pass is asked for nothing, and called. The
     * bearer of a pass for a lane waits, within the same limits as everybody, and gives no work for the place.
     */
    private void enter(PlaceCookie cookie, Optional<Place> held, Newcomers.Entering entering) throws IOException {
        var room = entering.room();
        var isCalled = held.filter(place -> !place.stage().isInLine()).isPresent();
        var worth = isCalled || !passes.mayExempt(room.id(), entering.http())
                ? Passes.Worth.NOTHING
                : passes.worth(room.id(), cookie.currentIn(room), entering.http());
        var verdict = worth.verdict();
        if (verdict == Verdict.USED) {
            passes.drop(room.id(), entering.http(), entering.response());
            refuse(verdict, entering);
        } else if (worth.exempts() || held.isPresent() || newcomers.admit(cookie, worth.sparesWork(), entering)) {
            var taken = take(room, cookie, worth.lane(), entering.http(), entering.response());
            var place = passes.used(room, taken, worth, entering.http());
            if (place.stage().takesSlot() || place.waitsInLane() || verdict.isRefused()) {
                passes.drop(room.id(), entering.http(), entering.response());
            }
            pass(room, place, entering.request(), entering.http(), entering.response());
        }
    }

    /** Whether a page has been written that says what is wrong with the pass that was shown; nothing else has happened then. */
    private boolean isAnswered(String pass, Newcomers.Entering entering) throws IOException {
        var verdict = passes.verdict(entering.room().id(), pass, entering.http());
        if (verdict.isRefused()) {
            refuse(verdict, entering);
        } else if (verdict == Verdict.UNKNOWN || verdict == Verdict.GUESSED) {
            passes.keep(entering.room().id(), pass, entering.response());
            write(key(verdict), "continue", HttpServletResponse.SC_OK, entering);
        }
        return !verdict.isGood();
    }

    private void refuse(Verdict verdict, Newcomers.Entering entering) throws IOException {
        write(key(verdict), "wait-without", HttpServletResponse.SC_FORBIDDEN, entering);
    }

    private static String key(Verdict verdict) {
        return "pass-" + verdict.name().toLowerCase(Locale.ROOT);
    }

    private void write(String message, String link, int status, Newcomers.Entering entering) throws IOException {
        var next = Query.append(
                RoomPaths.enter(entering.room().id(), entering.request()), AdmittedAnswer.locales(entering.http()));
        var page = pages.message(message, entering.http())
                .in(boards.of(entering.room()))
                .link(link, URI.create(next));
        pages.write(page, status, entering.response());
    }

    /**
     * A place that has ended is followed by a new one; the cookie goes out again only when the place is durable. Who waits
     * has a name before the turn comes, which many tabs may take at once.
     */
    private Place take(
            WaitingRoom room,
            PlaceCookie cookie,
            Optional<String> lane,
            HttpServletRequest http,
            HttpServletResponse response) {
        var place = lane.map(name -> room.join(cookie.currentIn(room), name))
                .or(() -> cookie.proof().map(room::join))
                .orElseGet(() -> room.joinAsCurrent(cookie.id()));
        cookies.write(response, PlaceCookie.of(room.id(), place));
        if (!place.stage().takesSlot()) {
            sessions.keep(sessions.browserOrNew(http), response);
        }
        return place;
    }

    private void pass(
            WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        if (!admittedAnswer.passes(room, place, request, http, response)) {
            PageWriter.seeOther(
                    Query.append(RoomPaths.waitingPage(room.id(), request), AdmittedAnswer.locales(http)), response);
        }
    }
}
