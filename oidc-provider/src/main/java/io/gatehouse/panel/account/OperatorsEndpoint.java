package io.gatehouse.panel.account;

import io.gatehouse.panel.account.OperatorActs.Invitation;
import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The operators for API clients. Acts take a token only: a cookie may be stolen, and here nothing else is
 * asked for.
 */
@RestController
@RequestMapping("/panel/api/operators")
final class OperatorsEndpoint {

    private static final String SCREEN = "/panel/operators";
    private static final String ROLE = "role";
    private static final String OFF = "off";

    private final OperatorActs acts;

    OperatorsEndpoint(OperatorActs acts) {
        this.acts = acts;
    }

    /** All operators with a password or a link: those of the files first, then by name. */
    record AllOperators(List<OperatorView> operators) {}

    @Needs(Role.OWNER)
    @GetMapping
    AllOperators all() {
        return new AllOperators(acts.all());
    }

    @Needs(Role.OWNER)
    @PostMapping
    Invitation add(Authentication who, HttpServletRequest request) throws IOException {
        Proofs.requireToken(SCREEN);
        var body = Body.read(request, Set.of("operator", ROLE));
        return acts.add(
                Actor.of(who), body.text("operator").orElse(""), body.text(ROLE).orElse(""));
    }

    /** The role, or whether they are switched off, or both; what is not named stays. */
    @Needs(Role.OWNER)
    @PatchMapping("/{operator}")
    OperatorView change(Authentication who, @PathVariable String operator, HttpServletRequest request)
            throws IOException {
        Proofs.requireToken(SCREEN);
        var body = Body.read(request, Set.of(ROLE, OFF));
        if (!body.has(ROLE) && !body.has(OFF)) {
            throw new RefusedException(Problem.INVALID_SETTING, "role or off is needed");
        }
        acts.change(Actor.of(who), operator, body.text(ROLE), body.truth(OFF));
        return acts.find(operator);
    }

    @Needs(Role.OWNER)
    @PostMapping("/{operator}/link")
    Invitation newLink(Authentication who, @PathVariable String operator) {
        Proofs.requireToken(SCREEN);
        return acts.newLink(Actor.of(who), operator);
    }

    @Needs(Role.OWNER)
    @DeleteMapping("/{operator}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(Authentication who, @PathVariable String operator) {
        Proofs.requireToken(SCREEN);
        acts.remove(Actor.of(who), operator);
    }

    @Needs(Role.OWNER)
    @DeleteMapping("/{operator}/second-factor")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void takeAwaySecondFactor(Authentication who, @PathVariable String operator) {
        Proofs.requireToken(SCREEN);
        acts.takeAwaySecondFactor(Actor.of(who), operator);
    }
}
