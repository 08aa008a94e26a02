package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.List;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Acts on several rooms, for API clients. */
@RestController
final class BulkEndpoint {

    /** @param rooms what was done to each, in the order asked for */
    record Effects(List<Effect> rooms) {}

    /** One room. */
    record Effect(String room, boolean done, String says) {}

    private final BulkActs acts;

    BulkEndpoint(BulkActs acts) {
        this.acts = acts;
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/panel/api/bulk/{act}")
    Effects act(
            @PathVariable String act,
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam(defaultValue = "false") boolean all,
            Authentication who) {
        if (room.isEmpty() != all) {
            throw RefusedException.invalid("room must be named once or more, or all must be true", "neither or both");
        }
        return new Effects(acts.act(Actor.of(who), BulkAct.of(act), room).stream()
                .map(effect -> new Effect(effect.room(), effect.isDone(), effect.says()))
                .toList());
    }
}
