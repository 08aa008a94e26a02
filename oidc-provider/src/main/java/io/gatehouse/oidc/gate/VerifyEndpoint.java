package io.gatehouse.oidc.gate;

import io.gatehouse.browser.Navigation;
import io.gatehouse.oidc.http.BearerChallenge;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.RequestName;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.BearerScheme;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /verify}: is the sender of this request inside? 200 with the visitor, or 401 with the way to the
 * line. A server in front of a site asks with the headers of the request that it holds back: nginx's {@code
 * auth_request}, Traefik's {@code forwardAuth}, Envoy's {@code ext_authz}.
 *
 * <p>A token of ours in {@code Authorization}, bare or as {@code Bearer}, is proof enough, or the place
 * cookie of the requested room. One valid proof of two is enough, because {@code Authorization} may belong to
 * the site.
 *
 * <p>All methods except OPTIONS mean the same, and no body is read: Envoy asks with the visitor's method.
 *
 * <p>A visitor who is not inside is led to the room's line, and from there back to the page that they wanted,
 * if it is on our own host name. The page is a path that the visitor sent, never a host ({@link
 * RequestName#ofAGate}); the requested host only decides whether there is a page to return to. The path is in
 * the line's address for the whole wait, so a page whose address holds a secret is refused.
 */
@RestController
class VerifyEndpoint {

    private static final String PREFIX = "X-Gatehouse-";

    /** The header in which Traefik, and nginx if configured, tells the page that it holds back. */
    private static final String PAGE = "X-Forwarded-Uri";

    private static final String METHOD = "X-Forwarded-Method";

    /** The header in which Traefik tells the requested host; nginx and Envoy pass it on as {@code Host}. */
    private static final String ASKED_HOST = "X-Forwarded-Host";

    /** The line's address has the page, in a header; nginx by default accepts 4 KB of headers. */
    private static final int LONGEST_PAGE = 1_000;

    /** Parameters of a login's callback and of links that reset a password. */
    private static final Set<String> SECRETS = Set.of("code", "state", "token");

    /**
     * A question.
     *
     * @param room empty for any, by a token
     * @param page what the visitor wants, to come back to
     * @param redirects whether a person who is not inside is sent to the line, and not told where it is
     */
    private record Question(Optional<WaitingRoom> room, Optional<String> page, boolean redirects) {}

    private final Gate gate;
    private final WaitingRooms rooms;
    private final Issuer issuer;
    private final BearerChallenge challenge = new BearerChallenge();

    VerifyEndpoint(Gate gate, WaitingRooms rooms, Issuer issuer) {
        this.gate = gate;
        this.rooms = rooms;
        this.issuer = issuer;
    }

    /** With {@code room} for a visitor inside there; {@code redirect=true} asks for a 302 to its line, not 401. */
    @RequestMapping(Paths.VERIFY)
    void verify(HttpServletRequest http, HttpServletResponse response) {
        var query = Query.read(http.getQueryString());
        var room = Optional.ofNullable(query.getFirst("room")).map(rooms::get);
        var method = Objects.requireNonNullElse(http.getHeader(METHOD), http.getMethod());
        var page = page(http, method, Objects.requireNonNullElse(http.getHeader(PAGE), ""));
        answer(new Question(room, page, "true".equals(query.getFirst("redirect"))), http, response);
    }

    /** Answers with a redirect, for an Envoy that can only put this before the visitor's path and query. */
    @RequestMapping(Paths.VERIFY_BEFORE_PATH)
    void verify(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response) {
        var path = http.getRequestURI().substring((Paths.VERIFY + "/" + name).length());
        var page =
                page(http, http.getMethod(), Query.append(path, Objects.requireNonNullElse(http.getQueryString(), "")));
        answer(new Question(Optional.of(rooms.get(name)), page, true), http, response);
    }

    private void answer(Question question, HttpServletRequest http, HttpServletResponse response) {
        var room = question.room();
        var token = token(http);
        var visit = token.flatMap(shown -> gate.byToken(room.map(WaitingRoom::id), shown))
                .or(() -> room.flatMap(asked -> gate.byCookie(asked, http)));
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        if (visit.isPresent()) {
            letPass(visit.get(), response);
        } else if (question.redirects() && room.isPresent() && Navigation.isNavigation(http)) {
            response.setStatus(HttpServletResponse.SC_FOUND);
            response.setHeader(HttpHeaders.LOCATION, line(room.get().id(), question.page()));
        } else {
            room.ifPresent(asked -> response.setHeader(PREFIX + "Location", line(asked.id(), question.page())));
            challenge.commence(http, response, refusal(token));
        }
    }

    private static void letPass(Visit visit, HttpServletResponse response) {
        response.setHeader(PREFIX + "Room", visit.room().value());
        response.setHeader(PREFIX + "Subject", visit.subject());
        response.setHeader(PREFIX + "Expires", String.valueOf(visit.until().getEpochSecond()));
    }

    private String line(RoomId room, Optional<String> page) {
        return issuer.at(page.map(RequestName::ofAGate)
                .map(name -> RoomPaths.enter(room, name.toString()))
                .orElseGet(() -> RoomPaths.of(room) + "enter"));
    }

    /** The page to come back to: what was sent with another method is lost, and its address may be no page. */
    private Optional<String> page(HttpServletRequest http, String method, String path) {
        return Optional.of(path)
                .filter(page -> isUnderOurHost(http))
                .filter(page -> method.equals("GET") && page.startsWith("/") && page.length() <= LONGEST_PAGE)
                .filter(page -> Collections.disjoint(
                        Query.read(page.substring(page.indexOf('?') + 1)).keySet(), SECRETS));
    }

    /** A gate may stand under another host name, where it goes by tokens. A port makes no difference. */
    private boolean isUnderOurHost(HttpServletRequest http) {
        var asked = Optional.ofNullable(http.getHeader(ASKED_HOST))
                .or(() -> Optional.ofNullable(http.getHeader(HttpHeaders.HOST)));
        var ours = URI.create(issuer.value()).getHost();
        return asked.filter(host -> host.replaceFirst(":[0-9]+$", "").equalsIgnoreCase(ours))
                .isPresent();
    }

    /** RFC 6750 section 3.1: a request without a token gets no error code. */
    private static AuthenticationException refusal(Optional<String> token) {
        return token.isEmpty()
                ? new InsufficientAuthenticationException("no token")
                : new OAuth2AuthenticationException(
                        BearerTokenErrors.invalidToken("the token is not one of ours for this room, or not any more"));
    }

    /** A text that may be a token of ours; empty where there is none, or something else such as a password. */
    private static Optional<String> token(HttpServletRequest http) {
        var header = Optional.ofNullable(http.getHeader(HttpHeaders.AUTHORIZATION));
        return header.flatMap(BearerScheme::token)
                .or(() -> header.map(String::strip))
                .filter(text -> !text.isEmpty() && text.indexOf(' ') < 0);
    }
}
