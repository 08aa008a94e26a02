package io.gatehouse.oidc.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** How tokens name a visitor and their visit. A place is one visit, so each name stands for the other; no site need know. */
public final class SubjectIdentifiers {

    private static final int LENGTH = 22;
    private static final int BLOCK = 16;

    private final MasterKey master;
    private final SecretKey key;
    private final SecureRandom random;

    SubjectIdentifiers(MasterKey master, SecureRandom random) {
        this.master = master;
        this.key = new SecretKeySpec(master.derive("id-token-place"), "AES");
        this.random = random;
    }

    /** The {@code sub}: stable for a place, and tells nothing about its id. */
    public String subject(RoomId room, Place place) {
        var name = (room.value() + "\u0000" + place.opening() + "\u0000" + place.position()).getBytes(UTF_8);
        var text = ByteBuffer.allocate(16 + name.length).put(place.id().bytes()).put(name);
        return master.pseudonym("sub", text.array());
    }

    /**
     * The {@code jti} of an ID token: another one each time, and whoever has the master key reads from it which place the token
     * was made for. It is believed only together with the token's signature.
     */
    public String tokenId(PlaceId place) {
        var nonce = RandomBytes.of(BLOCK, random);
        var id = ByteBuffer.allocate(2 * BLOCK).put(nonce).put(crypt(Cipher.ENCRYPT_MODE, nonce, place.bytes()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id.array());
    }

    /** The place that the ID token with this {@code jti} was made for; empty when an earlier release has made it. */
    public Optional<PlaceId> place(String tokenId) {
        try {
            var id = Base64.getUrlDecoder().decode(tokenId);
            return id.length == 2 * BLOCK
                    ? Optional.of(PlaceId.of(crypt(
                            Cipher.DECRYPT_MODE, Arrays.copyOf(id, BLOCK), Arrays.copyOfRange(id, BLOCK, 2 * BLOCK))))
                    : Optional.empty();
        } catch (IllegalArgumentException anotherKindOfId) {
            return Optional.empty();
        }
    }

    private byte[] crypt(int mode, byte[] nonce, byte[] block) {
        try {
            var cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(mode, key, new IvParameterSpec(nonce));
            return cipher.doFinal(block);
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** The {@code sid}: the visit, in ID tokens and logout tokens (OpenID Connect Back-Channel Logout section 2.1). */
    public static String session(String subject) {
        return Digests.sha256("sid " + subject).substring(0, LENGTH);
    }
}
