package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.forecast.Forecaster;
import io.gatehouse.forecast.Throughput;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.WaitingRoom;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.util.DigestUtils;
import tools.jackson.databind.json.JsonMapper;

/** Keeps the board of each room as it is sent: bytes and entity tag, made once a tick and never for a request. */
public final class Boards implements RoomWatcher {

    /**
     * A board as it is sent.
     *
     * @param etag a strong entity tag, with its quotes
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by its tag only
    record Printed(Board board, byte[] bytes, String etag) {}

    private final Map<RoomId, Printed> printed = new ConcurrentHashMap<>();
    private final Map<RoomId, Forecaster> forecasters = new ConcurrentHashMap<>();
    private final JsonMapper json = new JsonMapper();
    private final Clock clock;

    Boards(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        var forecaster = forecasters.computeIfAbsent(room.id(), first -> new Forecaster());
        Optional<Throughput> throughput;
        synchronized (forecaster) {
            forecaster.see(snapshot, now);
            throughput = forecaster.throughput(snapshot, now);
        }
        print(room.id(), Board.of(room, snapshot, throughput));
    }

    @Override
    public void lostSight(Room room) {
        var last = printed.get(room.id());
        if (last != null && !last.board.stale()) {
            print(room.id(), last.board.asStale());
        }
    }

    /** The board; made at once when there has been no tick yet. */
    Printed of(WaitingRoom room) {
        var board = printed.get(room.id());
        if (board == null) {
            saw(room.configuration(), room.snapshot(), clock.instant());
            board = printed.get(room.id());
        }
        return java.util.Objects.requireNonNull(board);
    }

    /** How fast the room's line moves, for the panel; empty when that cannot be said. */
    public Optional<Throughput> throughput(WaitingRoom room) {
        return Optional.ofNullable(of(room).board.throughput());
    }

    private void print(RoomId room, Board board) {
        var bytes = json.writeValueAsString(board).getBytes(UTF_8);
        printed.put(room, new Printed(board, bytes, "\"" + DigestUtils.md5DigestAsHex(bytes) + "\""));
    }
}
