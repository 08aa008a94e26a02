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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Authorization requests that wait with their visitor. Each may be answered directly for the site's fresh
 * limit. Only the newest of one place and site is, once, and only in the session that brought it. Where
 * re-entry is off, a request is answered at any age, and the place is enough.
 *
 * <p><b>With the visitor.</b> A request travels sealed in {@link RequestCookies}, because the site's
 * {@code state} and {@code nonce} are its secrets, a {@code login_hint} the visitor's. So an arrival writes
 * nothing, and any node opens it. One that cannot be opened counts as absent, and its visitor goes by the
 * site's entry.
 *
 * <p><b>In the store.</b> A request that is too long for a cookie lies there, sealed, and its cookie says
 * only that it does. So does each where re-entry is off, because its visitor has no other way: a browser may
 * lose a cookie. Nodes from before decision 99 stored each. Memory is bounded by what comes in the fresh
 * limit, or in a day.
 *
 * <pre>
 * key     parked:{site}:{keyed digest of the place id}; nothing of it comes from a visitor
 * value   {@link Seal} of {@link Parked}, or "taken"
 * until   the site's fresh limit; a minute once it is taken
 *
 * key     taken:{site}:{the same digest}
 * value   the keys in the names of the carried requests that were answered last, by commas
 * until   none of them is young any more
 * </pre>
 */
final class ParkedRequests {

    private static final String PARKED = "parked";

    /** Replaces a stored request that has been answered: of two callers that take it at once one finds it. */
    private static final byte[] TAKEN = "taken".getBytes(UTF_8);

    private static final Duration TOLD = Duration.ofMinutes(1);

    /** Answers of one place and site that are remembered while they are young; beyond that are no visitor's. */
    private static final int MOST_TAKEN = 32;

    /** How long a request can be answered where re-entry is off. */
    private static final Duration WITHOUT_REENTRY = Duration.ofDays(1);

    /**
     * A request as parked.
     *
     * @param name the key in its name, which the visitor brings back
     * @param session the browser session that brought it
     * @param query as it was sent; empty in the cookie of one that lies in the store
     * @param parkedAt in milliseconds of the epoch
     * @param key of its site and place, as in the store; absent in those of nodes from before decision 99
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

    /**
     * Whether something lies in the store for a request with this query, whose browser is sent to this
     * address of the line. Then the browser shows first that it keeps cookies, and its address has a limit.
     */
    static boolean isStored(AuthorizationRequest request, String query, String line) {
        return isTooLong(request.site(), query, line) || request.pushedAs().isPresent();
    }

    /** Headers have the query twice, the address of the line once, and the room's name in other places. */
    private static boolean isTooLong(Site site, String query, String line) {
        var length = query.length() + line.length() + 4 * site.room().value().length();
        return length > RequestCookies.LONGEST || !site.settings().reentry();
    }

    /**
     * Parks a request in place of any other of this place and site. If a stored one is lost with the machine
     * before its visitor has joined, no promise is broken; the join is durable only together with it.
     */
    void park(Parked parked, AuthorizationRequest request, String line, HttpServletResponse response) {
        var site = request.site();
        var lifetime = lifetime(site);
        if (lifetime.isZero()) {
            return;
        }
        var carried = parked;
        if (isTooLong(site, parked.query, line)) {
            var now = clock.instant();
            store.putUnacknowledged(Objects.requireNonNull(parked.key), sealed(parked), now.plus(lifetime), now);
            carried = new Parked(parked.name, parked.session, "", parked.parkedAt, parked.key);
        }
        if (site.settings().reentry()) {
            cookies.write(site, new String(sealed(carried), UTF_8), lifetime, response);
        }
        request.pushedAs().ifPresent(uri -> pushed.keep(uri, lifetime));
    }

    /** A request that came now in this session for this place, with its query. */
    Parked of(RequestName name, Site site, PlaceId place, String session, String query) {
        return new Parked(name.key(), session, query, clock.millis(), key(site, place));
    }

    /** The query of the request if it may be answered directly; only one caller ever gets it. */
    Optional<String> take(RequestName name, Site site, PlaceId place, HttpServletRequest http) {
        var now = clock.instant();
        var key = key(site, place);
        var hasReentry = site.settings().reentry();
        var session = sessions.read(http);
        Predicate<Parked> isRight = parked -> parked.name.equals(name.key())
                && (!hasReentry || Optional.ofNullable(parked.session).equals(session) && isYoung(parked, site, now));
        var carried = hasReentry ? carried(key, http) : Optional.<Parked>empty();
        if (carried.filter(parked -> !parked.query.isEmpty()).isPresent()) {
            return carried.filter(isRight)
                    .filter(parked -> isTaken(parked, site, now))
                    .map(Parked::query);
        }
        var kept = store.get(key, now);
        return kept.flatMap(this::open)
                .filter(isRight)
                .filter(parked -> !hasReentry || carried.isPresent() || parked.key == null)
                .filter(parked -> store.replace(key, kept, TAKEN, now.plus(TOLD), now))
                .map(Parked::query);
    }

    /** The newest request of this site and place that the browser has brought. */
    private Optional<Parked> carried(String key, HttpServletRequest http) {
        return cookies.read(http)
                .flatMap(value -> open(value.getBytes(UTF_8)).stream())
                .filter(parked -> key.equals(parked.key))
                .max(Comparator.comparingLong(Parked::parkedAt));
    }

    /** Of two callers that take it at once one succeeds, and a browser with an old cookie does not. */
    private boolean isTaken(Parked parked, Site site, Instant now) {
        var key = Objects.requireNonNull(parked.key).replaceFirst(PARKED, "taken");
        var kept = store.get(key, now);
        var names = new ArrayList<>(kept.stream()
                .flatMap(text -> Stream.of(new String(text, UTF_8).split(",")))
                .toList());
        if (names.contains(parked.name)) {
            return false;
        }
        names.add(parked.name);
        var newest = names.subList(Math.max(0, names.size() - MOST_TAKEN), names.size());
        // A clock may be a minute ahead of the one that parked it.
        var until = now.plus(lifetime(site)).plus(TOLD);
        return store.replace(key, kept, String.join(",", newest).getBytes(UTF_8), until, now);
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
        return parkedAt.plus(lifetime(site)).isAfter(now) && !Clocks.isAhead(parkedAt, now);
    }

    /** A request that was pushed is answered once (RFC 9126), also by a refusal. */
    void isAnswered(AuthorizationRequest request) {
        request.pushedAs().ifPresent(pushed::take);
    }

    /** A login of this browser for this site has been answered: no parked one may be any more. */
    void overtake(Site site, PlaceId place, HttpServletResponse response) {
        if (site.settings().reentry()) {
            cookies.remove(site, response);
            return;
        }
        var now = clock.instant();
        var key = key(site, place);
        if (store.get(key, now).isPresent()) {
            store.remove(key, now);
        }
    }

    private String key(Site site, PlaceId place) {
        return PARKED + ":" + site.name() + ":" + master.pseudonym(PARKED, place.bytes());
    }
}
