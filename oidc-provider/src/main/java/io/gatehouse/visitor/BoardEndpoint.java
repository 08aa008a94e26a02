package io.gatehouse.visitor;

import io.gatehouse.room.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /rooms/{room}/board}: the same bytes for everyone, for any cache, from any origin. */
@RestController
class BoardEndpoint {

    private final WaitingRooms rooms;
    private final Boards boards;

    BoardEndpoint(WaitingRooms rooms, Boards boards) {
        this.rooms = rooms;
        this.boards = boards;
    }

    @GetMapping(RoomPaths.BOARD)
    ResponseEntity<byte[]> board(@PathVariable String room) {
        var board = boards.of(rooms.get(room));
        return ResponseEntity.ok()
                .cacheControl(CacheControl.maxAge(Duration.ofSeconds(1)).cachePublic())
                .eTag(board.etag())
                .header("Access-Control-Allow-Origin", "*")
                .contentType(MediaType.APPLICATION_JSON)
                .body(board.bytes());
    }
}
