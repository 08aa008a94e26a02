package io.gatehouse.panel.factor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.value.ExpiringStore;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The challenges that security keys sign. A challenge carries its purpose, owner and end under the master
 * key, so unanswered challenges need no storage and any node recognises them. An answered one leaves a trace
 * until its end: each works once.
 */
final class Challenges {

    /** The purposes of challenges; an answer for one is no answer for another. */
    enum Purpose {
        CREATE,
        SHOW,
        ALONE
    }

    private static final Duration LASTS = Duration.ofMinutes(10);
    private static final int NONCE_BYTES = 16;
    private static final int SAID_BYTES = NONCE_BYTES + Long.BYTES;

    private final ExpiringStore store;
    private final MasterKey master;
    private final SecureRandom random;
    private final Clock clock;

    Challenges(ExpiringStore store, MasterKey master, SecureRandom random, Clock clock) {
        this.store = store;
        this.master = master;
        this.random = random;
        this.clock = clock;
    }

    /** @param whose the operator, or the sign-in, that it is made for */
    byte[] make(Purpose purpose, String whose) {
        var said = ByteBuffer.allocate(SAID_BYTES)
                .put(RandomBytes.of(NONCE_BYTES, random))
                .putLong(clock.instant().plus(LASTS).toEpochMilli())
                .array();
        var proof = proof(purpose, whose, said);
        return ByteBuffer.allocate(said.length + proof.length)
                .put(said)
                .put(proof)
                .array();
    }

    /** Whether this challenge was made for that, and is answered in time and for the first time. */
    boolean take(Purpose purpose, String whose, byte[] challenge) {
        if (challenge.length <= SAID_BYTES) {
            return false;
        }
        var said = new byte[SAID_BYTES];
        var proof = new byte[challenge.length - SAID_BYTES];
        ByteBuffer.wrap(challenge).get(said).get(proof);
        var until = Instant.ofEpochMilli(ByteBuffer.wrap(said).getLong(NONCE_BYTES));
        var now = clock.instant();
        return MessageDigest.isEqual(proof, proof(purpose, whose, said))
                && until.isAfter(now)
                && store.replace(
                        "panel:challenge:" + HexFormat.of().formatHex(said, 0, NONCE_BYTES),
                        Optional.empty(),
                        new byte[] {1},
                        until,
                        now);
    }

    private byte[] proof(Purpose purpose, String whose, byte[] said) {
        var text = (purpose + " " + whose + " ").getBytes(UTF_8);
        var all = ByteBuffer.allocate(text.length + said.length).put(text).put(said);
        return master.fingerprint("security-key-challenge", all.array());
    }
}
