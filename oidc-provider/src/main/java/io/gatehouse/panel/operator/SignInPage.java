package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.factor.SecondFactors;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** The page that asks who is there: a name and a password, or the way to the provider, or how to begin. */
final class SignInPage {

    /**
     * Why a sign-in was refused.
     *
     * @param again when to try again; zero for at any time
     */
    record No(HttpStatus status, String why, Duration again) {

        /** One that may be tried again at any time. */
        static No forbidden(String why) {
            return new No(HttpStatus.FORBIDDEN, why, Duration.ZERO);
        }
    }

    static final No TOO_MANY =
            new No(HttpStatus.TOO_MANY_REQUESTS, "Too many attempts. Try again in a few seconds.", SignInThrottle.SLOW);
    static final No BUSY = new No(
            HttpStatus.TOO_MANY_REQUESTS, "Others are signing in. Try again in a moment.", Duration.ofSeconds(1));

    private final Operators operators;
    private final SecondFactors factors;

    SignInPage(Operators operators, SecondFactors factors) {
        this.operators = operators;
        this.factors = factors;
    }

    ModelAndView fresh(String back) {
        return page(HttpStatus.OK, "", back);
    }

    ModelAndView refused(No no, String back, HttpServletResponse response) {
        return answering(page(no.status(), no.why(), back), no, response);
    }

    /** A page that says no, with what HTTP has to say of that. */
    static ModelAndView answering(ModelAndView page, No no, HttpServletResponse response) {
        if (no.again().toSeconds() > 0) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER, String.valueOf(no.again().toSeconds()));
        }
        page.setStatus(no.status());
        return page;
    }

    private ModelAndView page(HttpStatus status, String trouble, String back) {
        var provider = operators.provider().map(OperatorProvider::label);
        var page = Screen.page("sign-in");
        page.setStatus(status);
        return page.addObject("trouble", trouble)
                .addObject("back", PanelPaths.safeReturn(back))
                .addObject("passwords", !operators.isEmpty())
                .addObject("passkey", factors.passkeyRequest())
                .addObject("provider", provider.orElse(""))
                .addObject("howToBegin", operators.isEmpty() && provider.isEmpty() ? Operators.HOW_TO_BEGIN : "");
    }
}
