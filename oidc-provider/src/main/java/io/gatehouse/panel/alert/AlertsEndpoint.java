package io.gatehouse.panel.alert;

import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Alerts for API clients, and for the panel's own script. */
@RestController
final class AlertsEndpoint {

    /** The alerts of the last day, the newest first. */
    record AllAlerts(List<AlertView> alerts) {}

    private final AlertActs acts;

    AlertsEndpoint(AlertActs acts) {
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/alerts")
    AllAlerts all() {
        return new AllAlerts(acts.all());
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/panel/api/alerts/{id}/seen")
    AlertView seen(@PathVariable String id, Authentication who) {
        return acts.see(Actor.of(who), id);
    }

    @Needs(Role.OWNER)
    @PostMapping("/panel/api/rooms/{room}/test-alert")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void test(@PathVariable String room, Authentication who) {
        acts.test(Actor.of(who), room);
    }
}
