package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Acts on several rooms, for API clients. */
@RestController
@RequestMapping("/panel/api/bulk")
final class BulkEndpoint {

    /** @param rooms what was done to each, in the order asked for */
    record Effects(List<Effect> rooms) {}

    /** One room. */
    record Effect(String room, boolean done, String says) {}

    /**
     * The rooms that the act is for: by name or all, so that an address which lost its names does nothing.
     *
     * @param preview whether only the effects are told
     */
    private record Choice(List<String> rooms, boolean preview) {

        static Choice of(List<String> room, boolean all, boolean preview) {
            if (room.isEmpty() != all) {
                throw RefusedException.invalid(
                        "room must be named once or more, or all must be true", "neither or both");
            }
            return new Choice(room, preview);
        }
    }

    private final BulkActs acts;

    BulkEndpoint(BulkActs acts) {
        this.acts = acts;
    }

    /** The acts that need no more than the rooms. */
    @Needs(Role.OPERATOR)
    @PostMapping("/{act}")
    Effects act(
            @PathVariable String act,
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "false") boolean preview,
            Authentication who) {
        return done(BulkAct.of(act), Map.of(), Choice.of(room, all, preview), who);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/say")
    Effects say(
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "false") boolean preview,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var body = Body.read(request, Set.of("occasion", "severity", "text"));
        var typed = typed(body, "occasion", "severity");
        body.texts("text").forEach((language, text) -> typed.put(Saying.TEXT + language, text));
        return done(BulkAct.SAY, typed, Choice.of(room, all, preview), who);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/clear")
    Effects clear(
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "false") boolean preview,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var typed = typed(Body.read(request, Set.of("occasion")), "occasion");
        return done(BulkAct.CLEAR, typed, Choice.of(room, all, preview), who);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/branding")
    Effects branding(
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "false") boolean preview,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var typed = typed(Body.read(request, Set.of("from")), "from");
        return done(BulkAct.BRANDING, typed, Choice.of(room, all, preview), who);
    }

    @Needs(Role.OWNER)
    @PostMapping("/copy")
    Effects copy(
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "false") boolean preview,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var typed = typed(Body.read(request, Set.of("name", "title")), "name", "title");
        return done(BulkAct.COPY, typed, Choice.of(room, all, preview), who);
    }

    private static Map<String, String> typed(Body body, String... members) {
        var typed = new HashMap<String, String>();
        for (var member : members) {
            body.text(member).ifPresent(text -> typed.put(member, text));
        }
        return typed;
    }

    private Effects done(BulkAct act, Map<String, String> typed, Choice asked, Authentication who) {
        var bulk = acts.of(act, typed);
        var effects =
                asked.preview() ? acts.preview(bulk, asked.rooms()) : acts.act(Actor.of(who), bulk, asked.rooms());
        return new Effects(effects.stream()
                .map(effect -> new Effect(effect.room(), effect.isDone(), effect.says()))
                .toList());
    }
}
