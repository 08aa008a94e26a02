package io.gatehouse.visitor;

import io.gatehouse.page.PageWriter;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import java.util.Optional;

/**
 * A visitor's request to a room, and the response to it.
 *
 * @param request the name of the parked request; it comes from the visitor and may hold any text
 */
record Exchange(WaitingRoom room, String request, HttpServletRequest http, HttpServletResponse response) {

    /** No name of a parked request is longer. */
    private static final int LONGEST_NAME = 4_000;

    Exchange {
        request = parked(request);
    }

    /** The name of a parked request as it may go on; empty if it is too long to be one. */
    static String parked(String name) {
        return name.length() > LONGEST_NAME ? "" : name;
    }

    /** The value of this parameter; empty if the visitor has sent none. */
    String parameter(String name) {
        return Objects.requireNonNullElse(http.getParameter(name), "");
    }

    /** The address at which the visitor enters the line with this parked request and these languages. */
    String enterAddress() {
        return withLocales(RoomPaths.enter(room.id(), request));
    }

    /** Sends the browser on to this address of the room, with the languages that the site asked for. */
    void seeOther(String address) {
        PageWriter.seeOther(withLocales(address), response);
    }

    private String withLocales(String address) {
        return Query.append(address, Query.locales(Optional.ofNullable(http.getParameter("ui_locales"))));
    }
}
