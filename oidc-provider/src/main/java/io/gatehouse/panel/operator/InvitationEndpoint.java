package io.gatehouse.panel.operator;

import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.AddedOperators.Invited;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.factor.Enrolments;
import io.gatehouse.panel.factor.Offer;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.panel.factor.SecondFactors.SetUp;
import io.gatehouse.panel.operator.SignInPage.No;
import io.gatehouse.secret.PasswordHashes;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Where the link leads that an owner has made for an operator: the person sets a password and an
 * authenticator app in one form, and is signed in. The link is used up by the form that is sent, not by a
 * look at the page, because mail programs look at links. Its guesses are slowed as those of passwords are.
 */
@Controller
public final class InvitationEndpoint {

    static final String PATH = PanelPaths.SIGN_IN + "/invitation";

    /** Under which attempts are counted. */
    private static final String COUNTED = "a link";

    private static final No NOT_GOOD = new No(
            HttpStatus.FORBIDDEN,
            "This link is not good: it was used, it is too old, or there is a newer one. Ask an owner for another.",
            Duration.ZERO);

    private static final String NEW_KEY = "is late: the key of before was good for ten minutes. Scan this one";

    private final Operators operators;
    private final AddedOperators added;
    private final SecondFactors factors;
    private final Enrolments enrolments;
    private final SignInThrottle throttle;
    private final RefusedSignIns refused;
    private final OperatorCookie cookies;
    private final SignInPage page;
    private final Ledgers ledgers;
    private final Clock clock;

    InvitationEndpoint(
            Operators operators,
            AddedOperators added,
            SecondFactors factors,
            Enrolments enrolments,
            SignInThrottle throttle,
            RefusedSignIns refused,
            OperatorCookie cookies,
            Ledgers ledgers,
            Clock clock) {
        this.operators = operators;
        this.added = added;
        this.factors = factors;
        this.enrolments = enrolments;
        this.throttle = throttle;
        this.refused = refused;
        this.cookies = cookies;
        this.page = new SignInPage(operators);
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** The address of a link, below the issuer. */
    public static String path(String link) {
        return PATH + "?link=" + link;
    }

    @ForStrangers
    @GetMapping(PATH)
    ModelAndView form(
            @RequestParam(defaultValue = "") String link, HttpServletRequest request, HttpServletResponse response) {
        return ofLink(link, request, response, invited -> form(invited, link, offer(invited), new Faults()));
    }

    @ForStrangers
    @PostMapping(PATH)
    ModelAndView accept(
            @RequestParam Map<String, String> typed, HttpServletRequest request, HttpServletResponse response) {
        var link = typed.getOrDefault("link", "");
        return ofLink(link, request, response, invited -> accept(invited, link, typed, response));
    }

    private ModelAndView accept(Invited invited, String link, Map<String, String> typed, HttpServletResponse response) {
        var name = invited.name();
        var kept = enrolments.open(name, bound(invited), typed.getOrDefault("offer", ""));
        var offer = kept.orElseGet(() -> offer(invited)); // after ten minutes there is another key
        var password = typed.getOrDefault("password", "");
        var faults = faults(password, typed.getOrDefault("again", ""));
        var setUp = faults.isEmpty()
                ? enrolments.accept(name, offer, typed.getOrDefault("code", ""))
                : Optional.<SetUp>empty();
        if (setUp.isEmpty()) {
            if (faults.isEmpty()) {
                faults.add(
                        "code", kept.isPresent() ? "is not of this key. Is the clock of your device right?" : NEW_KEY);
            }
            var page = form(invited, link, offer, faults);
            page.setStatus(HttpStatus.BAD_REQUEST);
            return page;
        }
        ledgers.house(new Actor("operator", name).toString(), "used the link, to set a password and a second factor");
        var hash = PasswordHashes.encoder().encode(password);
        return added.accept(name, link, hash, clock.instant())
                ? welcomes(name, setUp.get(), response)
                : page.refused(NOT_GOOD, "", response);
    }

    private static Faults faults(String password, String again) {
        var faults = new Faults();
        PasswordHashes.fault(password).ifPresent(says -> faults.add("password", says));
        if (!password.equals(again)) {
            faults.add("again", "must be the same password");
        }
        return faults;
    }

    private ModelAndView welcomes(String name, SetUp setUp, HttpServletResponse response) {
        var operator = cookies.signIn(name, setUp.stamp(), clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        ActLog.other(new Actor("operator", name), "password and second factor set by the link; signed in");
        return SecondFactorEndpoint.codes(setUp.recoveryCodes());
    }

    private ModelAndView ofLink(
            String link,
            HttpServletRequest request,
            HttpServletResponse response,
            Function<Invited, ModelAndView> answer) {
        response.setHeader("Referrer-Policy", "strict-origin"); // the address has the link, and forms need an origin
        if (!throttle.admits(COUNTED, request.getRemoteAddr())) {
            return page.refused(SignInPage.TOO_MANY, "", response);
        }
        var invited = invited(link);
        if (invited.isEmpty()) {
            refused.tell(COUNTED, COUNTED + " that is not good");
            return page.refused(NOT_GOOD, "", response);
        }
        throttle.forget(COUNTED, request.getRemoteAddr());
        return answer.apply(invited.get());
    }

    /** An operator of the files keeps the name. */
    private Optional<Invited> invited(String link) {
        return added.invitedBy(link, clock.instant()).filter(one -> !operators.isOfTheFiles(one.name()));
    }

    private Offer offer(Invited invited) {
        return enrolments.offer(invited.name(), bound(invited), factors.stamp(invited.name()));
    }

    /** A secret for the app is good for the link that it was offered for. */
    private static String bound(Invited invited) {
        return invited.operator().link().orElse("");
    }

    private static ModelAndView form(Invited invited, String link, Offer offer, Faults faults) {
        return Screen.page("invitation")
                .addObject("name", invited.name())
                .addObject("link", link)
                .addObject("offer", offer)
                .addObject("qr", SecondFactorEndpoint.picture(offer))
                .addObject("trouble", faults.isEmpty() ? "" : "Nothing is set yet.")
                .addObject("faults", faults);
    }
}
