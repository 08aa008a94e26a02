package io.gatehouse.entrant;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.door.AddressBlock;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Networks;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.secret.MasterKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The mark of an entrant's network in place ids, from when a lobby with a draw opens, and the count of
 * entrants that share one.
 *
 * <pre>
 * place id     16 bytes, of a visitor who first came while the lobby was open
 *   0 to 9     random
 *   10 to 13   HMAC of the network, IPv4 of 24 bits or IPv6 of 48, under a key of the draw
 *   14, 15     HMAC of the 14 bytes before, under a key of the draw: tells such an id from a random one
 * </pre>
 *
 * So no store keeps any further data, and the mark goes with the place. The keys follow from the master key
 * and are never published: without it no reader tells a network from these bytes, nor that two draws had
 * the same one; with it, a reader who has the store as well could try all networks. A place id is as hard to
 * guess as before: cookies are signed.
 *
 * <p><b>Limits.</b> A visitor with a thousand networks is a thousand entrants. The count is for operators,
 * and changes no entrant's place, unless the draw limits the entries of a network: {@link Networks}. An id
 * that was made at any other time names no network; {@link EntrantIds} makes both, and the visitor's side
 * replaces an id that names none before its visitor joins.
 */
public final class EntrantBlocks {

    /** The limit of places for one answer, so that a look costs a store no more than a few hundred newcomers do. */
    private static final int MOST_AT_ONCE = 20_000;

    private static final int RANDOM = Networks.FROM;
    private static final int BLOCK = Networks.TO - Networks.FROM;

    /** The blocks that were read of one draw; before its entrants are fixed, and once more after. */
    private static final class BlocksOfDraw {

        private final String draw;
        private final boolean isFrozen;
        private final Networks networks;
        private int[] blocks = new int[0];
        private int known;
        private long read;

        private BlocksOfDraw(LobbyDraw draw) {
            this.draw = draw.draw().id();
            this.isFrozen = draw.frozen().isPresent();
            this.networks = new Networks(draw.draw().mostPerNetwork());
        }

        private boolean isOf(LobbyDraw other) {
            return draw.equals(other.draw().id()) && isFrozen == other.frozen().isPresent();
        }

        private void add(int block) {
            if (known == blocks.length) {
                blocks = Arrays.copyOf(blocks, Math.max(1_000, 2 * known));
            }
            blocks[known++] = block;
        }
    }

    private final MasterKey master;
    private final Map<RoomId, BlocksOfDraw> readings = new ConcurrentHashMap<>();

    public EntrantBlocks(MasterKey master) {
        this.master = master;
    }

    /**
     * The id of a newcomer to the lobby of a draw.
     *
     * @param bytes sixteen random bytes
     * @param address in the form that requests have it
     */
    public PlaceId withBlock(byte[] bytes, RoomId room, String draw, String address) {
        var marked = ByteBuffer.wrap(bytes.clone());
        marked.position(RANDOM).put(block(room, draw, address), 0, BLOCK);
        marked.put(check(marked.array(), room, draw), 0, 2);
        return PlaceId.of(marked.array());
    }

    /**
     * The number of entrants in the room's draw that share a network, as far as they have been read; see
     * {@link Entrants#counted}.
     */
    public Entrants count(RoomLine room, RoomSnapshot seen) {
        return seen.draw().map(draw -> count(room, seen, draw)).orElse(Entrants.NONE);
    }

    private Entrants count(RoomLine room, RoomSnapshot seen, LobbyDraw draw) {
        var entrants = draw.frozen().map(LobbyDraw.Frozen::entrants).orElse(seen.issued() - draw.base());
        var reading = readings.compute(
                room.id(), (id, last) -> last != null && last.isOf(draw) ? last : new BlocksOfDraw(draw));
        synchronized (reading) {
            var end = Math.min(entrants, reading.read + MOST_AT_ONCE);
            while (reading.read < end) {
                var from = draw.base() + reading.read + 1;
                var to = Math.min(from + room.mostIds() - 1, draw.base() + end);
                for (var id : room.ids(from, to)) {
                    id.map(known -> draw.draw().markOf(known.bytes())).ifPresent(reading.networks::add);
                    id.map(known -> block(known, room.id(), reading.draw))
                            .orElseGet(OptionalInt::empty)
                            .ifPresent(reading::add);
                }
                reading.read = to - draw.base();
            }
            var blocks = Arrays.copyOf(reading.blocks, reading.known);
            return Entrants.of(draw.draw(), entrants, reading.read, blocks, reading.networks.excess());
        }
    }

    private OptionalInt block(PlaceId id, RoomId room, String draw) {
        return isMarked(id, room, draw)
                ? OptionalInt.of(ByteBuffer.wrap(id.bytes()).getInt(RANDOM))
                : OptionalInt.empty();
    }

    /** Whether this id names a network of an entrant of this draw. */
    boolean isMarked(PlaceId id, RoomId room, String draw) {
        var bytes = ByteBuffer.wrap(id.bytes());
        var check = ByteBuffer.wrap(check(bytes.array(), room, draw));
        return bytes.getShort(RANDOM + BLOCK) == check.getShort(0);
    }

    private byte[] block(RoomId room, String draw, String address) {
        return master.fingerprint("entrant-block", text(room, draw, AddressBlock.network(address)));
    }

    private byte[] check(byte[] bytes, RoomId room, String draw) {
        var text = text(room, draw, "");
        return master.fingerprint(
                "entrant-check",
                ByteBuffer.allocate(RANDOM + BLOCK + text.length)
                        .put(bytes, 0, RANDOM + BLOCK)
                        .put(text)
                        .array());
    }

    private static byte[] text(RoomId room, String draw, String network) {
        return (room.value() + "\n" + draw + "\n" + network + "\n").getBytes(US_ASCII);
    }
}
