package io.gatehouse.panel.operator;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.factor.SecondFactors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Lets operators sign in and out. Says that a sign-in was wrong, but not what was wrong about it. */
@Controller
final class SignInEndpoint {

    static final String PASSKEY = PanelPaths.SIGN_IN + "/passkey";

    private final Proofs proofs;
    private final SecondFactors factors;
    private final HalfSignIn halves;
    private final Operators operators;
    private final OperatorCookie cookies;
    private final SignOuts signOuts;
    private final SignInPage page;
    private final Ledgers ledgers;
    private final Clock clock;

    SignInEndpoint(
            Proofs proofs,
            SecondFactors factors,
            HalfSignIn halves,
            OperatorCookie cookies,
            SignOuts signOuts,
            Operators operators,
            Ledgers ledgers,
            SignInPage page,
            Clock clock) {
        this.ledgers = ledgers;
        this.proofs = proofs;
        this.factors = factors;
        this.halves = halves;
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.operators = operators;
        this.page = page;
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
        return proofs.password(name, password, request.getRemoteAddr())
                .no()
                .map(no -> page.refused(no, back, response))
                .orElseGet(() -> goOn(name, back, response));
    }

    /** After the right password: in, or to the second factor, or to its set-up. */
    private ModelAndView goOn(String name, String back, HttpServletResponse response) {
        var now = clock.instant();
        var stamp = factors.stamp(name);
        if (operators.demandsSecondFactor(name) || !SecondFactors.isNone(stamp)) {
            response.addHeader(
                    HttpHeaders.SET_COOKIE, halves.write(name, back, now).toString());
            return Screen.seeOther(SecondStepEndpoint.PATH);
        }
        return letIn(name, stamp, "with the password", back, response);
    }

    /** A passkey stands for password and second factor. */
    @ForStrangers
    @PostMapping(PASSKEY)
    ModelAndView signInByPasskey(
            @RequestParam(defaultValue = "") String answer,
            @RequestParam(name = "return", defaultValue = "") String back,
            HttpServletRequest request,
            HttpServletResponse response) {
        var look = proofs.passkey(answer, request.getRemoteAddr());
        return look.no()
                .map(no -> page.refused(no, back, response))
                .orElseGet(() -> letIn(look.name(), look.stamp(), look.words(), back, response));
    }

    private ModelAndView letIn(String name, String stamp, String how, String back, HttpServletResponse response) {
        var who = new Actor("operator", name);
        ledgers.house(who.toString(), "signed in " + how);
        var operator = cookies.signIn(name, stamp, clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        ActLog.other(who, how.equals("with the password") ? "signed in" : "signed in " + how);
        return Screen.seeOther(PanelPaths.safeReturn(back));
    }

    @Needs(Role.VIEWER)
    @PostMapping("/panel/sign-out")
    ModelAndView signOut(HttpServletResponse response) {
        var now = clock.instant();
        SignedInOperator.current().ifPresent(operator -> {
            signOuts.signOut(operator, cookies.lastMoment(operator), now);
            ledgers.house(new Actor("operator", operator.name()).toString(), "signed out");
            ActLog.other(new Actor("operator", operator.name()), "signed out");
        });
        response.setHeader(HttpHeaders.SET_COOKIE, cookies.gone().toString());
        return Screen.seeOther(PanelPaths.SIGN_IN);
    }
}
