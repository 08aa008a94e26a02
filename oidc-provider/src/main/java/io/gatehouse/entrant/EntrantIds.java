package io.gatehouse.entrant;

import io.gatehouse.draw.Networks;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.RandomBytes;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the ids of newcomers' places. While the lobby of a draw is open, an id names the newcomer's network
 * ({@link EntrantBlocks}). At any other time it names none: these bytes are zero, so all entries whose
 * network is not known count as one network, however their browsers came by an id.
 */
public final class EntrantIds {

    private final EntrantBlocks blocks;
    private final Function<RoomId, Optional<String>> lobbies;
    private final SecureRandom random;

    /** @param lobbies the draw of the room's lobby, while that is open; it asks no store */
    public EntrantIds(EntrantBlocks blocks, Function<RoomId, Optional<String>> lobbies, SecureRandom random) {
        this.blocks = blocks;
        this.lobbies = lobbies;
        this.random = random;
    }

    /**
     * The id of a newcomer.
     *
     * @param address in the form that requests have it
     */
    public PlaceId next(RoomId room, String address) {
        var bytes = RandomBytes.of(16, random);
        var draw = lobbies.apply(room);
        if (draw.isPresent()) {
            return blocks.withBlock(bytes, room, draw.get(), address);
        }
        Arrays.fill(bytes, Networks.FROM, Networks.TO, (byte) 0);
        return PlaceId.of(bytes);
    }

    /** Whether the lobby of a draw is open, and this id names no network in that draw. */
    public boolean isUnmarked(RoomId room, PlaceId id) {
        return lobbies.apply(room)
                .filter(draw -> !blocks.isMarked(id, room, draw))
                .isPresent();
    }
}
