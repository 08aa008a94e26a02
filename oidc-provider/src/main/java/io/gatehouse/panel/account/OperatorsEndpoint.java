package io.gatehouse.panel.account;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.operator.SignedInOperator;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The operators for API clients. */
@RestController
@RequestMapping("/panel/api/operators")
final class OperatorsEndpoint {

    private final OperatorActs acts;

    OperatorsEndpoint(OperatorActs acts) {
        this.acts = acts;
    }

    /** All operators with a password, by name. */
    record AllOperators(List<OperatorView> operators) {}

    @Needs(Role.OWNER)
    @GetMapping
    AllOperators all() {
        return new AllOperators(acts.all());
    }

    /** With a token only: a cookie may be stolen, and here nothing else is asked for. */
    @Needs(Role.OWNER)
    @DeleteMapping("/{operator}/second-factor")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void takeAwaySecondFactor(Authentication who, @PathVariable String operator) {
        if (SignedInOperator.current().isPresent()) {
            throw new RefusedException(
                    Problem.PROOF_NEEDED, "use the screen /panel/operators, which asks for it, or a token");
        }
        acts.takeAwaySecondFactor(Actor.of(who), operator);
    }
}
