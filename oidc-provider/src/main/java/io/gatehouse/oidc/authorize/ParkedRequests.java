package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authorization requests that wait with their visitor. Each is kept for as long as it may be answered
 * directly, the site's fresh limit: so memory is bounded by the arrivals in that time and not by the length
 * of the line. Only the newest of one place and site is kept, and answered once, and only to the browser that
 * brought it. They lie in the store sealed: the site's {@code state} and {@code nonce} are its secrets, a
 * {@code login_hint} the visitor's. One that cannot be opened counts as absent, and its visitor goes by the
 * site's entry.
 *
 * <pre>
 * key     parked:{site}:{keyed digest of the place id}; nothing of it comes from a visitor
 * value   {@link Seal} of {@link Parked}, or "taken"
 * until   the site's fresh limit; a minute once it is taken
 * </pre>
 */
final class ParkedRequests {

    private static final String PARKED = "parked";

    /** In place of a request that has been answered: of two who take it at once one finds it. */
    private static final byte[] TAKEN = "taken".getBytes(UTF_8);

    private static final Duration TOLD = Duration.ofMinutes(1);

    /** Where re-entry is switched off, requests are answered at any age. */
    private static final Duration WITHOUT_REENTRY = Duration.ofDays(1);

    /**
     * A request as parked.
     *
     * @param name the key in its name, which the visitor brings back
     * @param session the browser session that brought it
     * @param query as it was sent
     * @param parkedAt in milliseconds of the epoch
     */
    record Parked(String name, @Nullable String session, String query, long parkedAt) {}

    private final ExpiringStore store;
    private final EntryUrls entries;
    private final MasterKey master;
    private final PushedRequests pushed;
    private final SecureRandom random;
    private final Clock clock;
    private final Seal seal;
    private final StoredJson<Parked> json = new StoredJson<>(Parked.class);

    ParkedRequests(
            ExpiringStore store,
            EntryUrls entries,
            MasterKey master,
            PushedRequests pushed,
            SecureRandom random,
            Clock clock) {
        this.pushed = pushed;
        this.store = store;
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
     * Parks a request in place of any other of this place and site. If it is lost with the machine before its
     * visitor has joined, no promise is broken; the join is durable only together with it.
     */
    void park(RequestName name, AuthorizationRequest request, PlaceId place, String session, String query) {
        var site = request.site();
        var lifetime = site.settings().reentry() ? site.freshLimit() : WITHOUT_REENTRY;
        if (!lifetime.isZero()) {
            var now = clock.instant();
            var parked = new String(json.write(new Parked(name.key(), session, query, now.toEpochMilli())), UTF_8);
            store.putUnacknowledged(key(site, place), seal.seal(Map.of(PARKED, parked)), now.plus(lifetime), now);
            request.pushedAs().ifPresent(uri -> pushed.keep(uri, lifetime));
        }
    }

    /** The query of the request if it may be answered directly; only one caller ever gets it. */
    Optional<String> take(RequestName name, Site site, PlaceId place, Optional<String> session) {
        var now = clock.instant();
        var key = key(site, place);
        var kept = store.get(key, now);
        return kept.flatMap(seal::open)
                .flatMap(opened -> json.read(String.valueOf(opened.get(PARKED)).getBytes(UTF_8)))
                .filter(parked -> parked.name.equals(name.key()))
                .filter(parked -> !site.settings().reentry()
                        || Optional.ofNullable(parked.session).equals(session) && isOfThePast(parked, now))
                .filter(parked -> store.replace(key, kept, TAKEN, now.plus(TOLD), now))
                .map(Parked::query);
    }

    /** A request from the future was parked by a clock that has been set back since; its age is unknown. */
    private static boolean isOfThePast(Parked parked, Instant now) {
        return !Clocks.isAhead(Instant.ofEpochMilli(parked.parkedAt), now);
    }

    /** A request that was pushed is answered once (RFC 9126), also by a refusal. */
    void isAnswered(AuthorizationRequest request) {
        request.pushedAs().ifPresent(pushed::take);
    }

    /** A newer login of this browser for this site has been answered: no parked one may be any more. */
    void overtake(Site site, PlaceId place) {
        var now = clock.instant();
        var key = key(site, place);
        if (store.get(key, now).isPresent()) {
            store.remove(key, now);
        }
    }

    private String key(Site site, PlaceId place) {
        return "parked:" + site.name() + ":" + master.pseudonym(PARKED, place.bytes());
    }
}
