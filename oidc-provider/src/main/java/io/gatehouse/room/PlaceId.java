package io.gatehouse.room;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.draw.Networks;
import io.gatehouse.secret.Digests;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Identifies one visitor's hold on a spot in line. It is a secret: its holder has the place, so it is never
 * written to a log, a page's address or a token.
 *
 * <p><b>One browser, several places in a row.</b> A browser keeps one id, in its cookie. An ended place
 * stays, because tokens and notices rest on it. A visitor who returns begins anew at the end of the line,
 * under another id. A random id would give each tab a place of its own, because tabs come at once, to several
 * nodes, and none sees the other's cookie. So the next id is a digest of the one before, except four bytes,
 * which stay: every node computes the same one. From the id in a cookie {@code WaitingRoom#current} goes past
 * the ended places to the first that has not ended, or was never taken. The next id is as secret as the one
 * before, and tells nothing about it.
 *
 * @param most the first eight bytes of it; as two numbers a million ids take a third less memory than as
 *     UUIDs
 * @param least the last eight
 */
public record PlaceId(long most, long least) {

    public PlaceId(UUID value) {
        this(value.getMostSignificantBits(), value.getLeastSignificantBits());
    }

    /** The id that these sixteen bytes make; random ones, for a new visitor. */
    public static PlaceId of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new PlaceId(buffer.getLong(), buffer.getLong());
    }

    /** The id of the place that follows this one once it has ended: the next of all places of a browser, see above. */
    public PlaceId successor() {
        return following(Digests.sha256(bytes()));
    }

    /** The next id keeps the network: a visitor who leaves a lobby and returns cannot bring another. */
    private PlaceId following(byte[] digest) {
        System.arraycopy(bytes(), Networks.FROM, digest, Networks.FROM, Networks.TO - Networks.FROM);
        return of(digest);
    }

    /** The next id for one of several browsers, by its number; 0 is the next of a place that never moved. */
    PlaceId successor(int number) {
        var both = ByteBuffer.allocate(20).put(bytes()).putInt(number);
        return number == 0 ? successor() : following(Digests.sha256(both.array()));
    }

    /**
     * A name of a browser at this place, eight characters: a digest of both, which reveals neither, and
     * differs at every place.
     *
     * @param browser the name that the browser goes by
     */
    public String hashOf(String browser) {
        var name = browser.getBytes(UTF_8);
        var both = ByteBuffer.allocate(16 + name.length).put(bytes()).put(name);
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(Digests.sha256(both.array()), 6));
    }

    public UUID value() {
        return new UUID(most, least);
    }

    /** The sixteen bytes of the id, for keys and digests. */
    public byte[] bytes() {
        return ByteBuffer.allocate(16).putLong(most).putLong(least).array();
    }

    @Override
    public String toString() {
        return "PlaceId[secret]";
    }
}
