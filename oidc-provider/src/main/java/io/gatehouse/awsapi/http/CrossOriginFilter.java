package io.gatehouse.awsapi.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Lets every origin read every answer (CORS), errors too, and answers preflights without authentication. */
public final class CrossOriginFilter extends HttpFilter {

    public static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";

    private static final String HEADERS =
            "Content-Type,X-Amz-Date,Authorization,X-Api-Key,X-Amz-Security-Token,X-Amz-Content-Sha256";

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader(ALLOW_ORIGIN, "*");
        if (request.getMethod().equals("OPTIONS")) {
            var isPosted = AwsPaths.POSTED.contains(request.getRequestURI());
            response.setHeader("Access-Control-Allow-Methods", isPosted ? "OPTIONS,POST" : "GET,OPTIONS");
            response.setHeader("Access-Control-Allow-Headers", HEADERS);
            return;
        }
        chain.doFilter(request, response);
    }
}
