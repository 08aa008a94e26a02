package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.RequestName;
import io.gatehouse.site.Site;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.value.StoredJson;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Authorization requests that wait with their visitor. Each is kept for as long as it may be answered directly, the site's
 * fresh limit: so memory is bounded by the arrivals in that time and not by the length of the line. Only the newest of
 * one browser and site may be answered, once, and only to the browser that brought it. They lie in the store sealed: the
 * site's {@code state} and {@code nonce} are its secrets, a {@code login_hint} the visitor's. One that cannot be opened
 * counts as absent, and its visitor goes by the site's entry.
 */
final class ParkedRequests {

    private static final String PARKED = "parked";

    /** Where re-entry is switched off, requests are answered at any age. */
    private static final Duration WITHOUT_REENTRY = Duration.ofDays(1);

    /**
     * A request as parked.
     *
     * @param place a fingerprint of the place id that it belongs to
     * @param session the browser session that brought it
     * @param query as it was sent
     */
    record Parked(String place, @Nullable String session, String query) {}

    private final ExpiringStore store;
    private final MasterKey master;
    private final SecureRandom random;
    private final Clock clock;
    private final Seal seal;
    private final StoredJson<Parked> json = new StoredJson<>(Parked.class);

    ParkedRequests(ExpiringStore store, MasterKey master, SecureRandom random, Clock clock) {
        this.store = store;
        this.master = master;
        this.random = random;
        this.clock = clock;
        this.seal = new Seal(master, PARKED);
    }

    /** Parks a request, and makes it the newest of this browser and site. */
    RequestName park(
            AuthorizationRequest request, PlaceId place, String session, String query, Optional<String> target) {
        var name = new RequestName(key(), request.site().name(), target);
        var lifetime = request.site().settings().reentry() ? request.site().freshLimit() : WITHOUT_REENTRY;
        if (!lifetime.isZero()) {
            var now = clock.instant();
            var parked = new String(json.write(new Parked(fingerprint(place), session, query)), UTF_8);
            store.put("parked:" + name.key(), seal.seal(Map.of(PARKED, parked)), now.plus(lifetime), now);
            store.put(newest(request.site(), place), name.key().getBytes(UTF_8), now.plus(lifetime), now);
        }
        return name;
    }

    /** The query of the request if it may be answered directly; only one caller ever gets it. */
    Optional<String> take(RequestName name, Site site, PlaceId place, Optional<String> session) {
        var now = clock.instant();
        var isNewest = store.get(newest(site, place), now)
                .filter(key -> new String(key, UTF_8).equals(name.key()))
                .isPresent();
        var parked = store.get("parked:" + name.key(), now)
                .flatMap(seal::open)
                .flatMap(opened -> json.read(String.valueOf(opened.get(PARKED)).getBytes(UTF_8)))
                .filter(found -> found.place.equals(fingerprint(place)));
        var isCurrent = isNewest && parked.map(Parked::session).equals(session);
        if (parked.isEmpty() || !isCurrent && site.settings().reentry() || !store.remove("parked:" + name.key(), now)) {
            return Optional.empty();
        }
        return parked.map(Parked::query);
    }

    /** A newer login of this browser for this site has been answered: no parked one may be any more. */
    void overtake(Site site, PlaceId place) {
        var now = clock.instant();
        var key = newest(site, place);
        if (store.get(key, now).isPresent()) {
            store.remove(key, now);
        }
    }

    private String newest(Site site, PlaceId place) {
        return "newest:" + site.name() + ":" + fingerprint(place);
    }

    private String fingerprint(PlaceId place) {
        return master.pseudonym("parked", place.bytes());
    }

    private String key() {
        return RandomBytes.base64Url(16, random);
    }
}
