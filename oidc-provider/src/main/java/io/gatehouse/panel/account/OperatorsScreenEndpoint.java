package io.gatehouse.panel.account;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The operators on screens of the owners'. Each act needs a proof of the owner that the cookie names; it is
 * looked at last, because a code is good once.
 */
@ScreenEndpoint
@RequestMapping("/panel/operators")
final class OperatorsScreenEndpoint {

    private static final String OPERATORS = "/panel/operators";
    private static final String OPERATOR = "operator";
    private static final String ROLE = "role";

    private final OperatorActs acts;
    private final Proofs proofs;

    OperatorsScreenEndpoint(OperatorActs acts, Proofs proofs) {
        this.acts = acts;
        this.proofs = proofs;
    }

    @Needs(Role.OWNER)
    @GetMapping
    ModelAndView all() {
        return proofs.asking("operators").addObject("operators", acts.all());
    }

    /** Removes the second factor of the named operator. */
    @Needs(Role.OWNER)
    @PostMapping
    ModelAndView takeAwaySecondFactor(
            Authentication who,
            @RequestParam(name = OPERATOR, defaultValue = "") String operator,
            @RequestParam(defaultValue = "") String proof,
            HttpServletRequest request) {
        proofs.require(proof, request.getRemoteAddr());
        acts.takeAwaySecondFactor(Actor.of(who), operator);
        return Screen.seeOther(OPERATORS);
    }

    @Needs(Role.OWNER)
    @GetMapping("/new")
    ModelAndView newOne() {
        return newOne(Map.of(ROLE, Role.OPERATOR.word()));
    }

    /** Adds an operator, and shows the link this once. */
    @Needs(Role.OWNER)
    @PostMapping("/new")
    ModelAndView add(Authentication who, @RequestParam Map<String, String> typed, HttpServletRequest request) {
        var name = typed.getOrDefault(OPERATOR, "").strip();
        var role = typed.getOrDefault(ROLE, "");
        try {
            acts.requireNew(name, role);
            proofs.requireOf(typed, request);
            return link().addObject("invitation", acts.add(Actor.of(who), name, role));
        } catch (RefusedException refused) {
            return Screen.refused(newOne(typed), refused);
        }
    }

    private ModelAndView newOne(Map<String, String> typed) {
        return proofs.asking("new-operator").addObject("typed", typed);
    }

    @Needs(Role.OWNER)
    @GetMapping("/{operator}")
    ModelAndView one(@PathVariable String operator) {
        return screen(operator);
    }

    /** A new link is shown in the answer, this once. */
    @Needs(Role.OWNER)
    @PostMapping("/{operator}/{act:role|off|on|link|remove}")
    ModelAndView act(
            Authentication who,
            @PathVariable String operator,
            @PathVariable String act,
            @RequestParam Map<String, String> typed,
            HttpServletRequest request) {
        try {
            proofs.requireOf(typed, request);
            return act(Actor.of(who), operator, act, typed.getOrDefault(ROLE, ""));
        } catch (RefusedException refused) {
            return Screen.refused(screen(operator), refused);
        }
    }

    private ModelAndView act(Actor who, String operator, String act, String role) {
        return switch (act) {
            case "link" -> link().addObject("invitation", acts.newLink(who, operator));
            case "remove" -> {
                acts.remove(who, operator);
                yield Screen.seeOther(OPERATORS + "?done=operator-removed");
            }
            case "role" -> change(who, operator, act, Optional.of(role), Optional.empty());
            default -> change(who, operator, act, Optional.empty(), Optional.of(act.equals("off")));
        };
    }

    private ModelAndView change(Actor who, String operator, String act, Optional<String> role, Optional<Boolean> off) {
        acts.change(who, operator, role, off);
        return Screen.seeOther(OPERATORS + "/" + operator + "?done=operator-" + act);
    }

    private ModelAndView screen(String operator) {
        return proofs.asking("operator").addObject("one", acts.find(operator));
    }

    private static ModelAndView link() {
        return Screen.page("operator-link");
    }
}
