package io.gatehouse.room;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Identifies one visitor's hold on a spot in line. It is a secret: whoever knows it holds the place, so it is never
 * written to a log, a page's address or a token.
 */
public record PlaceId(UUID value) {

    /** The id that these sixteen bytes make; random ones, for a new visitor. */
    public static PlaceId of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new PlaceId(new UUID(buffer.getLong(), buffer.getLong()));
    }

    /**
     * The id of the place that follows this one once it has ended. Every tab and every repeated request of a browser
     * arrives at the same successor, so a returning visitor gets one new place and not one a tab.
     */
    public PlaceId successor() {
        return of(sha256().digest(bytes()));
    }

    /** The sixteen bytes of the id, for keys and digests. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
    }

    @Override
    public String toString() {
        return "PlaceId[secret]";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }
}
