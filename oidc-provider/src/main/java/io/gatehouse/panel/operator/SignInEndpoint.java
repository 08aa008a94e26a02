package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.SignInPage.No;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
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

    private static final No WRONG =
            new No(HttpStatus.FORBIDDEN, "That name and password do not belong together.", Duration.ZERO);
    /** Looking at a password is slow on purpose; strangers must not get more than these to keep the machine busy. */
    private final Semaphore looks = new Semaphore(2);

    private final Operators operators;
    private final OperatorCookie cookies;
    private final SignOuts signOuts;
    private final SignInThrottle throttle;
    private final SignInPage page;
    private final Clock clock;

    SignInEndpoint(
            Operators operators, OperatorCookie cookies, SignOuts signOuts, SignInThrottle throttle, Clock clock) {
        this.operators = operators;
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.throttle = throttle;
        this.page = new SignInPage(operators);
        this.clock = clock;
    }

    @ForStrangers
    @GetMapping(PanelPaths.SIGN_IN)
    ModelAndView form(@RequestParam(name = "return", defaultValue = "") String back) {
        return SignedInOperator.current().isPresent() ? Screen.seeOther(PanelPaths.safeReturn(back)) : page.fresh(back);
    }

    @ForStrangers
    @PostMapping(PanelPaths.SIGN_IN)
    ModelAndView signIn(
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String password,
            @RequestParam(name = "return", defaultValue = "") String back,
            HttpServletRequest request,
            HttpServletResponse response) {
        var refusal = refusal(name, password, request.getRemoteAddr());
        if (refusal.isPresent()) {
            return page.refused(refusal.get(), back, response);
        }
        var operator = cookies.signIn(name, clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        ActLog.other(new Actor("operator", name), "signed in");
        return Screen.seeOther(PanelPaths.safeReturn(back));
    }

    private Optional<No> refusal(String name, String password, String address) {
        if (operators.isEmpty()) {
            return Optional.of(WRONG);
        }
        if (!throttle.admits(name, address)) {
            return Optional.of(SignInPage.TOO_MANY);
        }
        if (!looks.tryAcquire()) {
            return Optional.of(SignInPage.BUSY);
        }
        try {
            return look(name, password, address);
        } finally {
            looks.release();
        }
    }

    private Optional<No> look(String name, String password, String address) {
        if (!operators.recognises(name, password)) {
            ActLog.signInRefused(operators.knows(name) ? name : "an unknown name");
            return Optional.of(WRONG);
        }
        throttle.forget(name, address);
        return Optional.empty();
    }

    @Needs(Role.VIEWER)
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
}
