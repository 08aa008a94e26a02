package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.schedule.Phase;
import io.gatehouse.time.Tally;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomCounts;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before the line: whoever has no place yet takes one. From an address that has taken many already, and in a lobby
 * that asks for it, they give some {@link Work} for it, and from one that has taken far too many they are asked to come again; so is everybody while as many
 * wait as the room takes, or while it is closed or sold out. Whoever has a place is never asked here.
 */
final class Newcomers {

    /**
     * A navigation to the line of a room.
     *
     * @param request the name of the parked request; anything may stand in it
     */
    record Entering(WaitingRoom room, String request, HttpServletRequest http, HttpServletResponse response) {

        String said(String parameter) {
            return Objects.requireNonNullElse(http.getParameter(parameter), "");
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Newcomers.class);
    private static final Map<String, String> WHY = Map.of(
            "full", "as many wait as its most-waiting says",
            "busy", "an address has taken gatehouse.limits.places; is it a proxy's, set gatehouse.trusted-proxies");
    private static final int TOO_MANY_REQUESTS = 429;
    /** Nobody is told to come back sooner: the page reloads under its reader, who is to have time (WCAG 2.2.1). */
    private static final Duration SOONEST = Duration.ofSeconds(20);

    private static final Duration ONCE_FULL = Duration.ofMinutes(1);
    private static final Duration ONCE_CLOSED = Duration.ofMinutes(2);

    private final Boards boards;
    private final AddressLimits limits;
    private final Work work;
    private final PageWriter pages;
    private final RandomGenerator random;
    private final RoomCounts counts;
    private final Tally tally;

    Newcomers(
            Boards boards,
            AddressLimits limits,
            Work work,
            PageWriter pages,
            RandomGenerator random,
            RoomCounts counts,
            Tally tally) {
        this.boards = boards;
        this.limits = limits;
        this.work = work;
        this.pages = pages;
        this.random = random;
        this.counts = counts;
        this.tally = tally;
    }

    /** Whether the room gives no places at all now; then a page has been written that says why, and the next date if there is one. */
    boolean areShutOut(Entering entering) throws IOException {
        var printed = boards.of(entering.room);
        if (!printed.vacancy().isShut()) {
            return false;
        }
        count(printed.vacancy().word(), entering);
        write(
                whyShutOut(printed, entering.http),
                HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                spread(ONCE_CLOSED, ONCE_CLOSED),
                entering);
        return true;
    }

    private MessagePage whyShutOut(Boards.Printed printed, HttpServletRequest http) {
        var language = pages.language(http);
        return Optional.ofNullable(printed.board().doors())
                .filter(doors -> printed.vacancy() == Room.Vacancy.CLOSED)
                .map(doors -> pages.message(
                        "closed-until",
                        Map.of("lobby", doors.lobbyIn(language), "doors", doors.openIn(language)),
                        http))
                .orElseGet(() -> pages.message(printed.vacancy().word(), http));
    }

    /**
     * Whether a newcomer takes a place now; otherwise a page has been written that says what to do. How many wait is known
     * as of the last tick: those who come between two ticks may be too many.
     *
     * @param isSparedWork whether they bring a pass in place of the work, see {@link io.gatehouse.pass.Passes.Worth#sparesWork}
     */
    boolean admit(PlaceCookie cookie, boolean isSparedWork, Entering entering) throws IOException {
        if (boards.vacancy(entering.room) == Room.Vacancy.FULL) {
            refuse("full", HttpServletResponse.SC_SERVICE_UNAVAILABLE, spread(ONCE_FULL, ONCE_FULL), entering);
            return false;
        }
        var address = entering.http.getRemoteAddr();
        if (isSparedWork
                || lobbyWork(entering) == 0
                        && limits.freePlaces().take(address, 1).isZero()) {
            return isWithinLimit(limits.places().take(address, 1), entering);
        }
        var place = cookie.currentIn(entering.room);
        var isDone = isDone(place, entering);
        var wait = isDone ? limits.places().take(address, 1) : limits.places().until(address, 1);
        if (!isWithinLimit(wait, entering)) {
            return false;
        }
        if (!isDone) {
            ask(place, entering);
        }
        return isDone;
    }

    /** What the room asks of each newcomer to its lobby, wherever they come from. */
    private int lobbyWork(Entering entering) {
        return boards.of(entering.room).board().phase() == Phase.LOBBY
                ? entering.room.configuration().lobbyWork()
                : 0;
    }

    private boolean isDone(PlaceId place, Entering entering) {
        return work.isDone(place, entering.said(Work.SOLUTION))
                || work.left(place, entering.said(Work.WAIT))
                        .filter(Duration::isZero)
                        .isPresent();
    }

    private void ask(PlaceId place, Entering entering) throws IOException {
        count("asked", entering);
        var wait = work.wait(place, entering.said(Work.WAIT));
        var left = work.left(place, wait).orElse(Duration.ZERO).plusMillis(999).toSeconds();
        var language = pages.language(entering.http);
        var isFirst = entering.said(Work.WAIT).isEmpty();
        var page = pages.message(
                        isFirst ? "work" : "work-again",
                        Map.of("wait", language.count("seconds", left, Map.of())),
                        entering.http)
                .in(boards.of(entering.room))
                .form(
                        "continue",
                        RoomPaths.of(entering.room.id()) + "enter",
                        Map.of(
                                "request",
                                entering.request,
                                "ui_locales",
                                language.tag(),
                                Work.WAIT,
                                wait,
                                Work.SOLUTION,
                                ""))
                // One that has been refused is not sent again and again.
                .task(
                        work.challenge(place, lobbyWork(entering)),
                        entering.said(Work.SOLUTION).isEmpty());
        pages.write(page, HttpServletResponse.SC_OK, entering.response);
    }

    private boolean isWithinLimit(Duration wait, Entering entering) throws IOException {
        if (!wait.isZero()) {
            refuse("busy", TOO_MANY_REQUESTS, spread(wait.compareTo(SOONEST) < 0 ? SOONEST : wait, SOONEST), entering);
        }
        return wait.isZero();
    }

    /** Those who are refused together are not to come back together. */
    private Duration spread(Duration after, Duration over) {
        return after.plusSeconds(random.nextLong(over.toSeconds() + 1));
    }

    private void count(String answer, Entering entering) {
        counts.count(entering.room.id(), answer);
    }

    private void refuse(String message, int status, Duration after, Entering entering) throws IOException {
        count(message, entering);
        var room = entering.room.id();
        tally.count(
                room + " " + message,
                times -> LOG.warn(
                        "room {}: refused newcomers {}: {}",
                        room,
                        times == 1 ? "once" : times + " times",
                        WHY.get(message)));
        write(pages.message(message, entering.http), status, after, entering);
    }

    private void write(MessagePage page, int status, Duration after, Entering entering) throws IOException {
        var again = URI.create(Query.append(
                RoomPaths.enter(entering.room.id(), entering.request), AdmittedAnswer.locales(entering.http)));
        page.in(boards.of(entering.room)).again(after, again);
        entering.response.setHeader("Retry-After", String.valueOf(after.toSeconds()));
        pages.write(page, status, entering.response);
    }
}
