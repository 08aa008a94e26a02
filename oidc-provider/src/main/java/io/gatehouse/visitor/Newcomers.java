package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.schedule.Phase;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.web.RoomCounts;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a visitor without a place takes one now. A crowded address, and a lobby that asks for it,
 * ask for a {@link ProofOfWork}. An address that has taken far too many places gets a page to try again
 * later; so does every newcomer while the room is full, closed or sold out. A visitor who has a place is
 * never asked here.
 */
final class Newcomers {

    private static final Logger LOG = LoggerFactory.getLogger(Newcomers.class);
    private static final Map<String, String> WHY = Map.of(
            "full", "as many wait as its most-waiting says",
            "busy", "an address has taken gatehouse.limits.places; is it a proxy's, set gatehouse.trusted-proxies");
    private static final int TOO_MANY_REQUESTS = 429;
    /** The page reloads under its reader, who needs time (WCAG 2.2.1). */
    private static final Duration SOONEST = Duration.ofSeconds(20);

    private static final Duration ONCE_FULL = Duration.ofMinutes(1);
    private static final Duration ONCE_CLOSED = Duration.ofMinutes(2);

    private final Boards boards;
    private final AddressLimits limits;
    private final ProofOfWork work;
    private final PageWriter pages;
    private final RandomGenerator random;
    private final RoomCounts counts;
    private final LogThrottle throttle;

    Newcomers(
            Boards boards,
            AddressLimits limits,
            ProofOfWork work,
            PageWriter pages,
            SecureRandom random,
            RoomCounts counts,
            Scheduler scheduler) {
        this.boards = boards;
        this.limits = limits;
        this.work = work;
        this.pages = pages;
        this.random = random;
        this.counts = counts;
        this.throttle = new LogThrottle(scheduler);
    }

    /** Whether the room gives no places now; then a page has been written that says why, and the next date if known. */
    boolean areShutOut(Exchange exchange) throws IOException {
        var printed = boards.of(exchange.room());
        if (!printed.vacancy().isShut()) {
            return false;
        }
        count(printed.vacancy().word(), exchange);
        write(
                whyShutOut(printed, exchange.http()),
                HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                spread(ONCE_CLOSED, ONCE_CLOSED),
                exchange);
        return true;
    }

    private MessagePage whyShutOut(Boards.Printed printed, HttpServletRequest http) {
        var language = pages.language(http);
        return Optional.ofNullable(printed.board().doors())
                .filter(doors -> printed.vacancy() == Room.Vacancy.CLOSED)
                .map(doors -> pages.message(
                                "closed-until",
                                Map.of("lobby", doors.lobbyIn(language), "doors", doors.openIn(language)),
                                http)
                        .moments("closed-until", doors.lobby(), doors.open()))
                .orElseGet(() -> pages.message(printed.vacancy().word(), http));
    }

    /**
     * Whether a newcomer takes a place now; otherwise a page has been written that says what to do. How many
     * wait is known as of the last tick: those who come between two ticks may be too many.
     *
     * @param isSparedWork whether they bring a pass in place of the work, see
     *     {@link io.gatehouse.pass.Passes.Worth#sparesWork}
     */
    boolean admit(PlaceCookie cookie, boolean isSparedWork, Exchange exchange) throws IOException {
        if (boards.vacancy(exchange.room()) == Room.Vacancy.FULL) {
            refuse("full", HttpServletResponse.SC_SERVICE_UNAVAILABLE, spread(ONCE_FULL, ONCE_FULL), exchange);
            return false;
        }
        var address = exchange.http().getRemoteAddr();
        if (isSparedWork
                || lobbyWork(exchange) == 0
                        && limits.freePlaces().take(address, 1).isZero()) {
            return isWithinLimit(limits.places().take(address, 1), exchange);
        }
        var place = cookie.currentIn(exchange.room());
        var isDone = isDone(place, exchange);
        var wait = isDone ? limits.places().take(address, 1) : limits.places().until(address, 1);
        if (!isWithinLimit(wait, exchange)) {
            return false;
        }
        if (!isDone) {
            ask(place, exchange);
        }
        return isDone;
    }

    /** Whether a visitor may take another place by a press; else a page has been written that says when to retry. */
    boolean admitAgain(Exchange exchange) throws IOException {
        return isWithinLimit(limits.places().take(exchange.http().getRemoteAddr(), 1), exchange);
    }

    /** The work that the room asks of each newcomer to its lobby, at any address. */
    private int lobbyWork(Exchange exchange) {
        return boards.of(exchange.room()).board().phase() == Phase.LOBBY
                ? exchange.room().configuration().limits().lobbyWork()
                : 0;
    }

    private boolean isDone(PlaceId place, Exchange exchange) {
        return work.isDone(place, exchange.parameter(ProofOfWork.SOLUTION))
                || work.left(place, exchange.parameter(ProofOfWork.WAIT))
                        .filter(Duration::isZero)
                        .isPresent();
    }

    private void ask(PlaceId place, Exchange exchange) throws IOException {
        count("asked", exchange);
        var wait = work.wait(place, exchange.parameter(ProofOfWork.WAIT));
        var left = work.left(place, wait).orElse(Duration.ZERO).plusMillis(999).toSeconds();
        var language = pages.language(exchange.http());
        var isFirst = exchange.parameter(ProofOfWork.WAIT).isEmpty();
        var page = pages.message(
                        isFirst ? "work" : "work-again",
                        Map.of("wait", language.count("seconds", left, Map.of())),
                        exchange.http())
                .in(boards.of(exchange.room()))
                .form(
                        "continue",
                        RoomPaths.of(exchange.room().id()) + "enter",
                        Map.of(
                                "request",
                                exchange.request(),
                                "ui_locales",
                                language.tag(),
                                ProofOfWork.WAIT,
                                wait,
                                ProofOfWork.SOLUTION,
                                ""))
                // The script does not send a refused solution again and again.
                .task(
                        work.challenge(place, lobbyWork(exchange)),
                        exchange.parameter(ProofOfWork.SOLUTION).isEmpty());
        pages.write(page, HttpServletResponse.SC_OK, exchange.response());
    }

    private boolean isWithinLimit(Duration wait, Exchange exchange) throws IOException {
        if (!wait.isZero()) {
            refuse("busy", TOO_MANY_REQUESTS, spread(wait.compareTo(SOONEST) < 0 ? SOONEST : wait, SOONEST), exchange);
        }
        return wait.isZero();
    }

    /** Visitors who are refused together are not to come back together. */
    private Duration spread(Duration after, Duration over) {
        return after.plusSeconds(random.nextLong(over.toSeconds() + 1));
    }

    private void count(String answer, Exchange exchange) {
        counts.count(exchange.room().id(), answer);
    }

    private void refuse(String message, int status, Duration after, Exchange exchange) throws IOException {
        count(message, exchange);
        var room = exchange.room().id();
        throttle.count(
                room + " " + message,
                times -> LOG.warn(
                        "room {}: refused newcomers {}: {}",
                        room,
                        times == 1 ? "once" : times + " times",
                        WHY.get(message)));
        write(pages.message(message, exchange.http()), status, after, exchange);
    }

    private void write(MessagePage page, int status, Duration after, Exchange exchange) throws IOException {
        var again = URI.create(exchange.enterAddress());
        page.in(boards.of(exchange.room())).again(after, again);
        exchange.response().setHeader("Retry-After", String.valueOf(after.toSeconds()));
        pages.write(page, status, exchange.response());
    }
}
