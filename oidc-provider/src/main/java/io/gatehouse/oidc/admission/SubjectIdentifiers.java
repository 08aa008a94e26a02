package io.gatehouse.oidc.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.IdCipher;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * The names of a visitor and a visit in tokens. The visitor is known by the place. The visit is the place's
 * admission: a place whose first visit is over may have a second one (see {@code grace}).
 */
public final class SubjectIdentifiers {

    private static final int LENGTH = 22;
    private static final int BLOCK = 16;

    private final MasterKey master;
    private final IdCipher places;
    private final SecureRandom random;

    SubjectIdentifiers(MasterKey master, SecureRandom random) {
        this.master = master;
        this.places = new IdCipher(master, "id-token-place");
        this.random = random;
    }

    /** The {@code sub}: stable for a place, and tells nothing about its id. */
    public String subject(RoomId room, Place place) {
        var name = (room.value() + "\u0000" + place.opening() + "\u0000"
                        + place.position().packed())
                .getBytes(UTF_8);
        var text = ByteBuffer.allocate(16 + name.length).put(place.id().bytes()).put(name);
        return master.pseudonym("sub", text.array());
    }

    /**
     * The {@code jti} of an ID token, different each time. The holder of the master key can read the token's
     * place from it. It is trusted only together with the token's signature.
     */
    public String tokenId(PlaceId place) {
        var nonce = RandomBytes.of(BLOCK, random);
        var id = ByteBuffer.allocate(2 * BLOCK).put(nonce).put(places.mask(nonce, place.bytes()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id.array());
    }

    /** The place that the ID token with this {@code jti} was made for; empty when an earlier release has made it. */
    public Optional<PlaceId> place(String tokenId) {
        try {
            var id = Base64.getUrlDecoder().decode(tokenId);
            return id.length == 2 * BLOCK
                    ? Optional.of(
                            PlaceId.of(places.mask(Arrays.copyOf(id, BLOCK), Arrays.copyOfRange(id, BLOCK, 2 * BLOCK))))
                    : Optional.empty();
        } catch (IllegalArgumentException anotherKindOfId) {
            return Optional.empty();
        }
    }

    /**
     * The {@code sid}: the visit, in ID tokens and logout tokens (OpenID Connect Back-Channel Logout section
     * 2.1).
     *
     * @param admittedAt when the place was admitted: a second visit has another name, so that a site which
     *     has heard of the end of the first one does not refuse it
     */
    public static String session(String subject, Instant admittedAt) {
        return name(subject + " " + admittedAt.toEpochMilli());
    }

    /** The {@code sid} of visits that got their tokens from a release without second visits. */
    public static String earlierSession(String subject) {
        return name(subject);
    }

    private static String name(String visit) {
        return Digests.sha256("sid " + visit).substring(0, LENGTH);
    }
}
