package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.bulk.BulkActs.Effect;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.List;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** One page for each act on several rooms: it says what will happen to each, and then what has happened. */
@Controller
@RequestMapping("/panel/bulk/{act}")
public final class BulkScreenEndpoint {

    private final BulkActs acts;

    BulkScreenEndpoint(BulkActs acts) {
        this.acts = acts;
    }

    @Needs(Role.OPERATOR)
    @GetMapping
    ModelAndView ask(@PathVariable String act, @RequestParam(defaultValue = "") List<String> room) {
        var bulk = BulkAct.of(act);
        return screen(bulk, acts.preview(bulk, room), true);
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    ModelAndView act(@PathVariable String act, @RequestParam(defaultValue = "") List<String> room, Authentication who) {
        var bulk = BulkAct.of(act);
        if (room.isEmpty()) {
            throw RefusedException.at("room", "is needed");
        }
        return screen(bulk, acts.act(Actor.of(who), bulk, room), false);
    }

    private static ModelAndView screen(BulkAct act, List<Effect> effects, boolean asks) {
        var changed = effects.stream().filter(Effect::isDone).toList();
        return Screen.page("bulk")
                .addObject("act", act.id())
                .addObject("button", act.button())
                .addObject("effects", effects)
                .addObject("changed", changed.size())
                .addObject("lines", changed.stream().filter(Effect::hasLine).count())
                .addObject("asks", asks);
    }
}
