package io.gatehouse.browser;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.entrant.EntrantIds;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.CookieSigner;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpHeaders;

/**
 * Reads and writes the place cookie: one per room, signed, persistent, HttpOnly, SameSite=Lax, and
 * {@code __Host-} where the issuer's scheme is https. One that is forged, altered, expired or of another room
 * or installation counts as none.
 */
public final class PlaceCookies {

    /** A long wait must not outlive its cookie; the cookie is renewed at each visit. */
    static final Duration LIFETIME = Duration.ofDays(30);

    /** For the redirects at the beginning, or the page before them; from then on it is a cookie with a place. */
    static final Duration BEGINNING = Duration.ofMinutes(15);

    private static final String READ = PlaceCookies.class.getName();

    /** The cookie that a request was found to bring, so that it is read once. */
    private record Found(RoomId room, Optional<PlaceCookie> cookie) {}

    private final CookieSigner signer;
    private final Issuer issuer;
    private final EntrantIds ids;
    private final Clock clock;

    public PlaceCookies(MasterKey master, Issuer issuer, EntrantIds ids, Clock clock) {
        this.signer = new CookieSigner(master, "place-cookie");
        this.issuer = issuer;
        this.ids = ids;
        this.clock = clock;
    }

    /** The cookie of this room; empty when there is none to be believed. */
    public Optional<PlaceCookie> read(HttpServletRequest request, RoomId room) {
        if (request.getAttribute(READ) instanceof Found found && found.room.equals(room)) {
            return found.cookie;
        }
        var cookie = read(request, room, own(room)).or(() -> read(request, room, probe(room)));
        request.setAttribute(READ, new Found(room, cookie));
        return cookie;
    }

    private Optional<PlaceCookie> read(HttpServletRequest request, RoomId room, OwnCookie own) {
        return CookieHeader.values(request, own.name())
                .map(value -> signer.verify(value, clock.instant()).flatMap(claims -> parse(claims, room)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * The place that this browser holds in the room, unless it has ended for good; empty for one that was
     * carried to another browser since. Asks the store.
     */
    public Optional<Place> held(HttpServletRequest request, WaitingRoom room) {
        var cookie = read(request, room.id());
        return cookie.flatMap(one -> one.held(room))
                .filter(place -> cookie.get().holds(place));
    }

    /**
     * Gives a browser that has no cookie yet one without a place. It has a name of its own: a late answer to
     * one tab must not overwrite the place that another tab has taken meanwhile. It is good for a quarter of
     * an hour.
     */
    public PlaceCookie start(HttpServletRequest request, HttpServletResponse response, RoomId room) {
        var cookie = PlaceCookie.fresh(room, ids.next(room, request.getRemoteAddr()), clock.instant());
        write(response, probe(room), cookie, BEGINNING);
        return cookie;
    }

    /**
     * Whether the browser needs a cookie before it joins: it has none, or one from before the lobby of a draw
     * that is open, without a place that goes on. The next id says the network from which the visitor joins.
     * Asks the store only about a cookie from before the lobby.
     *
     * @param keepsIt whether the visitor may bring a pass, which belongs to the cookie that used it
     */
    public boolean isNeeded(HttpServletRequest request, WaitingRoom room, BooleanSupplier keepsIt) {
        return read(request, room.id())
                .map(cookie -> !keepsIt.getAsBoolean()
                        && ids.isUnmarked(room.id(), cookie.id())
                        && room.find(cookie.currentIn(room)).isEmpty())
                .orElse(true);
    }

    /** Takes the browser's place away from it, if it has one, and gives it a cookie without one instead. */
    public PlaceCookie startAnew(HttpServletRequest request, HttpServletResponse response, RoomId room) {
        if (read(request, room).filter(PlaceCookie::hasPlace).isPresent()) {
            response.addHeader(HttpHeaders.SET_COOKIE, own(room).gone().toString());
        }
        return start(request, response, room);
    }

    /** Sets the cookie, anew or again. */
    public void write(HttpServletResponse response, PlaceCookie cookie) {
        write(response, own(cookie.room()), cookie, LIFETIME);
    }

    private void write(HttpServletResponse response, OwnCookie own, PlaceCookie cookie, Duration lifetime) {
        var claims = new JWTClaimsSet.Builder()
                .jwtID(cookie.id().value().toString())
                .audience(cookie.room().value())
                .claim("opening", cookie.opening())
                .claim("position", cookie.position().map(Position::packed).orElse(0L))
                .claim("joined", cookie.joinedAt().toEpochMilli())
                .claim("moves", cookie.moves() == 0 ? null : cookie.moves())
                .expirationTime(Date.from(clock.instant().plus(lifetime)))
                .build();
        var set = own.with(signer.sign(claims)).maxAge(lifetime).build();
        response.addHeader(HttpHeaders.SET_COOKIE, set.toString());
    }

    private OwnCookie own(RoomId room) {
        return OwnCookie.of("gatehouse-place-" + room, "Lax", issuer);
    }

    private OwnCookie probe(RoomId room) {
        return OwnCookie.of("gatehouse-try-" + room, "Lax", issuer);
    }

    private static Optional<PlaceCookie> parse(JWTClaimsSet claims, RoomId room) {
        try {
            if (!claims.getAudience().contains(room.value())) {
                return Optional.empty();
            }
            return Optional.of(new PlaceCookie(
                    room,
                    new PlaceId(UUID.fromString(claims.getJWTID())),
                    claims.getLongClaim("opening"),
                    Optional.of(claims.getLongClaim("position"))
                            .filter(position -> position > 0)
                            .map(Position::unpacked),
                    Instant.ofEpochMilli(claims.getLongClaim("joined")),
                    claims.getClaim("moves") == null ? 0 : claims.getIntegerClaim("moves")));
        } catch (ParseException | IllegalArgumentException signedByUsButUnreadable) {
            return Optional.empty();
        }
    }
}
