package io.gatehouse.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.stream.Stream;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Addresses that programs ask, and no person goes to: what goes wrong there is never told by a page. Each
 * side names its own in a bean; {@link #covers} then has the answer for the side that writes pages, which
 * need not know the others.
 */
public final class ApiPaths {

    private final RequestMatcher addresses;

    /** Addresses as Spring's path patterns. */
    public ApiPaths(String... patterns) {
        this.addresses = new OrRequestMatcher(Stream.of(patterns)
                .<RequestMatcher>map(PathPatternRequestMatcher::pathPattern)
                .toList());
    }

    /** Whether a program asks for this, and must not get a page. */
    public boolean covers(HttpServletRequest request) {
        return addresses.matches(request);
    }
}
