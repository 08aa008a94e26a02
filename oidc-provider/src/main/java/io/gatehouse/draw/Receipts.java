package io.gatehouse.draw;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.secret.Digests;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/** Makes the receipts of one draw, and the hash that binds them all: marks are added in order of entry. */
public final class Receipts {

    private static final String NO_TAG = "0".repeat(32);

    private final Draw draw;
    private final byte[] key;
    private final MessageDigest all = Hashes.sha256();
    private long count;

    Receipts(Draw draw, byte[] key) {
        this.draw = draw;
        this.key = key;
    }

    /**
     * The receipt of one entrant.
     *
     * @param entry from 1
     * @param mark the place's {@link Draw#markOf mark}
     */
    public Receipt of(long entry, String mark) {
        var plain = new Receipt(draw.room(), draw.id(), entry, mark, NO_TAG);
        var tag = Digests.hmac(key, plain.withoutTag().getBytes(US_ASCII));
        return new Receipt(draw.room(), draw.id(), entry, mark, HexFormat.of().formatHex(Arrays.copyOf(tag, 16)));
    }

    /** Adds the next entrant's receipt. */
    public void add(String mark) {
        count++;
        all.update(Hashes.lines(of(count, mark).toString()));
    }

    /** The number of added receipts. */
    public long count() {
        return count;
    }

    /** SHA-256 over the added receipts, a line feed behind each; no receipt may be added afterwards. */
    public String digest() {
        return HexFormat.of().formatHex(all.digest());
    }
}
