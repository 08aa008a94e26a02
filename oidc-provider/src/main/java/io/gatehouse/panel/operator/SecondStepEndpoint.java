package io.gatehouse.panel.operator;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.factor.Enrolments;
import io.gatehouse.panel.factor.Offer;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.SecondFactors.SetUp;
import io.gatehouse.panel.operator.HalfSignIn.Half;
import io.gatehouse.panel.operator.Proofs.Look;
import io.gatehouse.panel.operator.SignInPage.No;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Asks a person who has shown the right password for the second factor. An operator who needs one and has
 * none sets it up here, and sees nothing else before.
 */
@Controller
final class SecondStepEndpoint {

    static final String PATH = PanelPaths.SIGN_IN + "/second-factor";
    private static final String APP = PATH + "/app";

    private static final No TOO_LATE = No.forbidden("Your password was not shown here, or too long ago. Begin anew.");

    private final Operators operators;
    private final SecondFactors factors;
    private final Enrolments enrolments;
    private final Proofs proofs;
    private final HalfSignIn halves;
    private final OperatorCookie cookies;
    private final SignInPage page;
    private final Ledgers ledgers;
    private final Clock clock;

    SecondStepEndpoint(
            Operators operators,
            SecondFactors factors,
            Enrolments enrolments,
            Proofs proofs,
            HalfSignIn halves,
            OperatorCookie cookies,
            Ledgers ledgers,
            SignInPage page,
            Clock clock) {
        this.ledgers = ledgers;
        this.operators = operators;
        this.factors = factors;
        this.enrolments = enrolments;
        this.proofs = proofs;
        this.halves = halves;
        this.cookies = cookies;
        this.page = page;
        this.clock = clock;
    }

    @ForStrangers
    @GetMapping(PATH)
    ModelAndView form(HttpServletRequest request, HttpServletResponse response) {
        return ofHalf(request, response, half -> {
            var stamp = factors.stamp(half.name());
            if (!SecondFactors.isNone(stamp)) {
                return asks(half, "");
            }
            return operators.demandsSecondFactor(half.name())
                    ? enrols(enrolments.offer(half.name(), half.id(), stamp), "")
                    : page.refused(TOO_LATE, half.back(), response);
        });
    }

    /**
     * Sets up the app of an operator without one: the password alone is enough this once, and never while
     * there is one.
     */
    @ForStrangers
    @PostMapping(APP)
    ModelAndView setUp(
            @RequestParam(name = "offer", defaultValue = "") String sealed,
            @RequestParam(defaultValue = "") String code,
            HttpServletRequest request,
            HttpServletResponse response) {
        return ofHalf(request, response, half -> enrolments
                .open(half.name(), half.id(), sealed)
                .map(offer -> enrolments
                        .accept(half.name(), offer, code)
                        .map(setUp -> welcomes(half, setUp, response))
                        .orElseGet(() -> refuses(offer, response)))
                .orElseGet(() -> page.refused(TOO_LATE, half.back(), response)));
    }

    private ModelAndView welcomes(Half half, SetUp setUp, HttpServletResponse response) {
        ledgers.house(
                new Actor("operator", half.name()).toString(),
                "signed in with the password alone, and set up a second factor");
        letIn(half, setUp.stamp(), response);
        ActLog.byPasswordAlone(new Actor("operator", half.name()), "second factor set up; signed in with it");
        return SecondFactorEndpoint.codes(setUp.recoveryCodes()).addObject("back", half.back());
    }

    private static ModelAndView refuses(Offer offer, HttpServletResponse response) {
        response.setStatus(HttpStatus.FORBIDDEN.value());
        return enrols(offer, SecondFactorEndpoint.NOT_OF_THIS_KEY);
    }

    private static ModelAndView enrols(Offer offer, String trouble) {
        return SecondFactorEndpoint.enrol(offer, trouble).addObject("action", APP);
    }

    @ForStrangers
    @PostMapping(PATH)
    ModelAndView show(
            @RequestParam(defaultValue = "") String code, HttpServletRequest request, HttpServletResponse response) {
        return ofHalf(request, response, half -> {
            var look = proofs.code(half.name(), code, request.getRemoteAddr());
            return look.no()
                    .map(no -> SignInPage.answering(asks(half, no.why()), no, response))
                    .orElseGet(() -> signIn(half, look, response));
        });
    }

    private ModelAndView signIn(Half half, Look look, HttpServletResponse response) {
        ledgers.house(new Actor("operator", half.name()).toString(), "signed in " + look.words());
        letIn(half, look.stamp(), response);
        ActLog.other(new Actor("operator", half.name()), "signed in " + look.words());
        return Screen.seeOther(half.back());
    }

    private void letIn(Half half, String stamp, HttpServletResponse response) {
        var operator = cookies.signIn(half.name(), stamp, clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        response.addHeader(HttpHeaders.SET_COOKIE, halves.gone().toString());
    }

    private ModelAndView ofHalf(
            HttpServletRequest request, HttpServletResponse response, Function<Half, ModelAndView> answer) {
        return halves.read(request, clock.instant()).map(answer).orElseGet(() -> page.refused(TOO_LATE, "", response));
    }

    private ModelAndView asks(Half half, String trouble) {
        return Screen.page("second-step")
                .addObject("keys", factors.keyRequest(half.name()).orElse(null))
                .addObject("trouble", trouble);
    }
}
