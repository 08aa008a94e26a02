package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.OutageFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;

/**
 * What is said when the store is away: to visitors a calm page that can be asked for again, to programs a short document.
 */
final class OutageAnswer implements OutageFilter.Answer {

    private static final byte[] DOCUMENT =
            """
            {"error":"temporarily_unavailable","title":"Store unavailable","status":503}"""
                    .getBytes(UTF_8);

    private final PageWriter pages;
    private final List<ApiPaths> forPrograms;

    OutageAnswer(PageWriter pages, List<ApiPaths> forPrograms) {
        this.pages = pages;
        this.forPrograms = forPrograms;
    }

    @Override
    public void write(HttpServletRequest request, HttpServletResponse response, Duration retryAfter)
            throws IOException {
        if (forPrograms.stream().anyMatch(addresses -> addresses.covers(request))) {
            response.setHeader("Cache-Control", "no-store");
            response.setContentType("application/json");
            response.getOutputStream().write(DOCUMENT);
        } else {
            var page = again(pages.message("away", request), retryAfter, request);
            pages.write(page, HttpServletResponse.SC_SERVICE_UNAVAILABLE, response);
        }
    }

    private static MessagePage again(MessagePage page, Duration retryAfter, HttpServletRequest request) {
        if (!request.getMethod().equals("GET")) {
            return page;
        }
        var query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        try {
            return page.again(retryAfter, new URI(request.getRequestURI() + query));
        } catch (URISyntaxException oddCharacters) {
            return page;
        }
    }
}
