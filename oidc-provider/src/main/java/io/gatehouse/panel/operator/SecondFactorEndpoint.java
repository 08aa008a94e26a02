package io.gatehouse.panel.operator;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.factor.Enrolments;
import io.gatehouse.panel.factor.Offer;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.SecondFactors.NamedKey;
import io.gatehouse.panel.factor.SecondFactors.Summary;
import io.gatehouse.web.QrPicture;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * An operator's own second factor. Each change here needs more than the cookie: the present second factor, or
 * the password if there is none yet.
 */
@ScreenEndpoint
@RequestMapping("/panel/account")
final class SecondFactorEndpoint {

    /** Characters of the name of a key. */
    private static final int LONGEST_NAME = 40;

    static final String NOT_OF_THIS_KEY = "That code is not of this key. Is the clock of your device right?";

    private final Operators operators;
    private final SecondFactors factors;
    private final Enrolments enrolments;
    private final Proofs proofs;
    private final OperatorCookie cookies;
    private final Ledgers ledgers;

    SecondFactorEndpoint(
            Operators operators,
            SecondFactors factors,
            Enrolments enrolments,
            Proofs proofs,
            OperatorCookie cookies,
            Ledgers ledgers) {
        this.ledgers = ledgers;
        this.operators = operators;
        this.factors = factors;
        this.enrolments = enrolments;
        this.proofs = proofs;
        this.cookies = cookies;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView account() {
        return page("");
    }

    /** Shows a new secret, which replaces the present second factor. */
    @Needs(Role.VIEWER)
    @PostMapping("/second-factor/offer")
    ModelAndView offer(
            @RequestParam(defaultValue = "") String proof, HttpServletRequest request, HttpServletResponse response) {
        return proven(
                proof,
                request,
                response,
                operator -> enrol(enrolments.offer(operator.name(), operator.id(), operator.factor()), ""));
    }

    /** Counts the secret as second factor, once a code shows that the app has it. */
    @Needs(Role.VIEWER)
    @PostMapping("/second-factor")
    ModelAndView setUp(
            @RequestParam(name = "offer", defaultValue = "") String sealed,
            @RequestParam(defaultValue = "") String code,
            HttpServletResponse response) {
        var operator = here();
        var offer = enrolments.open(operator.name(), operator.id(), sealed);
        if (offer.isEmpty()) {
            throw new RefusedException(
                    Problem.INVALID_SETTING, "that QR code was not made in this sign-in, or more than 10 minutes ago");
        }
        var setUp = enrolments.accept(operator.name(), offer.get(), code);
        if (setUp.isEmpty()) {
            response.setStatus(HttpStatus.FORBIDDEN.value());
            return enrol(offer.get(), NOT_OF_THIS_KEY);
        }
        rests(operator, setUp.get().stamp(), response);
        log(operator, SecondFactors.isNone(offer.get().before()) ? "second factor set up" : "second factor replaced");
        return codes(setUp.get().recoveryCodes());
    }

    /** Asks the browser for a new security key. */
    @Needs(Role.VIEWER)
    @PostMapping("/security-key/offer")
    ModelAndView offerKey(
            @RequestParam(defaultValue = "") String proof, HttpServletRequest request, HttpServletResponse response) {
        if (factors.summary(here().name()).filter(Summary::isFull).isPresent()) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "you have " + SecondFactors.MOST_KEYS + " keys, and there may be no more; take one away first");
        }
        return proven(proof, request, response, operator -> Screen.page("security-key")
                .addObject("options", factors.keyCreation(operator.name(), operator.id())));
    }

    /**
     * Adds the security key that the browser has made. It signs a challenge that only an operator with a
     * proof was given.
     */
    @Needs(Role.VIEWER)
    @PostMapping("/security-key")
    ModelAndView addKey(
            @RequestParam(defaultValue = "") String name,
            @RequestParam(defaultValue = "") String answer,
            HttpServletResponse response) {
        var operator = here();
        var called = ActLog.plain(name.isBlank() ? "security key" : name.strip(), LONGEST_NAME);
        var setUp = factors.addKey(operator.name(), operator.id(), called, answer)
                .orElseThrow(() -> new RefusedException(
                        Problem.INVALID_SETTING, "that key was not made in this sign-in, or more than 10 minutes ago"));
        rests(operator, setUp.stamp(), response);
        log(operator, "security key added: " + called);
        return setUp.recoveryCodes().isEmpty() ? Screen.seeOther("/panel/account") : codes(setUp.recoveryCodes());
    }

    /** Takes one security key away, which was lost: sign-ins that may rest on it end. */
    @Needs(Role.VIEWER)
    @PostMapping("/security-key/removal")
    ModelAndView removeKey(
            @RequestParam(defaultValue = "") String proof,
            @RequestParam(defaultValue = "") String key,
            HttpServletRequest request,
            HttpServletResponse response) {
        var called = factors.summary(here().name()).stream()
                .flatMap(summary -> summary.securityKeys().stream())
                .filter(one -> one.id().equals(key))
                .map(NamedKey::name)
                .findFirst()
                .orElse("");
        return proven(proof, request, response, operator -> {
            var stamp = factors.removeKey(operator.name(), key)
                    .orElseThrow(() -> new RefusedException(
                            Problem.INVALID_SETTING,
                            "there is no such key, or you would be left with recovery codes alone: set up something"
                                    + " else first, or switch the second factor off"));
            rests(operator, stamp, response);
            log(operator, "security key removed: " + called);
            return Screen.seeOther("/panel/account");
        });
    }

    @Needs(Role.VIEWER)
    @PostMapping("/recovery-codes")
    ModelAndView renewRecoveryCodes(
            @RequestParam(defaultValue = "") String proof, HttpServletRequest request, HttpServletResponse response) {
        return proven(proof, request, response, operator -> {
            log(operator, "new recovery codes");
            return codes(factors.renewRecoveryCodes(operator.name()));
        });
    }

    @Needs(Role.VIEWER)
    @PostMapping("/second-factor/off")
    ModelAndView off(
            @RequestParam(defaultValue = "") String proof, HttpServletRequest request, HttpServletResponse response) {
        if (operators.demandsSecondFactor(here().name())) {
            throw new RefusedException(Problem.INVALID_SETTING, "your role comes in with a second factor only");
        }
        return proven(proof, request, response, operator -> {
            rests(operator, factors.takeAway(operator.name()), response);
            log(operator, "second factor switched off");
            return Screen.seeOther("/panel/account");
        });
    }

    private ModelAndView proven(
            String proof,
            HttpServletRequest request,
            HttpServletResponse response,
            Function<SignedInOperator, ModelAndView> act) {
        var operator = here();
        return proofs.again(operator, proof, request.getRemoteAddr())
                .no()
                .map(no -> SignInPage.answering(page(no.why()), no, response))
                .orElseGet(() -> act.apply(operator));
    }

    /** This sign-in goes on with the second factor of now; all others of the operator end. */
    private void rests(SignedInOperator operator, String stamp, HttpServletResponse response) {
        response.setHeader(
                HttpHeaders.SET_COOKIE, cookies.write(operator.with(stamp)).toString());
    }

    private static SignedInOperator here() {
        return SignedInOperator.current().orElseThrow();
    }

    private void log(SignedInOperator operator, String what) {
        var who = new Actor("operator", operator.name());
        ledgers.house(who.toString(), what);
        ActLog.other(who, what);
    }

    private ModelAndView page(String trouble) {
        var operator = here();
        return Screen.page("account")
                .addObject("local", operators.knows(operator.name()))
                .addObject("ofTheFiles", operators.isOfTheFiles(operator.name()))
                .addObject("demanded", operators.demandsSecondFactor(operator.name()))
                .addObject("keys", factors.keyRequest(operator.name()).orElse(null))
                .addObject("factor", factors.summary(operator.name()).orElse(null))
                .addObject("trouble", trouble);
    }

    static ModelAndView enrol(Offer offer, String trouble) {
        return Screen.page("enrol")
                .addObject("offer", offer)
                .addObject("action", "/panel/account/second-factor")
                .addObject("qr", picture(offer))
                .addObject("trouble", trouble);
    }

    static String picture(Offer offer) {
        return QrPicture.svg(offer.address(), "QR code of the key");
    }

    static ModelAndView codes(List<String> codes) {
        return Screen.page("recovery-codes").addObject("codes", codes).addObject("back", PanelPaths.HOME);
    }
}
