package io.gatehouse.panel.factor;

import io.gatehouse.secret.Digests;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One-time passwords by the time of day (RFC 6238) in the one form that every authenticator app knows:
 * HMAC-SHA-1 over the number of the step of 30 seconds, six digits of it.
 */
final class Totp {

    /** The length of a secret: that of the hash (RFC 4226 section 4, R6). */
    static final int SECRET_BYTES = 20;

    private static final long STEP_SECONDS = 30;

    /**
     * The number of steps before and behind the present one that are taken: clocks differ, and typing takes
     * time (section 5.2).
     */
    private static final int WINDOW = 1;

    private Totp() {}

    /** The step whose code this is; empty when it is none of now, or not behind the last one that was taken. */
    static OptionalLong step(byte[] secret, String code, Instant now, long lastTaken) {
        var present = step(now);
        return LongStream.rangeClosed(Math.max(present - WINDOW, lastTaken + 1), present + WINDOW)
                .filter(step -> Digests.isEqual(code(secret, step), code))
                .findFirst();
    }

    static long step(Instant now) {
        return Math.floorDiv(now.getEpochSecond(), STEP_SECONDS);
    }

    /** The code of a step (RFC 4226 section 5.3). */
    static String code(byte[] secret, long step) {
        var hash = hmac(secret, ByteBuffer.allocate(Long.BYTES).putLong(step).array());
        var offset = hash[hash.length - 1] & 0xf;
        var number = ByteBuffer.wrap(hash).getInt(offset) & Integer.MAX_VALUE;
        return String.format(Locale.ROOT, "%06d", number % 1_000_000);
    }

    private static byte[] hmac(byte[] secret, byte[] text) {
        try {
            var mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
