package io.gatehouse.visitor.moving;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The content of a link that carries a place: the proof in the cookie of the place, and the end of the link.
 * Sealed (AES-256-GCM) for one room, as short as can be, since it becomes a picture; and kept nowhere. It
 * works once, because the place counts its moves.
 *
 * <pre>
 * nonce, 12 bytes; sealed: place id, 16 bytes; opening, position, joinedAt, 8 bytes each; moves, 4; until, 8; tag, 16
 * </pre>
 */
final class MoveLinks {

    private static final int NONCE = 12;
    private static final int TAG = 16;
    private static final int CONTENT = 16 + 3 * 8 + 4 + 8;

    private final Duration ttl;
    private final SecretKey key;
    private final SecureRandom random;
    private final Clock clock;

    MoveLinks(MovingProperties settings, MasterKey master, SecureRandom random, Clock clock) {
        this.ttl = settings.linkTtl();
        this.key = new SecretKeySpec(master.derive("move-link"), "AES");
        this.random = random;
        this.clock = clock;
    }

    boolean areGiven() {
        return !ttl.isZero();
    }

    /** The lifetime of a link. */
    Duration ttl() {
        return ttl;
    }

    /** The text of a link for the place of this proof, from now on. */
    String seal(RoomId room, PlaceProof proof) {
        var content = ByteBuffer.allocate(CONTENT)
                .put(proof.id().bytes())
                .putLong(proof.opening())
                .putLong(proof.position().packed())
                .putLong(proof.joinedAt().toEpochMilli())
                .putInt(proof.moves())
                .putLong(clock.instant().plus(ttl).toEpochMilli());
        var nonce = RandomBytes.of(NONCE, random);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, room).doFinal(content.array());
            var both = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(both.array());
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    /** The proof in the text of a link of this room; empty when it is none of ours, or its time is over. */
    Optional<PlaceProof> open(RoomId room, String text) {
        try {
            var both = Base64.getUrlDecoder().decode(text.getBytes(UTF_8));
            if (both.length != NONCE + CONTENT + TAG) {
                return Optional.empty();
            }
            var nonce = Arrays.copyOf(both, NONCE);
            var content = cipher(Cipher.DECRYPT_MODE, nonce, room).doFinal(both, NONCE, both.length - NONCE);
            return read(ByteBuffer.wrap(content));
        } catch (GeneralSecurityException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private Optional<PlaceProof> read(ByteBuffer content) {
        var id = new byte[16];
        content.get(id);
        var proof = new PlaceProof(
                PlaceId.of(id),
                content.getLong(),
                Position.unpacked(content.getLong()),
                Instant.ofEpochMilli(content.getLong()),
                content.getInt());
        var until = Instant.ofEpochMilli(content.getLong());
        return areGiven() && until.isAfter(clock.instant()) ? Optional.of(proof) : Optional.empty();
    }

    private Cipher cipher(int mode, byte[] nonce, RoomId room) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(8 * TAG, nonce));
        cipher.updateAAD(room.value().getBytes(UTF_8));
        return cipher;
    }
}
