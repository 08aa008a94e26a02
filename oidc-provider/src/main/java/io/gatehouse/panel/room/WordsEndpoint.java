package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is said to a room's visitors, for API clients. Its entity tag is the room's: words are among its settings. */
@RestController
@RequestMapping("/panel/api/rooms/{room}/words")
final class WordsEndpoint {

    private final WaitingRooms rooms;
    private final WordsActs acts;
    private final Texts pages;

    WordsEndpoint(WaitingRooms rooms, WordsActs acts, Texts pages) {
        this.rooms = rooms;
        this.acts = acts;
        this.pages = pages;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    WordsView words(@PathVariable String room, HttpServletResponse response) {
        return answer(rooms.get(room), response);
    }

    @Needs(Role.OPERATOR)
    @PutMapping
    WordsView change(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = WordsView.read(Body.read(request, WordsView.MEMBERS), pages.tags());
        acts.change(Actor.of(who), found, ifMatch, before -> next.looking(before.looks()));
        return answer(found, response);
    }

    private WordsView answer(WaitingRoom room, HttpServletResponse response) {
        var tag = SettingsTag.of(room);
        response.setHeader(HttpHeaders.ETAG, tag.value());
        return WordsView.of(acts.of(room));
    }
}
