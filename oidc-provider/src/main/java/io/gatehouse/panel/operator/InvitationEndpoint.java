package io.gatehouse.panel.operator;

import io.gatehouse.addition.AddedOperators;
import io.gatehouse.addition.AddedOperators.Invited;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.Moments;
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
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The page of the link that an owner has made for an operator: the person sets a password and an
 * authenticator app in one form, and is signed in. The link stands behind the {@code #} of the address, which
 * browsers keep to themselves: no log of a proxy has it. The page sends it, and a person without JavaScript
 * pastes it. The form with a password uses it up, and no look at the page. Guesses are slowed as those of
 * passwords are, and counted apart from them.
 */
@Controller
public final class InvitationEndpoint {

    static final String PATH = PanelPaths.SIGN_IN + "/invitation";

    /** The name under which attempts are counted. */
    private static final String COUNTED = "a link";

    private static final No NOT_GOOD = No.forbidden(
            "This link is not good: it was used, it is too old, or there is a newer one. Ask an owner for another.");

    /** 256 random bits. */
    private static final Pattern LINK = Pattern.compile("[A-Za-z0-9_-]{43}");

    private static final String NEW_KEY = "is late: the key of before was good for ten minutes. Scan this one";

    private static final Moments MOMENTS = new Moments();

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
            SignInPage page,
            Clock clock) {
        this.operators = operators;
        this.added = added;
        this.factors = factors;
        this.enrolments = enrolments;
        this.throttle = throttle.apart();
        this.refused = refused;
        this.cookies = cookies;
        this.page = page;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** The address of a link, below the issuer. */
    public static String path(String link) {
        return PATH + "#" + link;
    }

    /** Asks for the link, which the page itself sends. */
    @ForStrangers
    @GetMapping(PATH)
    ModelAndView asksForLink() {
        return Screen.page("invitation-link");
    }

    /** The link alone brings the form; the form with its offer uses the link. */
    @ForStrangers
    @PostMapping(PATH)
    ModelAndView use(
            @RequestParam Map<String, String> typed, HttpServletRequest request, HttpServletResponse response) {
        var pasted = typed.getOrDefault("link", "").strip();
        var link = pasted.substring(pasted.lastIndexOf('#') + 1);
        var invited = LINK.matcher(link).matches() ? invited(link) : Optional.<Invited>empty();
        if (invited.isEmpty()) {
            return notGood(link, request, response);
        }
        return typed.containsKey("offer")
                ? accept(invited.get(), link, typed, response)
                : form(invited.get(), link, offer(invited.get()), new Faults());
    }

    private ModelAndView notGood(String link, HttpServletRequest request, HttpServletResponse response) {
        if (LINK.matcher(link).matches()) {
            if (!throttle.admits(COUNTED, request.getRemoteAddr())) {
                return page.refused(SignInPage.TOO_MANY, "", response);
            }
            refused.tell(COUNTED, COUNTED + " that is not good");
        }
        return page.refused(NOT_GOOD, "", response);
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
        var hash = operators.hash(password);
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
                .addObject("until", MOMENTS.utc(invited.operator().linkUntil().orElseThrow()))
                .addObject("offer", offer)
                .addObject("qr", SecondFactorEndpoint.picture(offer))
                .addObject("trouble", faults.isEmpty() ? "" : "Nothing is set yet.")
                .addObject("faults", faults);
    }
}
