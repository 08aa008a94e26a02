package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.browser.BrowserSession;
import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.EntryUrls;
import io.gatehouse.site.RequestName;
import io.gatehouse.site.Site;
import io.gatehouse.time.Clocks;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.value.StoredJson;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authorization requests that wait with their visitor. Each may be answered directly for the site's fresh
 * limit. Only the newest of one browser and site is, once, and only in the session that brought it. Where
 * re-entry is off, that session may have ended, and the place is enough.
 *
 * <p><b>With the visitor.</b> A request travels sealed in {@link RequestCookies}, because the site's
 * {@code state} and {@code nonce} are its secrets, a {@code login_hint} the visitor's. So an arrival writes
 * nothing, and any node opens it. One that cannot be opened counts as absent, and its visitor goes by the
 * site's entry.
 *
 * <p><b>In the store.</b> A request that is too long for a cookie lies there, sealed, and its cookie says
 * only that it does: memory is bounded by the long ones of the fresh limit. A node of 1.0 stored each.
 *
 * <pre>
 * key     parked:{site}:{keyed digest of the place id}; nothing of it comes from a visitor
 * value   {@link Seal} of {@link Parked}
 * until   the site's fresh limit
 *
 * key     taken:{the key in its name, as sealed}
 * value   "taken": it has been answered, by the one caller that wrote this
 * until   the fresh limit of the request
 * </pre>
 */
final class ParkedRequests {

    private static final String PARKED = "parked";

    private static final byte[] TAKEN = "taken".getBytes(UTF_8);

    /** Where re-entry is switched off, requests are answered at any age. */
    private static final Duration WITHOUT_REENTRY = Duration.ofDays(1);

    /**
     * A request as parked.
     *
     * @param name the key in its name, which the visitor brings back
     * @param session the browser session that brought it
     * @param query as it was sent; empty in the cookie of one that lies in the store
     * @param parkedAt in milliseconds of the epoch
     * @param key of its site and place, as in the store; absent in those of a node of 1.0
     */
    record Parked(String name, @Nullable String session, String query, long parkedAt, @Nullable String key) {}

    private final ExpiringStore store;
    private final RequestCookies cookies;
    private final BrowserSession sessions;
    private final EntryUrls entries;
    private final MasterKey master;
    private final PushedRequests pushed;
    private final SecureRandom random;
    private final Clock clock;
    private final Seal seal;
    private final StoredJson<Parked> json = new StoredJson<>(Parked.class);

    ParkedRequests(
            ExpiringStore store,
            RequestCookies cookies,
            BrowserSession sessions,
            EntryUrls entries,
            MasterKey master,
            PushedRequests pushed,
            SecureRandom random,
            Clock clock) {
        this.pushed = pushed;
        this.store = store;
        this.cookies = cookies;
        this.sessions = sessions;
        this.entries = entries;
        this.master = master;
        this.random = random;
        this.clock = clock;
        this.seal = new Seal(master, PARKED);
    }

    /** A new name for this request, with its deep link if the site allows it. */
    RequestName name(AuthorizationRequest request) {
        var target = entries.target(request.site(), request.parameter("target_link_uri"), request.parameter("entry"));
        return new RequestName(RandomBytes.base64Url(16, random), request.site().name(), target);
    }

    /** A request that came now in this session for this place, with its query. */
    Parked of(RequestName name, Site site, PlaceId place, String session, String query) {
        return new Parked(name.key(), session, query, clock.millis(), key(site, place));
    }

    /** Lets the browser carry a request in place of any other of this site; false if it is too long for that. */
    boolean carry(Parked parked, AuthorizationRequest request, HttpServletResponse response) {
        var sealed = new String(sealed(parked), UTF_8);
        if (sealed.length() > RequestCookies.LONGEST) {
            return false;
        }
        var lifetime = lifetime(request.site());
        if (!lifetime.isZero()) {
            cookies.write(request.site(), sealed, lifetime, response);
            request.pushedAs().ifPresent(uri -> pushed.keep(uri, lifetime));
        }
        return true;
    }

    /**
     * Stores a request that is too long, in place of any other of this place and site. If it is lost with the
     * machine before its visitor has joined, no promise is broken; the join is durable only together with it.
     */
    void keep(Parked parked, AuthorizationRequest request, HttpServletResponse response) {
        var lifetime = lifetime(request.site());
        if (!lifetime.isZero()) {
            var now = clock.instant();
            store.putUnacknowledged(Objects.requireNonNull(parked.key), sealed(parked), now.plus(lifetime), now);
            carry(new Parked(parked.name, parked.session, "", parked.parkedAt, parked.key), request, response);
        }
    }

    /** The query of the request if it may be answered directly; only one caller ever gets it. */
    Optional<String> take(RequestName name, Site site, PlaceId place, HttpServletRequest http) {
        var now = clock.instant();
        var key = key(site, place);
        var session = sessions.read(http);
        return cookies.read(site, http)
                .flatMap(value -> open(value.getBytes(UTF_8)).stream())
                .filter(parked -> parked.key != null && parked.key.startsWith(prefix(site)))
                .filter(parked -> parked.name.equals(name.key()))
                .findFirst()
                .map(parked -> parked.query.isEmpty() ? stored(parked.key, now) : Optional.of(parked))
                .orElseGet(() -> stored(key, now).filter(parked -> parked.key == null))
                .filter(parked -> parked.name.equals(name.key()) && isYoung(parked, site, now))
                .filter(parked -> Optional.ofNullable(parked.session).equals(session)
                        || !site.settings().reentry() && (parked.key == null || parked.key.equals(key)))
                .filter(parked ->
                        store.replace("taken:" + parked.name, Optional.empty(), TAKEN, now.plus(lifetime(site)), now))
                .map(Parked::query);
    }

    private Optional<Parked> stored(@Nullable String key, Instant now) {
        return Optional.ofNullable(key).flatMap(known -> store.get(known, now)).flatMap(this::open);
    }

    private byte[] sealed(Parked parked) {
        return seal.seal(Map.of(PARKED, new String(json.write(parked), UTF_8)));
    }

    private Optional<Parked> open(byte[] sealed) {
        return seal.open(sealed)
                .flatMap(opened -> json.read(String.valueOf(opened.get(PARKED)).getBytes(UTF_8)));
    }

    private static Duration lifetime(Site site) {
        return site.settings().reentry() ? site.freshLimit() : WITHOUT_REENTRY;
    }

    /** A request from the future was parked by a clock that has been set back since; its age is unknown. */
    private static boolean isYoung(Parked parked, Site site, Instant now) {
        var parkedAt = Instant.ofEpochMilli(parked.parkedAt);
        return parkedAt.plus(lifetime(site)).isAfter(now)
                && !(site.settings().reentry() && Clocks.isAhead(parkedAt, now));
    }

    /** A request that was pushed is answered once (RFC 9126), also by a refusal. */
    void isAnswered(AuthorizationRequest request) {
        request.pushedAs().ifPresent(pushed::take);
    }

    /** A login of this browser for this site has been answered: no parked one may be any more. */
    void overtake(Site site, HttpServletResponse response) {
        cookies.remove(site, response);
    }

    private String key(Site site, PlaceId place) {
        return prefix(site) + master.pseudonym(PARKED, place.bytes());
    }

    private static String prefix(Site site) {
        return "parked:" + site.name() + ":";
    }
}
