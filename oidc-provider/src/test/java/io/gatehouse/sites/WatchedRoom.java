package io.gatehouse.sites;

import io.gatehouse.flow.Login;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.Set;

/**
 * A room for one visitor, as an observer outside sees it. The observer has copies of the cookies of two
 * visitors: of the one inside, and of the next one in line. A request with a copy changes no visit.
 *
 * <p>Each count asks for the next visitor first. The next visitor stays inside, and the first one does not
 * come in again by the same cookies. So both were inside at the first question, if both answers say so. A
 * server that is away counts as a no.
 */
final class WatchedRoom {

    /** A path of the site that only visitors inside see. */
    static final String INSIDE = "/inside";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static final Set<String> WITH_A_SLOT = Set.of("TURN", "ADMITTED", "ENDING");

    private final String room;
    private final String site;
    private volatile String visit = "";
    private volatile String session = "";
    private volatile String place = "";
    private volatile String sessionOfNext = "";

    WatchedRoom(String issuer, String name, String site) {
        this.room = issuer + "/rooms/" + name;
        this.site = site;
    }

    /** The address at which the room answers about a visit. */
    String visitAddress() {
        return room + "/visit";
    }

    /** The first visitor is inside, with this claim and these cookies of the site. */
    void hasInside(String claim, String cookies) {
        visit = claim;
        session = cookies;
    }

    /** The next visitor waits, with these cookies of Gatehouse. */
    void hasInLine(String cookies) {
        place = cookies;
    }

    /** The next visitor is inside, with these cookies of the site. */
    void hasLetIn(String cookies) {
        sessionOfNext = cookies;
    }

    /** Whether the site answers the first visitor as one inside. */
    boolean isFirstAtTheSite() {
        return isAtTheSite(session);
    }

    private boolean isAtTheSite(String cookies) {
        return !cookies.isEmpty()
                && asks(site + INSIDE, "Cookie", cookies)
                        .filter(answer -> answer.status() == 200)
                        .isPresent();
    }

    /** The stage of the next visitor's place; empty while Gatehouse is away. */
    Optional<String> stageOfNext() {
        return place.isEmpty()
                ? Optional.empty()
                : asks(room + "/place", "Cookie", place).map(answer -> answer.text("stage"));
    }

    /** How many of the two visitors the site took as inside at one moment. */
    int atTheSite() {
        return (isAtTheSite(sessionOfNext) ? 1 : 0) + (isFirstAtTheSite() ? 1 : 0);
    }

    /** How many of the two visitors had a slot at one moment, as the room answers. */
    int withASlot() {
        var next = stageOfNext().filter(WITH_A_SLOT::contains).isPresent() ? 1 : 0;
        var isVisiting = !visit.isEmpty()
                && asks(visitAddress(), "Authorization", "Bearer " + visit)
                        .filter(answer -> answer.status() == 200)
                        .isPresent();
        return next + (isVisiting ? 1 : 0);
    }

    private static Optional<Login.Answer> asks(String address, String header, String value) {
        try {
            return Optional.of(Login.send(
                    CLIENT, HttpRequest.newBuilder(URI.create(address)).header(header, value)));
        } catch (UncheckedIOException away) {
            return Optional.empty();
        }
    }
}
