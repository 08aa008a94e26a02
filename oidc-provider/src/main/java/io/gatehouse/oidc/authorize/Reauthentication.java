package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.room.Place;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.web.Query;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code prompt=login} and an expired {@code max_age} want the visitor to log in once more (OpenID Connect
 * Core section 3.1.2.1). No visitor waits twice: the place is kept, and pressing a button is the proof that
 * the visitor is there. The request is parked meanwhile like any other, and {@link ReauthenticationEndpoint}
 * has the page with the button.
 *
 * <p>A request that returns from being parked carries a proof that only we can make: the visitor has acted
 * for it, by that button or by waiting. The proof holds for this very query, for this place, and until the
 * next proof; so a site cannot make one, and none can be used twice.
 */
final class Reauthentication {

    /** The attribute of a servlet request whose visitor is admitted, and has to act before it is answered. */
    static final String DUE = Reauthentication.class.getName();

    private static final String PROOF = "&gatehouse-proof=";

    /** Parameters that ask for a fresh login, or may hide that the request does. */
    private static final Set<String> WISHES = Set.of("prompt", "max_age", "request_uri");

    private final MasterKey master;
    private final Clock clock;

    Reauthentication(MasterKey master, Clock clock) {
        this.master = master;
        this.clock = clock;
    }

    /** Whether the request wants a newer proof than the admission has. */
    boolean isDue(AuthorizationRequest request, Place place) {
        var age = Duration.between(Admissions.admission(place).provenAt(), clock.instant());
        return request.prompts().contains("login")
                || request.maxAge()
                        .filter(most -> age.toSeconds() >= most || age.isNegative()) // a clock was set back
                        .isPresent();
    }

    /** The address of a parked request whose visitor has acted; it may have been used before. */
    String address(String parked, Place place) {
        var at = parked.lastIndexOf(PROOF);
        var query = at < 0 ? parked : parked.substring(0, at);
        var wishes = Query.read(query).keySet();
        var mayWish = WISHES.stream().anyMatch(wishes::contains);
        var proof = mayWish ? PROOF + proof(query, place) : "";
        return Paths.AUTHORIZE + "?" + query + proof;
    }

    /** Whether the visitor has acted for the request of this query. */
    boolean isProved(@Nullable String query, Place place) {
        var at = query == null ? -1 : query.lastIndexOf(PROOF);
        return query != null
                && at >= 0
                && Digests.isEqual(proof(query.substring(0, at), place), query.substring(at + PROOF.length()));
    }

    private String proof(String query, Place place) {
        var text = query.getBytes(UTF_8);
        var proof = ByteBuffer.allocate(16 + Long.BYTES + text.length)
                .put(place.id().bytes())
                .putLong(Admissions.admission(place).provenAt().toEpochMilli())
                .put(text);
        return master.pseudonym("proof", proof.array());
    }
}
