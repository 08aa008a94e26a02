package io.gatehouse.panel.operator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.Refusals;
import io.gatehouse.setting.Issuer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses acts that another site makes an operator's browser send. Three locks, each enough by itself: the
 * cookie is SameSite=Strict, the browser's own word about where the request comes from must not speak against
 * it, and an act made by cookie must carry the token that belongs to the cookie. API clients with a bearer
 * token have no cookie to abuse.
 */
public final class CrossSiteFilter extends OncePerRequestFilter {

    private final CsrfToken tokens;
    private final Refusals refusals;
    private final String origin;

    public CrossSiteFilter(CsrfToken tokens, Refusals refusals, Issuer issuer) {
        this.tokens = tokens;
        this.refusals = refusals;
        this.origin = issuer.value();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (PanelPaths.isReading(request) ? isRead(request) : isOurs(request)) {
            chain.doFilter(request, response);
        } else {
            refusals.answer(request, response, Problem.CROSS_SITE, "this act did not come from a screen of the panel");
        }
    }

    /**
     * All may be read, but the page of the invitation link by no page of another site: a person who follows
     * the link, from a mail program on the web too, opens it as a page of its own.
     */
    private static boolean isRead(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        return !request.getRequestURI().equals(InvitationEndpoint.PATH)
                || site == null
                || site.equals("same-origin")
                || site.equals("none")
                || "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
                        && "document".equals(request.getHeader("Sec-Fetch-Dest"));
    }

    private boolean isOurs(HttpServletRequest request) {
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            return true;
        }
        return isFromHere(request) && (isSignIn(request) || carriesTokenIfSignedIn(request));
    }

    /** Its forms may have been fetched before there was a cookie that a token could belong to. */
    private static boolean isSignIn(HttpServletRequest request) {
        var path = request.getRequestURI();
        return path.equals(PanelPaths.SIGN_IN)
                || path.equals(InvitationEndpoint.PATH)
                || path.equals(SignInEndpoint.PASSKEY)
                || path.equals(PanelPaths.LANGUAGE)
                || path.startsWith(SecondStepEndpoint.PATH);
    }

    /** A stranger's act is refused later, by who may do what. */
    private boolean carriesTokenIfSignedIn(HttpServletRequest request) {
        return SignedInOperator.current()
                .map(operator -> carriesToken(request, operator))
                .orElse(true);
    }

    /** Browsers of today send both headers; what they say must fit, what they do not say is left to the token. */
    private boolean isFromHere(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        var from = request.getHeader(HttpHeaders.ORIGIN);
        return (site == null || site.equals("same-origin")) && (from == null || from.equals(origin) || isHost(request));
    }

    private static boolean isHost(HttpServletRequest request) {
        var host = request.getHeader(HttpHeaders.HOST);
        return (request.getScheme() + "://" + host).equals(request.getHeader(HttpHeaders.ORIGIN));
    }

    private boolean carriesToken(HttpServletRequest request, SignedInOperator operator) {
        var header = request.getHeader(CsrfToken.HEADER);
        var token = header != null ? header : request.getParameter(CsrfToken.FIELD);
        return token != null
                && MessageDigest.isEqual(
                        token.getBytes(US_ASCII), tokens.of(operator).getBytes(US_ASCII));
    }
}
