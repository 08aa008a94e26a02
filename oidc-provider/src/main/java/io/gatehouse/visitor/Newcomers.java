package io.gatehouse.visitor;

import io.gatehouse.room.WaitingRoom;
import io.gatehouse.web.AddressLimits;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before the line: whoever has no place yet takes one only as long as their address block has not taken too many.
 * Whoever has a place is never asked here.
 */
final class Newcomers {

    private static final Logger LOG = LoggerFactory.getLogger(Newcomers.class);
    private static final int TOO_MANY_REQUESTS = 429;
    /** Nobody is told to come back sooner, or a refused crowd would be a crowd that only asks. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private final AddressLimits limits;
    private final PageWriter pages;

    Newcomers(AddressLimits limits, PageWriter pages) {
        this.limits = limits;
        this.pages = pages;
    }

    /** Whether a newcomer takes a place now; otherwise a page has been written that says what to do. */
    boolean admit(WaitingRoom room, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var wait = limits.places().take(http.getRemoteAddr(), 1);
        if (!wait.isZero()) {
            refuse(wait, room, request, http, response);
        }
        return wait.isZero();
    }

    private void refuse(
            Duration wait, WaitingRoom room, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        LOG.debug("room {}: too many newcomers from one address", room.id());
        var after = wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait;
        var again = URI.create(
                Query.append(RoomPaths.enter(room.id(), request), AdmittedAnswer.locales(http)));
        var page = pages.message("busy", http)
                .title(room.configuration().title())
                .again(after, again);
        response.setHeader("Retry-After", String.valueOf(after.toSeconds()));
        pages.write(page, TOO_MANY_REQUESTS, response);
    }
}
