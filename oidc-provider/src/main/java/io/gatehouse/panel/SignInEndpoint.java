package io.gatehouse.panel;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Lets operators sign in and out. Says that a sign-in was wrong, but not what was wrong about it. */
@Controller
final class SignInEndpoint {

    private static final String WRONG = "That name and password do not belong together.";
    private static final String TOO_MANY = "Too many attempts. Try again in a quarter of an hour.";

    private final Operators operators;
    private final OperatorCookie cookies;
    private final SignOuts signOuts;
    private final SignInThrottle throttle;
    private final Clock clock;

    SignInEndpoint(
            Operators operators, OperatorCookie cookies, SignOuts signOuts, SignInThrottle throttle, Clock clock) {
        this.operators = operators;
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.throttle = throttle;
        this.clock = clock;
    }

    @GetMapping(PanelPaths.SIGN_IN)
    ModelAndView form(@RequestParam(name = "return", defaultValue = "") String back) {
        return SignedInOperator.current().isPresent()
                ? Screen.seeOther(PanelPaths.safeReturn(back))
                : page(HttpStatus.OK, "", back);
    }

    @PostMapping(PanelPaths.SIGN_IN)
    ModelAndView signIn(
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(name = "return", defaultValue = "") String back,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (operators.isEmpty()) {
            return page(HttpStatus.FORBIDDEN, "", back);
        }
        var now = clock.instant();
        if (!throttle.admits(name, request.getRemoteAddr(), now)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(SignInThrottle.WINDOW.toSeconds()));
            return page(HttpStatus.TOO_MANY_REQUESTS, TOO_MANY, back);
        }
        if (!operators.recognises(name, password)) {
            ActLog.signInRefused(operators.knows(name) ? name : "an unknown name");
            return page(HttpStatus.FORBIDDEN, WRONG, back);
        }
        throttle.forget(name, request.getRemoteAddr());
        var operator = cookies.signIn(name, now);
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        ActLog.other(new Actor("operator", name), "signed in");
        return Screen.seeOther(PanelPaths.safeReturn(back));
    }

    @PostMapping("/panel/sign-out")
    ModelAndView signOut(HttpServletResponse response) {
        var now = clock.instant();
        SignedInOperator.current().ifPresent(operator -> {
            signOuts.signOut(operator, cookies.lastMoment(operator), now);
            ActLog.other(new Actor("operator", operator.name()), "signed out");
        });
        response.setHeader(HttpHeaders.SET_COOKIE, cookies.gone().toString());
        return Screen.seeOther(PanelPaths.SIGN_IN);
    }

    private ModelAndView page(HttpStatus status, String trouble, String back) {
        var page = Screen.page("sign-in");
        page.setStatus(status);
        return page.addObject("trouble", trouble)
                .addObject("back", PanelPaths.safeReturn(back))
                .addObject("howToBegin", operators.isEmpty() ? PanelConfiguration.HOW_TO_BEGIN : "");
    }
}
