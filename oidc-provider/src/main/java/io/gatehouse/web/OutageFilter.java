package io.gatehouse.web;

import io.gatehouse.room.StoreUnavailableException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * While the store is away, nothing is admitted and nothing is lost, wherever the outage is noticed: the
 * client gets 503 and a time after which to retry. An answer that is already on its way stays as it is.
 */
public final class OutageFilter extends HttpFilter {

    /** Tells it in a form that the client understands. */
    @FunctionalInterface
    public interface Answer {

        /** Writes headers and body; status and {@code Retry-After} stand there already. */
        void write(HttpServletRequest request, HttpServletResponse response, Duration retryAfter) throws IOException;
    }

    /** From this time to twice as much, so that clients that are refused together do not come back together. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Answer answer;
    private final RandomGenerator random;
    private final OutageLog outages;

    public OutageFilter(Answer answer, RandomGenerator random, OutageLog outages) {
        this.answer = answer;
        this.random = random;
        this.outages = outages;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var before = headers(response);
        try {
            chain.doFilter(request, response);
        } catch (StoreUnavailableException away) {
            answer(away, before, request, response);
        } catch (ServletException failure) {
            if (!(failure.getCause() instanceof StoreUnavailableException away)) {
                throw failure;
            }
            answer(away, before, request, response);
        }
    }

    /** Headers of outer filters hold for this answer too, as those of CORS. */
    private static Map<String, List<String>> headers(HttpServletResponse response) {
        var headers = new HashMap<String, List<String>>();
        response.getHeaderNames().forEach(name -> headers.put(name, List.copyOf(response.getHeaders(name))));
        return headers;
    }

    private void answer(
            StoreUnavailableException away,
            Map<String, List<String>> before,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        outages.refused(away);
        if (response.isCommitted()) {
            return;
        }
        response.reset();
        before.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        var retryAfter = RETRY_AFTER.plusSeconds(random.nextLong(RETRY_AFTER.toSeconds() + 1));
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader("Retry-After", String.valueOf(retryAfter.toSeconds()));
        answer.write(request, response, retryAfter);
    }
}
