package io.gatehouse.oidc.gate;

import io.gatehouse.oidc.http.BearerChallenge;
import io.gatehouse.oidc.http.Paths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.InsufficientAuthenticationException;

/**
 * Refuses OPTIONS, with which a browser's preflight comes (CORS): it never brings a proof. Spring MVC would
 * answer it by itself with 200, and a server that asks us with its visitor's method would take that for a
 * yes.
 */
@FilterRegistration(urlPatterns = Paths.VERIFY + "/*") // and without a slash (Jakarta Servlet section 12.2)
final class PreflightFilter extends HttpFilter {

    private final BearerChallenge challenge = new BearerChallenge();

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getMethod().equals(HttpMethod.OPTIONS.name())) {
            challenge.commence(request, response, new InsufficientAuthenticationException("a preflight"));
        } else {
            chain.doFilter(request, response);
        }
    }
}
