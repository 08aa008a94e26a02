package io.gatehouse.panel.operator;

import static io.gatehouse.panel.operator.SignInPage.BUSY;
import static io.gatehouse.panel.operator.SignInPage.TOO_MANY;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.PendingSignIn.Kept;
import io.gatehouse.panel.operator.SignInPage.No;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Lets operators sign in at an OpenID Provider of their own. A person without a role is refused. The server
 * keeps nothing: any node can send them there, and any node can take them back.
 */
@Controller
final class ProviderSignInEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ProviderSignInEndpoint.class);

    /** The name under which its refused sign-ins are counted. */
    private static final String PROVIDER = "the provider";

    private static final No NONE = new No(HttpStatus.NOT_FOUND, "No provider is configured.", Duration.ZERO);
    private static final No AWAY = new No(
            HttpStatus.SERVICE_UNAVAILABLE,
            "The provider does not answer. Try again in a moment.",
            Duration.ofSeconds(5));
    private static final No NOT_BEGUN = No.forbidden("That sign-in was not begun here, or too long ago. Begin anew.");
    private static final No NOT_DONE = No.forbidden("The provider has not signed you in. Begin anew.");
    private static final No NOT_BELIEVED =
            No.forbidden("What the provider answered is not believed. The log says why.");
    private static final No NO_ROLE =
            No.forbidden("Your account at the provider has no role here. Ask whoever gives roles.");

    /** The maximum number of requests to the provider at once: one that is away must not take all threads with it. */
    private final Semaphore calls = new Semaphore(4);

    private final Operators operators;
    private final Optional<ProviderClient> client;
    private final PendingSignIn pending;
    private final OperatorCookie cookies;
    private final SignInThrottle throttle;
    private final SignInPage page;
    private final RefusedSignIns refused;
    private final Ledgers ledgers;
    private final LogThrottle away;
    private final Clock clock;

    ProviderSignInEndpoint(
            Operators operators,
            PendingSignIn pending,
            OperatorCookie cookies,
            SignInThrottle throttle,
            RefusedSignIns refused,
            Ledgers ledgers,
            Issuer issuer,
            Scheduler scheduler,
            SignInPage page,
            Clock clock) {
        this.refused = refused;
        this.ledgers = ledgers;
        this.operators = operators;
        this.client = operators.provider().map(provider -> new ProviderClient(provider, issuer, clock));
        this.pending = pending;
        this.cookies = cookies;
        this.throttle = throttle;
        this.page = page;
        this.away = new LogThrottle(scheduler);
        this.clock = clock;
    }

    /** A link leads here, no form: browsers follow no form that is sent on to another site (form-action). */
    @ForStrangers
    @GetMapping("/panel/sign-in/provider")
    ModelAndView begin(
            @RequestParam(name = "return", defaultValue = "") String back,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (client.isEmpty()) {
            return page.refused(NONE, back, response);
        }
        return atMost(back, response, () -> {
            try {
                var asked = client.get().begin(request);
                var kept = pending.write(asked, PanelPaths.safeReturn(back), clock.instant());
                response.addHeader(HttpHeaders.SET_COOKIE, kept.toString());
                return Screen.seeOther(asked.getAuthorizationRequestUri());
            } catch (RuntimeException away) {
                return isAway(away, back, response);
            }
        });
    }

    /** An answer that names its issuer must be of the one that was asked (RFC 9207 section 2.4). */
    @ForStrangers
    @GetMapping(OperatorProvider.RETURN)
    ModelAndView end(
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "") String state,
            @RequestParam(defaultValue = "") String error,
            @RequestParam(required = false) @Nullable String iss,
            HttpServletRequest request,
            HttpServletResponse response) {
        var kept = pending.read(request, clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, pending.gone().toString());
        if (client.isEmpty() || kept.isEmpty() || code.isEmpty() == error.isEmpty()) {
            return page.refused(NOT_BEGUN, "", response);
        }
        if (!throttle.admits("at the provider", request.getRemoteAddr())) {
            return page.refused(TOO_MANY, kept.get().back(), response);
        }
        if (iss != null
                && !operators.provider().orElseThrow().issuer().toString().equals(iss)) {
            refused.tell(PROVIDER, "a person at the provider: the answer is of another issuer, " + ActLog.plain(iss));
            return page.refused(NOT_BELIEVED, kept.get().back(), response);
        }
        var answer = (error.isEmpty()
                        ? OAuth2AuthorizationResponse.success(code)
                        : OAuth2AuthorizationResponse.error(error))
                .redirectUri(request.getRequestURL().toString())
                .state(state)
                .build();
        return atMost(kept.get().back(), response, () -> signIn(client.get(), kept.get(), answer, request, response));
    }

    private ModelAndView signIn(
            ProviderClient provider,
            Kept kept,
            OAuth2AuthorizationResponse answer,
            HttpServletRequest request,
            HttpServletResponse response) {
        try {
            var person = provider.finish(provider.again(kept.attributes(), kept.state()), answer);
            return welcome(person, kept, request, response);
        } catch (AuthenticationException notBelieved) {
            refused.tell(
                    PROVIDER, "a person at the provider: " + ActLog.reason(String.valueOf(notBelieved.getMessage())));
            return page.refused(answer.statusError() ? NOT_DONE : NOT_BELIEVED, kept.back(), response);
        } catch (StoreUnavailableException storeAway) {
            throw storeAway;
        } catch (RuntimeException away) {
            return isAway(away, kept.back(), response);
        }
    }

    private ModelAndView isAway(RuntimeException why, String back, HttpServletResponse response) {
        away.count(
                "provider",
                times -> LOG.warn(
                        "the operators' provider does not answer as one, {}: {}",
                        times == 1 ? "once" : times + " times",
                        ActLog.reason(String.valueOf(why))));
        return page.refused(AWAY, back, response);
    }

    private ModelAndView welcome(OidcUser person, Kept kept, HttpServletRequest request, HttpServletResponse response) {
        var provider = operators.provider().orElseThrow();
        var name = provider.nameOf(person);
        var role = provider.roleOf(person);
        if (role.isEmpty()) {
            refused.tell(PROVIDER, name + ", who has no role");
            response.addHeader(HttpHeaders.SET_COOKIE, cookies.gone().toString()); // of a role of before
            return page.refused(NO_ROLE, kept.back(), response);
        }
        throttle.forget("at the provider", request.getRemoteAddr());
        ledgers.house(
                new Actor("operator", name).toString(),
                "signed in as " + role.get().word() + " at the provider, sub "
                        + ActLog.plain(String.valueOf(person.getSubject())));
        var operator = cookies.signIn(name, role.get(), clock.instant());
        response.addHeader(HttpHeaders.SET_COOKIE, cookies.write(operator).toString());
        ActLog.other(
                new Actor("operator", name),
                "signed in as " + role.get().word() + ", sub " + ActLog.plain(String.valueOf(person.getSubject())));
        return goesOn(kept.back(), response);
    }

    /**
     * A page and not a redirect: the cookie is SameSite=Strict, and a redirect would still count as coming
     * from the provider's site.
     */
    private static ModelAndView goesOn(String back, HttpServletResponse response) {
        response.setHeader("Refresh", "0; url=" + back);
        return Screen.page("signed-in").addObject("back", back);
    }

    private ModelAndView atMost(String back, HttpServletResponse response, Supplier<ModelAndView> call) {
        if (!calls.tryAcquire()) {
            return page.refused(BUSY, back, response);
        }
        try {
            return call.get();
        } finally {
            calls.release();
        }
    }
}
