package io.gatehouse.visitor;

import io.gatehouse.room.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /rooms/{room}/words/{edition}/{language}}: what operators say, by the name that the board tells. The same for
 * everyone, for any cache and for long, from any origin. Only the edition that this node shows is here: another one is
 * asked for again with the next board, and nobody keeps the store busy with names that they make up.
 */
@RestController
class WordsEndpoint {

    private final WaitingRooms rooms;
    private final Boards boards;
    private final Texts texts;

    WordsEndpoint(WaitingRooms rooms, Boards boards, Texts texts) {
        this.rooms = rooms;
        this.boards = boards;
        this.texts = texts;
    }

    @GetMapping(RoomPaths.WORDS)
    ResponseEntity<String> words(
            @PathVariable String room, @PathVariable String edition, @PathVariable String language) {
        var words = boards.of(rooms.get(room)).words();
        if (!words.edition().equals(edition)) {
            throw new UnknownWordsException("no words " + edition + " in room " + room + " now, look at its board");
        }
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "max-age=86400, public, immutable")
                .header("Access-Control-Allow-Origin", "*")
                .contentType(MediaType.APPLICATION_JSON)
                .body(words.in(texts.in(language)).json());
    }
}
