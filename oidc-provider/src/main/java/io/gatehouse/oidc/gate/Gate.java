package io.gatehouse.oidc.gate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.time.Ticker;
import io.gatehouse.visitor.AdmittedEndpoint;
import io.gatehouse.waitingroom.WaitingRoom;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Answers for each request of a site whether its visitor is inside. This node remembers a yes for some
 * seconds, so that a page with fifty parts costs the store one look. It never remembers a no: a visitor who
 * has just been admitted would be sent back to the line.
 *
 * <p>Each yes is a use of the visit. A remembered one is good no longer once a use would move the visit's
 * end, so that a visit does not end while it is used.
 */
final class Gate {

    /** Entries of some 700 bytes; beyond these, the ones that came longest ago are read again. */
    private static final int MOST = 50_000;

    /** A place, as a browser has shown it. */
    private record Shown(PlaceCookie cookie, String browser) {}

    private final Cache<Object, Visit> remembered;
    private final TokenVisits tokens;
    private final Admissions admissions;
    private final AdmittedEndpoint admitted;
    private final PlaceCookies cookies;
    private final BrowserSession sessions;

    Gate(
            GateProperties settings,
            TokenVisits tokens,
            Admissions admissions,
            AdmittedEndpoint admitted,
            PlaceCookies cookies,
            BrowserSession sessions,
            Ticker ticker) {
        this.remembered = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterWrite(settings.remember())
                .ticker(ticker::read)
                .executor(Runnable::run) // or the bound would be kept up by another thread, some time later
                .build();
        this.tokens = tokens;
        this.admissions = admissions;
        this.admitted = admitted;
        this.cookies = cookies;
        this.sessions = sessions;
    }

    /** The visit by a token, to this room or, where none is asked for, to whichever. Of the token a digest is kept. */
    Optional<Visit> byToken(Optional<RoomId> room, String token) {
        return remembered(Digests.sha256(token), () -> tokens.find(token), visit -> room.map(visit.room()::equals)
                .orElse(true));
    }

    /** The visit to this room by the place cookie, which is believed by its signature each time. */
    Optional<Visit> byCookie(WaitingRoom room, HttpServletRequest http) {
        var browser = sessions.browser(http).orElse("");
        return cookies.read(http, room.id())
                .flatMap(cookie -> remembered(
                        new Shown(cookie, browser),
                        () -> admitted.inside(room, http).map(place -> Visit.of(room.id(), place, admissions)),
                        visit -> true));
    }

    private Optional<Visit> remembered(Object shown, Supplier<Optional<Visit>> look, Predicate<Visit> isAsked) {
        var before = Optional.ofNullable(remembered.getIfPresent(shown))
                .filter(visit -> !admissions.isRenewedByUse(visit.room(), visit.place()));
        if (before.isPresent()) {
            return before.filter(isAsked);
        }
        var found = look.get().filter(isAsked).flatMap(this::used);
        found.ifPresent(visit -> remembered.put(shown, visit));
        return found;
    }

    private Optional<Visit> used(Visit visit) {
        return admissions
                .use(visit.room(), visit.place())
                .map(place -> new Visit(visit.room(), visit.subject(), place));
    }
}
