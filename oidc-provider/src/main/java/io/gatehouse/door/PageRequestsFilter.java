package io.gatehouse.door;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the requests for pages that one address block makes: each of them costs a store or a rendered page.
 * Answers from memory never come here, and the requests of sites, gates and programs
 * ({@code /token}, {@code /verify}, APIs) are not counted: a site asks for all its visitors from one address.
 */
final class PageRequestsFilter extends OncePerRequestFilter {

    /** The addresses that browsers open by themselves. */
    static final List<String> PAGES =
            List.of("/", "/authorize", "/device", "/logout", "/waiting-page/wrong-text", "/rooms/*");

    /** Asked by a proxy before a site, for all its visitors. */
    private static final String FOR_A_SITE = "/admitted";

    private final AddressLimit requests;

    PageRequestsFilter(AddressLimit requests) {
        this.requests = requests;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().endsWith(FOR_A_SITE);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var wait = requests.take(request.getRemoteAddr(), 1);
        if (wait.isZero()) {
            chain.doFilter(request, response);
        } else {
            response.setHeader("Retry-After", String.valueOf(wait.toSeconds() + 1));
            response.sendError(HttpStatus.TOO_MANY_REQUESTS.value());
        }
    }
}
