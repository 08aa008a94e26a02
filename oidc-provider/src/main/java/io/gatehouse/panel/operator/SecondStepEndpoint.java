package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.HalfSignIn.Half;
import io.gatehouse.panel.operator.Proofs.Look;
import io.gatehouse.panel.operator.SignInPage.No;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Asks for the second factor whoever has shown the right password, and has one. */
@Controller
final class SecondStepEndpoint {

    static final String PATH = PanelPaths.SIGN_IN + "/second-factor";

    private static final No TOO_LATE = new No(
            HttpStatus.FORBIDDEN, "Your password was not shown here, or too long ago. Begin anew.", Duration.ZERO);

    private final Proofs proofs;
    private final HalfSignIn halves;
    private final OperatorCookie cookies;
    private final SignInPage page;
    private final Clock clock;

    SecondStepEndpoint(Proofs proofs, HalfSignIn halves, OperatorCookie cookies, Operators operators, Clock clock) {
        this.proofs = proofs;
        this.halves = halves;
        this.cookies = cookies;
        this.page = new SignInPage(operators);
        this.clock = clock;
    }

    @ForStrangers
    @GetMapping(PATH)
    ModelAndView form(HttpServletRequest request, HttpServletResponse response) {
        return ofHalf(request, response, half -> asks(""));
    }

    @ForStrangers
    @PostMapping(PATH)
    ModelAndView show(
            @RequestParam(defaultValue = "") String code, HttpServletRequest request, HttpServletResponse response) {
        return ofHalf(request, response, half -> {
            var look = proofs.code(half.name(), code, request.getRemoteAddr());
            return look.no()
                    .map(no -> SignInPage.answering(asks(no.why()), no, response))
                    .orElseGet(() -> signIn(half, look, response));
        });
    }

    private ModelAndView signIn(Half half, Look look, HttpServletResponse response) {
        var operator = cookies.signIn(half.name(), look.mark(), clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        response.addHeader(HttpHeaders.SET_COOKIE, halves.gone().toString());
        ActLog.other(new Actor("operator", half.name()), "signed in " + look.words());
        return Screen.seeOther(half.back());
    }

    private ModelAndView ofHalf(
            HttpServletRequest request, HttpServletResponse response, Function<Half, ModelAndView> answer) {
        return halves.read(request, clock.instant()).map(answer).orElseGet(() -> page.refused(TOO_LATE, "", response));
    }

    private static ModelAndView asks(String trouble) {
        return Screen.page("second-step").addObject("trouble", trouble);
    }
}
