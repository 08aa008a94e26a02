package io.gatehouse.panel.simulate;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A past opening or a planned sale, played with settings of the caller's choice, for API clients. */
@RestController
final class SimulationEndpoint {

    private final Plans plans;
    private final Player player;

    SimulationEndpoint(Plans plans, Player player) {
        this.plans = plans;
        this.player = player;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/simulation")
    Map<String, Object> simulation(@PathVariable String room, @RequestParam Map<String, String> asked) {
        return player.play(plans.read(room, asked)).json();
    }
}
