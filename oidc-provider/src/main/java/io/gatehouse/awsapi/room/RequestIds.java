package io.gatehouse.awsapi.room;

import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.IdCipher;
import io.gatehouse.secret.MasterKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Converts the id of a place to a request id and back, without a record: the id of a place has sixteen bytes,
 * and so has the block of AES that a key of ours encrypts. The place's own id stays a secret, though request
 * ids are in addresses and in {@code sub} of tokens. Every place has one, however its visitor has come.
 */
public final class RequestIds {

    /** The old API checked the beginning only. */
    private static final Pattern SHAPE = Pattern.compile("\\w{8}-\\w{4}-\\w{4}-\\w{4}-\\w{12}");

    private static final Pattern OURS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final IdCipher cipher;

    public RequestIds(MasterKey master) {
        this.cipher = new IdCipher(master, "aws-request-id");
    }

    /**
     * Whether a text has the form that the old API required; without it a request id is refused, else at most
     * unknown.
     */
    public static boolean isShaped(String text) {
        return SHAPE.matcher(text).lookingAt();
    }

    /** The request id of a place. */
    public String of(PlaceId place) {
        return uuid(cipher.encrypt(place.bytes())).toString();
    }

    /** The id of the place that a request id stands for; empty when it cannot be one of ours. */
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
