package io.gatehouse.panel.account;

import io.gatehouse.addition.AddedOperator;
import io.gatehouse.addition.AddedOperators;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.OperatorCookie;
import io.gatehouse.panel.operator.Operators;
import io.gatehouse.panel.operator.Proofs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.operator.SignedInOperator;
import io.gatehouse.secret.PasswordHashes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The page on which an operator who was added at the panel changes their own password. The present one and
 * the second factor are asked for: a cookie may be stolen, and so may a password. All other sign-ins of the
 * operator end, because they rest on the password of before. Fields are looked at before the proofs, and the
 * code at last, because it is good once.
 */
@ScreenEndpoint
@RequestMapping(PasswordEndpoint.PASSWORD)
final class PasswordEndpoint {

    static final String PASSWORD = "/panel/account/password";

    private final Operators operators;
    private final AddedOperators added;
    private final Proofs proofs;
    private final OperatorCookie cookies;
    private final Ledgers ledgers;

    PasswordEndpoint(
            Operators operators, AddedOperators added, Proofs proofs, OperatorCookie cookies, Ledgers ledgers) {
        this.operators = operators;
        this.added = added;
        this.proofs = proofs;
        this.cookies = cookies;
        this.ledgers = ledgers;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView form(Authentication who) {
        present(who.getName());
        return proofs.asking("password");
    }

    @Needs(Role.VIEWER)
    @PostMapping
    ModelAndView change(
            Authentication who,
            @RequestParam Map<String, String> typed,
            HttpServletRequest request,
            HttpServletResponse response) {
        var present = present(who.getName());
        try {
            var password = wanted(typed);
            prove(typed, request);
            change(Actor.of(who), present, password);
        } catch (RefusedException refused) {
            return Screen.refused(proofs.asking("password"), refused);
        }
        var here = SignedInOperator.current().orElseThrow();
        response.setHeader(
                HttpHeaders.SET_COOKIE,
                cookies.write(cookies.onPresentPassword(here)).toString());
        return Screen.seeOther(PASSWORD + "?done=password");
    }

    private static String wanted(Map<String, String> typed) {
        var password = typed.getOrDefault("password", "");
        PasswordHashes.fault(password).ifPresent(says -> {
            throw RefusedException.at("password", says);
        });
        if (!password.equals(typed.getOrDefault("again", ""))) {
            throw RefusedException.at("again", "must be the same password");
        }
        if (password.equals(typed.getOrDefault("current", ""))) {
            throw RefusedException.at("password", "must be another one than the present password");
        }
        return password;
    }

    private void prove(Map<String, String> typed, HttpServletRequest request) {
        proofs.requirePassword(typed.getOrDefault("current", ""), request.getRemoteAddr());
        proofs.requireOf(typed, request);
    }

    private void change(Actor who, AddedOperator present, String password) {
        var hash = operators.hash(password);
        ledgers.house(who.toString(), "changed their own password");
        if (!added.changePassword(who.name(), present.password().orElse(""), hash)) {
            throw new RefusedException(
                    Problem.OPERATOR_CHANGED, "your account has changed since you looked; sign in again");
        }
        ActLog.other(who, "changed their own password");
    }

    private AddedOperator present(String operator) {
        if (operators.isOfTheFiles(operator)) {
            throw new RefusedException(
                    Problem.OPERATOR_OF_THE_FILES,
                    "your password stands in the configuration files, and is changed there");
        }
        return added.kept()
                .find(operator)
                .map(AddedOperator::new)
                .orElseThrow(() -> new RefusedException(
                        Problem.UNKNOWN_OPERATOR, "you sign in at a provider, where your password is changed"));
    }
}
