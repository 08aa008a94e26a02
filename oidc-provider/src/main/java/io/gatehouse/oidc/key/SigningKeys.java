package io.gatehouse.oidc.key;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.JWKGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that sign tokens, shared by all nodes through the store, where they lie encrypted. The first start
 * makes one for each algorithm. A rotation publishes a new key at once, lets it sign only after every client
 * had time to fetch it, and keeps the old one published after its last signature until nothing rests any more
 * on what it has signed: for a day, or the longest admission there can be.
 *
 * <p>A node looks into the store every few seconds, much more often than the time between publishing and
 * signing: no node signs with a key that another does not publish yet.
 */
public final class SigningKeys {

    private static final Logger LOG = LoggerFactory.getLogger(SigningKeys.class);
    private static final Duration LEAST_OVERLAP = Duration.ofHours(24);
    private static final Duration SLACK = Duration.ofMinutes(5);
    private static final Duration FRESH = Duration.ofSeconds(5);

    /** After this time every node has looked into the store. */
    static final Duration KNOWN_EVERYWHERE = FRESH.multipliedBy(2);

    private static final List<JWSAlgorithm> ALGORITHMS = List.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
    private static final String KEY = "signing-keys";

    private record Seen(List<SigningKey> keys, Deadline stale) {}

    private final ExpiringStore store;
    private final SealedKeys sealed;
    private final Clock clock;
    private final Ticker ticker;
    private final Duration publishAhead;
    private final Rooms rooms;
    private volatile Optional<Seen> seen = Optional.empty();

    SigningKeys(
            ExpiringStore store, SealedKeys sealed, Clock clock, Ticker ticker, Duration publishAhead, Rooms rooms) {
        this.store = store;
        this.sealed = sealed;
        this.clock = clock;
        this.ticker = ticker;
        this.publishAhead = publishAhead;
        this.rooms = rooms;
    }

    /** Looks them up before anyone asks: a store that goes away afterwards then does not take them along. */
    void fetch() {
        try {
            all(clock.instant());
        } catch (StoreUnavailableException away) {
            LOG.warn("the store is away, the signing keys are fetched later: {}", away.getMessage());
        }
    }

    /** All keys that are published now, whether they sign already, sign still, or have signed. */
    public List<SigningKey> published() {
        var now = clock.instant();
        return all(now).stream().filter(key -> key.isPublished(now, overlap())).toList();
    }

    /**
     * The key that signs now. If the clock has been set back to before all of them, it is the first key: it
     * is published, and nodes rightly signed with it before.
     */
    public SigningKey active(JWSAlgorithm algorithm) {
        var now = clock.instant();
        var keys = all(now).stream()
                .filter(key -> key.algorithm().equals(algorithm))
                .toList();
        return keys.stream()
                .filter(key -> key.isActive(now))
                .findFirst()
                .or(() -> keys.stream().min(Comparator.comparing(SigningKey::activeFrom)))
                .orElseThrow(() -> new IllegalStateException("there is no active key for " + algorithm));
    }

    /**
     * Makes a new key for each of these algorithms and publishes it; it signs once
     * {@code gatehouse.keys.publish-ahead} has passed. While an earlier rotation is still waiting to take
     * effect, nothing is done. Two at once are one. Where a clock has been set back to before all of them,
     * the one that signs all the same signs until then.
     *
     * @return the keys as they are published now
     */
    public List<SigningKey> rotate(List<JWSAlgorithm> algorithms) {
        var now = clock.instant();
        var before = store.get(KEY, now);
        var next = new ArrayList<>(before.map(sealed::open).orElse(List.of()));
        next.removeIf(key -> !key.isPublished(now, overlap()));
        algorithms.forEach(algorithm -> succeed(next, algorithm, now));
        store.replace(KEY, before, sealed.seal(next), ExpiringStore.FOREVER, now);
        seen = Optional.empty();
        return published();
    }

    /** The time that a key stays published after its last signature: clients cache keys, and tokens outlive them. */
    private Duration overlap() {
        return rooms.all().stream()
                .map(room -> room.terms().longestVisit().plus(SLACK))
                .filter(longest -> longest.compareTo(LEAST_OVERLAP) > 0)
                .max(Comparator.naturalOrder())
                .orElse(LEAST_OVERLAP);
    }

    private static boolean isPending(List<SigningKey> keys, JWSAlgorithm algorithm, Instant now) {
        var ofThis =
                keys.stream().filter(key -> key.algorithm().equals(algorithm)).toList();
        return ofThis.stream().anyMatch(key -> key.activeFrom().isAfter(now))
                && ofThis.stream().anyMatch(key -> key.isActive(now));
    }

    private void succeed(List<SigningKey> keys, JWSAlgorithm algorithm, Instant now) {
        if (isPending(keys, algorithm, now)) {
            return;
        }
        var from = now.plus(publishAhead);
        keys.replaceAll(
                key -> key.algorithm().equals(algorithm) && key.activeUntil().isAfter(from)
                        ? new SigningKey(key.jwk(), key.activeFrom().isAfter(now) ? now : key.activeFrom(), from)
                        : key);
        keys.add(new SigningKey(generate(algorithm), from, ExpiringStore.FOREVER));
    }

    private List<SigningKey> all(Instant now) {
        var last = seen.filter(look -> !look.stale.isExpired());
        if (last.isPresent()) {
            return last.get().keys;
        }
        List<SigningKey> keys;
        try {
            keys = store.get(KEY, now).map(sealed::open).orElseGet(() -> first(now));
        } catch (StoreUnavailableException away) {
            // Sites must be able to check what has been signed, also while the store is away.
            return seen.map(Seen::keys).orElseThrow(() -> away);
        }
        seen = Optional.of(new Seen(keys, Deadline.after(FRESH, ticker)));
        return keys;
    }

    /** The keys of the first start; if two nodes start at once, those of the quicker one. */
    private List<SigningKey> first(Instant now) {
        var keys = ALGORITHMS.stream()
                .map(algorithm -> new SigningKey(generate(algorithm), now, ExpiringStore.FOREVER))
                .toList();
        store.replace(KEY, Optional.empty(), sealed.seal(keys), ExpiringStore.FOREVER, now);
        return store.get(KEY, now).map(sealed::open).orElse(keys);
    }

    private static JWK generate(JWSAlgorithm algorithm) {
        JWKGenerator<? extends JWK> generator =
                algorithm.equals(JWSAlgorithm.ES256) ? new ECKeyGenerator(Curve.P_256) : new RSAKeyGenerator(2048);
        try {
            return generator
                    .keyID(UUID.randomUUID().toString())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(algorithm)
                    .generate();
        } catch (JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }
}
