package io.gatehouse.panel.answer;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** No act of the panel needs a long body. One that does not say its length is cut off where it is read. */
public final class SmallBodyFilter extends OncePerRequestFilter {

    static final int LONGEST = 16 * 1024;

    private static final long MOST_DRAINED = 1024 * 1024;

    private final Refusals refusals;

    public SmallBodyFilter(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > LONGEST || isFormOfUnknownLength(request)) {
            drain(request);
            response.setHeader(HttpHeaders.CONNECTION, "close");
            refusals.answer(request, response, Problem.TOO_LARGE, "a body may have " + LONGEST + " bytes at most");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** A client that is still sending would not hear the answer; one that sends without end need not. */
    private static void drain(HttpServletRequest request) throws IOException {
        var body = request.getInputStream();
        var left = MOST_DRAINED;
        for (var read = 1L; read > 0 && left > 0; left -= read) {
            read = body.readNBytes(LONGEST).length;
        }
    }

    /** The container reads forms whole before anyone can count; browsers always say how long they are. */
    private static boolean isFormOfUnknownLength(HttpServletRequest request) {
        var type = request.getContentType();
        return type != null && !type.contains("json") && request.getContentLengthLong() < 0;
    }
}
