package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
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

/**
 * What is said to a room's visitors, and how its pages look, for API clients: the two parts of one edition.
 * Its entity tag is the room's, because the edition is among its settings.
 */
@RestController
@RequestMapping("/panel/api/rooms/{room}")
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
    @GetMapping("/words")
    WordsView words(@PathVariable String room, HttpServletResponse response) {
        return WordsView.of(tagged(rooms.get(room), response));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/looks")
    BrandingView looks(@PathVariable String room, HttpServletResponse response) {
        return BrandingView.of(tagged(rooms.get(room), response).looks());
    }

    @Needs(Role.OPERATOR)
    @PutMapping("/words")
    WordsView say(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = WordsView.read(Body.read(request, WordsView.MEMBERS), pages.tags());
        acts.change(Actor.of(who), found, ifMatch, before -> next.looking(before.looks()));
        return WordsView.of(tagged(found, response));
    }

    @Needs(Role.OPERATOR)
    @PutMapping("/looks")
    BrandingView look(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = BrandingView.read(Body.read(request, BrandingView.MEMBERS));
        acts.change(Actor.of(who), found, ifMatch, before -> before.looking(next));
        return BrandingView.of(tagged(found, response).looks());
    }

    /** What is said now, under the tag of the settings. */
    private Words tagged(WaitingRoom room, HttpServletResponse response) {
        response.setHeader(HttpHeaders.ETAG, SettingsTag.of(room).value());
        return acts.of(room);
    }
}
