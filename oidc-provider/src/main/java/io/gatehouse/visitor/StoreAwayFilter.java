package io.gatehouse.visitor;

import io.gatehouse.room.StoreUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * When the store is away, nothing is admitted and nothing is lost: visitors get a calm page that tries again by itself,
 * programs get 503 with {@code Retry-After}.
 */
final class StoreAwayFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(StoreAwayFilter.class);
    /** Those who are told at once are not to come back at once: from this much on, up to twice as much. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final PageWriter pages;
    private final RandomGenerator random;

    StoreAwayFilter(PageWriter pages, RandomGenerator random) {
        this.pages = pages;
        this.random = random;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (StoreUnavailableException away) {
            answer(away, request, response);
        } catch (ServletException failure) {
            if (!(failure.getCause() instanceof StoreUnavailableException away)) {
                throw failure;
            }
            answer(away, request, response);
        }
    }

    private void answer(StoreUnavailableException away, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        LOG.warn("{} {}: the store is away: {}", request.getMethod(), request.getRequestURI(), away.getMessage());
        if (response.isCommitted()) {
            return;
        }
        response.reset();
        var patience = PATIENCE.plusSeconds(random.nextLong(PATIENCE.toSeconds() + 1));
        response.setHeader("Retry-After", String.valueOf(patience.toSeconds()));
        if (isPage(request)) {
            var page = pages.message("away", request);
            pages.write(again(page, patience, request), HttpServletResponse.SC_SERVICE_UNAVAILABLE, response);
        } else {
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            response.setHeader("Cache-Control", "no-store");
            response.setContentType("application/json");
            response.getOutputStream()
                    .write(
                            """
                    {"error":"temporarily_unavailable","title":"Store unavailable","status":503}"""
                                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    private static MessagePage again(MessagePage page, Duration patience, HttpServletRequest request) {
        if (!request.getMethod().equals("GET")) {
            return page;
        }
        var query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        try {
            return page.refresh(patience, new URI(request.getRequestURI() + query));
        } catch (URISyntaxException oddCharacters) {
            return page;
        }
    }

    private static boolean isPage(HttpServletRequest request) {
        var path = request.getRequestURI();
        var isForPrograms = path.endsWith("/board")
                || path.endsWith("/place")
                || path.endsWith("/admitted")
                || path.equals("/token")
                || path.startsWith("/userinfo")
                || path.equals("/revoke")
                || path.equals("/introspect")
                || path.equals("/device_authorization")
                || path.startsWith("/register")
                || path.startsWith("/panel/api");
        return !isForPrograms;
    }
}
