package io.gatehouse.visitor;

import io.gatehouse.room.Place;
import io.gatehouse.waitingroom.WaitingRoom;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Knows where an admitted visitor goes: the visitor's side asks, the site's side answers. */
public interface Destinations {

    /**
     * Where the browser goes now.
     *
     * @param request the name of the parked request that brought the visitor here; anything may stand in it
     * @param http with the cookies of the browser
     */
    Destination destination(WaitingRoom room, Place place, String request, HttpServletRequest http);

    /**
     * Where the browser goes when its visitor has left the line, so that the site is told; empty for sites
     * that are not, whose visitors see a page of ours.
     *
     * @param request and {@code http} as above
     */
    Optional<String> afterLeaving(WaitingRoom room, Place place, String request, HttpServletRequest http);

    /** The address of the visitor's site, for a link on pages; empty when it is not known. */
    Optional<String> entry(WaitingRoom room, String request);

    /** An address to go on to, or a page of ours. */
    sealed interface Destination {

        /** The browser is sent on. */
        record To(String location) implements Destination {}

        /** The visitor is admitted, but the site's entry is not configured. */
        record YouAreIn(Optional<String> origin) implements Destination {}

        /** The visitor came back again and again without the site ever asking for a token. */
        record Stopped(Optional<String> entry) implements Destination {}
    }
}
