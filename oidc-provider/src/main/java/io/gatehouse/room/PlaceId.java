package io.gatehouse.room;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.draw.Networks;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Identifies one visitor's hold on a spot in line. It is a secret: whoever knows it holds the place, so it is never
 * written to a log, a page's address or a token.
 *
 * <p><b>One browser, several places, one after the other.</b> A browser keeps one id, in its cookie. A place that has
 * ended stays as it is, since tokens and notices rest on it; whoever comes again begins anew at the end of the line,
 * under another id. Drawing that at random would give each tab a place of its own, for several tabs come at once, to
 * several nodes, and none sees the other's cookie. So the next id is a digest of the one before: everybody works out the
 * same, without asking anybody; but for four bytes, which stay. From the id in a cookie {@code WaitingRoom#current} goes on past the places that have
 * ended to the first that has not, or that nobody has taken yet. It is as secret as the id before it, and tells nothing
 * about that.
 */
public record PlaceId(UUID value) {

    /** The id that these sixteen bytes make; random ones, for a new visitor. */
    public static PlaceId of(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new PlaceId(new UUID(buffer.getLong(), buffer.getLong()));
    }

    /** The id of the place that follows this one once it has ended: of all places of a browser, see above, the next. */
    public PlaceId successor() {
        return following(sha256().digest(bytes()));
    }

    /** One keeps what the id says of a network: whoever leaves a lobby and comes again brings no other. */
    private PlaceId following(byte[] digest) {
        System.arraycopy(bytes(), Networks.FROM, digest, Networks.FROM, Networks.TO - Networks.FROM);
        return of(digest);
    }

    /** Of several next ids for several browsers the one of this number; 0 is the next of a place that never moved. */
    PlaceId successor(int number) {
        var both = ByteBuffer.allocate(20).put(bytes()).putInt(number);
        return number == 0 ? successor() : following(sha256().digest(both.array()));
    }

    /**
     * What stands for a browser at this place, eight characters: a digest of both, so that it tells nothing of either, and
     * is another one at every place.
     *
     * @param browser the name that the browser goes by
     */
    public String markOf(String browser) {
        var name = browser.getBytes(UTF_8);
        var both = ByteBuffer.allocate(16 + name.length).put(bytes()).put(name);
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(sha256().digest(both.array()), 6));
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
