package io.gatehouse.door;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Says of each request behind our own proxies whose it is, as far as {@link ForwardedFor} believes them.
 *
 * <p>Where no proxy is trusted it only says, once, that one seems to be there: without it, all its visitors
 * are one address.
 */
final class TrustedProxiesFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(TrustedProxiesFilter.class);
    private static final String STANDARD_HEADER = "Forwarded"; // RFC 7239

    private final ForwardedFor proxies;
    private final AtomicBoolean isSaid = new AtomicBoolean();

    TrustedProxiesFilter(ForwardedFor proxies) {
        this.proxies = proxies;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (proxies.proxies() == 0) {
            say(request);
            chain.doFilter(request, response);
            return;
        }
        var visitor = proxies.address(Collections.list(request.getHeaders(ForwardedFor.HEADER)));
        chain.doFilter(visitor.isPresent() ? new From(request, visitor.get()) : request, response);
    }

    private void say(HttpServletRequest request) {
        for (var header : List.of(ForwardedFor.HEADER, STANDARD_HEADER)) {
            if (request.getHeader(header) != null && isSaid.compareAndSet(false, true)) {
                LOG.warn(
                        "a proxy stands before us ({}): set gatehouse.trusted-proxies, or all its visitors count as one"
                                + " address",
                        header);
            }
        }
    }

    private static final class From extends HttpServletRequestWrapper {

        private final String address;

        From(HttpServletRequest request, String address) {
            super(request);
            this.address = address;
        }

        @Override
        public String getRemoteAddr() {
            return address;
        }
    }
}
