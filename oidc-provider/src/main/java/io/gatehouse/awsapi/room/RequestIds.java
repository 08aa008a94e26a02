package io.gatehouse.awsapi.room;

import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.IdCipher;
import io.gatehouse.secret.MasterKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Which request id stands for which place, without keeping anything: the id of a place is sixteen bytes, and
 * so is a block of AES, which a key of ours makes into sixteen others and back. The place's own id stays a
 * secret, though request ids stand in addresses and as {@code sub} in tokens; and every place has one,
 * however its visitor has come.
 */
public final class RequestIds {

    /** As the old API looked at them: the beginning only. */
    private static final Pattern SHAPE = Pattern.compile("\\w{8}-\\w{4}-\\w{4}-\\w{4}-\\w{12}");

    private static final Pattern OURS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final IdCipher cipher;

    public RequestIds(MasterKey master) {
        this.cipher = new IdCipher(master, "aws-request-id");
    }

    /**
     * Whether it looks like one, as far as the old API looked: what does not is refused, what only looks so
     * is unknown.
     */
    public static boolean isShaped(String text) {
        return SHAPE.matcher(text).lookingAt();
    }

    /** The request id of a place. */
    public String of(PlaceId place) {
        return uuid(cipher.encrypt(place.bytes())).toString();
    }

    /** The place that it would stand for; empty when it can be none of ours. */
    public Optional<PlaceId> read(String requestId) {
        return OURS.matcher(requestId).matches()
                ? Optional.of(PlaceId.of(cipher.decrypt(new PlaceId(UUID.fromString(requestId)).bytes())))
                : Optional.empty();
    }

    private static UUID uuid(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
