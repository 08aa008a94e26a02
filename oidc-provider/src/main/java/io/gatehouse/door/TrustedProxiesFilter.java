package io.gatehouse.door;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Finds the address of whoever reached the first of our own proxies. Each proxy appends to {@code X-Forwarded-For} whom it
 * took the request from, so behind n of them the n-th address from the right is the last that somebody of ours has
 * written; whatever stands before it anybody may have made up. Without that many addresses the connection's own counts.
 *
 * <p>Where no proxy is trusted it only says, once, that one seems to be there: without it, all its visitors are one address.
 */
final class TrustedProxiesFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(TrustedProxiesFilter.class);
    private static final String HEADER = "X-Forwarded-For";
    private static final String STANDARD_HEADER = "Forwarded"; // RFC 7239

    /** Some write the port, too (Azure's Application Gateway does), which is another for each connection. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:\\[(?<six>[0-9a-fA-F.:]{2,45})]|(?<four>[0-9.]{7,15}))(?::[0-9]{1,5})?|(?<bare>[0-9a-fA-F.:]{2,45})");

    private final int proxies;
    private final AtomicBoolean isSaid = new AtomicBoolean();

    TrustedProxiesFilter(int proxies) {
        this.proxies = proxies;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (proxies == 0) {
            say(request);
            chain.doFilter(request, response);
            return;
        }
        var visitor = address(request);
        chain.doFilter(visitor.isPresent() ? new From(request, visitor.get()) : request, response);
    }

    private void say(HttpServletRequest request) {
        for (var header : List.of(HEADER, STANDARD_HEADER)) {
            if (request.getHeader(header) != null && isSaid.compareAndSet(false, true)) {
                LOG.warn(
                        "a proxy stands before us ({}): set gatehouse.trusted-proxies, or all its visitors count as one"
                                + " address",
                        header);
            }
        }
    }

    private Optional<String> address(HttpServletRequest request) {
        var addresses =
                String.join(",", Collections.list(request.getHeaders(HEADER))).split(",", -1);
        if (addresses.length < proxies) {
            return Optional.empty();
        }
        var written = ADDRESS.matcher(addresses[addresses.length - proxies].strip());
        return written.matches()
                ? Stream.of("six", "four", "bare")
                        .map(written::group)
                        .filter(Objects::nonNull)
                        .findFirst()
                : Optional.empty();
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
