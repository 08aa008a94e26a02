package io.gatehouse.panel.account;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The operators on a screen of the owners'. */
@Controller
@RequestMapping("/panel/operators")
public final class OperatorsScreenEndpoint {

    private final OperatorActs acts;
    private final Proofs proofs;

    OperatorsScreenEndpoint(OperatorActs acts, Proofs proofs) {
        this.acts = acts;
        this.proofs = proofs;
    }

    @Needs(Role.OWNER)
    @GetMapping
    ModelAndView all(Authentication who) {
        var shows = proofs.ofHere();
        return Screen.page("operators")
                .addObject("operators", acts.all())
                .addObject("keys", acts.keyRequest(who.getName()).orElse(null))
                .addObject("proves", shows.label())
                .addObject("secret", shows.isPassword());
    }

    /** Removes the second factor of the named operator, after a proof of the owner that the cookie names. */
    @Needs(Role.OWNER)
    @PostMapping
    ModelAndView takeAwaySecondFactor(
            Authentication who,
            @RequestParam(name = "operator", defaultValue = "") String operator,
            @RequestParam(defaultValue = "") String proof,
            HttpServletRequest request) {
        proofs.require(proof, request.getRemoteAddr());
        acts.takeAwaySecondFactor(Actor.of(who), operator);
        return Screen.seeOther("/panel/operators");
    }
}
