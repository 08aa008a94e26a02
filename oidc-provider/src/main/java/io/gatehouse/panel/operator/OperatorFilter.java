package io.gatehouse.panel.operator;

import io.gatehouse.panel.answer.PanelPaths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Recognises the operator by the cookie, and renews it. A request that brings credentials of its own ({@code
 * Authorization}) is judged by these alone.
 */
public final class OperatorFilter extends OncePerRequestFilter {

    /** A cookie younger than this is not worth renewing. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final OperatorCookie cookies;
    private final SignOuts signOuts;
    private final Clock clock;

    public OperatorFilter(OperatorCookie cookies, SignOuts signOuts, Clock clock) {
        this.cookies = cookies;
        this.signOuts = signOuts;
        this.clock = clock;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var now = clock.instant();
        if (request.getHeader(HttpHeaders.AUTHORIZATION) == null) {
            cookies.read(request, now)
                    .filter(operator -> !signOuts.hasEnded(operator, now))
                    .ifPresent(operator -> recognise(operator, request, response, now));
        }
        chain.doFilter(request, response);
    }

    private void recognise(
            SignedInOperator operator, HttpServletRequest request, HttpServletResponse response, Instant now) {
        SecurityContextHolder.setContext(new SecurityContextImpl(operator.authentication()));
        var fullTime = now.plus(OperatorCookie.IDLE);
        var isFresh = operator.until().isAfter(fullTime.minus(FRESH))
                && !operator.until().isAfter(fullTime); // unless a clock was set back
        if (!isFresh && isByHand(request)) {
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    cookies.write(cookies.renewed(operator, now)).toString());
        }
    }

    /** An open screen goes on reading counters; that must not count as an operator's presence. */
    private static boolean isByHand(HttpServletRequest request) {
        return !PanelPaths.isApi(request) || !PanelPaths.isReading(request);
    }
}
