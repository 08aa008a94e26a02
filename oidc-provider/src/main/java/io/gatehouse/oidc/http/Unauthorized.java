package io.gatehouse.oidc.http;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;

/** The answer to what is no visitor's navigation, such as a prefetch: small, kept by nobody, and without a place. */
public final class Unauthorized {

    private Unauthorized() {}

    public static void answer(HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader(HttpHeaders.VARY, "Sec-Fetch-Mode, Sec-Fetch-Dest, Sec-Purpose, Accept");
    }
}
