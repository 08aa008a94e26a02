package io.gatehouse.panel.definition;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The definition of a room, for API clients: one that is put where there was none adds a room, one that is
 * deleted retires it.
 */
@RestController
@RequestMapping("/panel/api/rooms/{room}/definition")
final class DefinitionEndpoint {

    private final DefinitionActs acts;

    DefinitionEndpoint(DefinitionActs acts) {
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    Map<String, @Nullable Object> definition(@PathVariable String room, HttpServletResponse response) {
        return answer(room, response);
    }

    /**
     * A client that expects no room says so ({@code If-None-Match: *}); one that has seen the room names it
     * ({@code If-Match}).
     */
    @Needs(Role.OWNER)
    @PutMapping
    Map<String, @Nullable Object> put(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Nullable String ifNoneMatch,
            @RequestParam(required = false) @Nullable String confirm,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var settings = new Given.Sent(Body.read(request, Given.MEMBERS)).properties();
        if ("*".equals(ifNoneMatch)) {
            acts.add(Actor.of(who), room, settings);
        } else {
            acts.change(Actor.of(who), room, ifMatch, confirm, settings);
        }
        return answer(room, response);
    }

    @Needs(Role.OWNER)
    @DeleteMapping
    Map<String, @Nullable Object> retire(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable String confirm,
            Authentication who,
            HttpServletResponse response) {
        acts.retire(Actor.of(who), room, ifMatch, confirm);
        return answer(room, response);
    }

    private Map<String, @Nullable Object> answer(String room, HttpServletResponse response) {
        var definition = acts.of(room);
        if (!definition.ofTheFiles()) {
            response.setHeader(HttpHeaders.ETAG, definition.etag());
        }
        return definition.json();
    }
}
