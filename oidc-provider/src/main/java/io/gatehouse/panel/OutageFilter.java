package io.gatehouse.panel;

import io.gatehouse.room.StoreUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers 503 when the store is away, wherever that is noticed: at the cookie, at the token, or in the act itself. */
final class OutageFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(OutageFilter.class);

    private final Refusals refusals;

    OutageFilter(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (StoreUnavailableException | AuthenticationServiceException away) {
            answer(request, response, away);
        } catch (ServletException wrapped) {
            if (!(wrapped.getCause() instanceof StoreUnavailableException away)) {
                throw wrapped;
            }
            answer(request, response, away);
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, Exception away) throws IOException {
        LOG.warn("the panel cannot ask the store: {}", away.getMessage());
        refusals.answer(
                request, response, Problem.STORE_UNAVAILABLE, "the store does not answer; asking again is safe");
    }
}
