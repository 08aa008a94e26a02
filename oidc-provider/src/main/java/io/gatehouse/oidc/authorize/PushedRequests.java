package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.site.Site;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.web.Query;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.MultiValueMap;

/**
 * Authorization requests that sites have pushed (RFC 9126): the browser carries a name only. A request is
 * kept for a minute until its visitor comes, then for as long as it is parked, and it is answered with one
 * code only. A browser may come with it more than once, to reload the page. They lie in the store sealed, as
 * parked requests do; who reads the store learns no name that opens one.
 *
 * <pre>
 * key     pushed:{keyed digest of the name}
 * value   {@link Seal} of the client id and of the request as a query
 * </pre>
 */
final class PushedRequests {

    /** How long a request is kept until its visitor comes (RFC 9126 section 2.2: 5 to 600 seconds). */
    static final Duration LIFETIME = Duration.ofMinutes(1);

    private static final String PREFIX = "urn:ietf:params:oauth:request_uri:";
    private static final String PUSHED = "pushed";
    private static final String CLIENT = "client";
    private static final String REQUEST = "request";

    /** 256 bits: no guess finds one (RFC 9126 section 7.1). */
    private static final int NAME_BYTES = 32;

    private final ExpiringStore store;
    private final MasterKey master;
    private final SecureRandom random;
    private final Clock clock;
    private final Seal seal;

    PushedRequests(ExpiringStore store, MasterKey master, SecureRandom random, Clock clock) {
        this.store = store;
        this.master = master;
        this.random = random;
        this.clock = clock;
        this.seal = new Seal(master, PUSHED);
    }

    /** Whether a {@code request_uri} names a pushed request, of a site that may push. */
    static boolean isOne(String requestUri, Site site) {
        return site.pushesRequests() && requestUri.startsWith(PREFIX);
    }

    /** Keeps a checked request without the parameters of the client; returns its {@code request_uri}. */
    String push(Site site, Map<String, String> parameters) {
        var requestUri = PREFIX + RandomBytes.base64Url(NAME_BYTES, random);
        var now = clock.instant();
        var sealed = seal.seal(Map.of(CLIENT, site.clientId(), REQUEST, Query.of(parameters)));
        store.put(key(requestUri), sealed, now.plus(LIFETIME), now);
        return requestUri;
    }

    /** The parameters of a request of this site; empty when there is none, or its time has come, or it was answered. */
    Optional<MultiValueMap<String, String>> find(String requestUri, Site site) {
        return store.get(key(requestUri), clock.instant())
                .flatMap(seal::open)
                .filter(request -> site.clientId().equals(request.get(CLIENT)))
                .map(request -> Query.read(String.valueOf(request.get(REQUEST))));
    }

    /** Keeps the request for its visitor who waits; one that has been answered meanwhile stays away. */
    void keep(String requestUri, Duration lifetime) {
        var now = clock.instant();
        var key = key(requestUri);
        var kept = store.get(key, now);
        kept.ifPresent(value -> store.replace(key, kept, value, now.plus(lifetime), now));
    }

    /** Ends the request, since it is answered; true for the one caller who may answer it. */
    boolean take(String requestUri) {
        return store.remove(key(requestUri), clock.instant());
    }

    private String key(String requestUri) {
        return "pushed:" + master.pseudonym(PUSHED, requestUri.getBytes(UTF_8));
    }
}
