package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.RoomId;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.OutageFilter;
import io.gatehouse.web.Query;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The answer while the store is away: for visitors a calm page that retries, for programs a short document. */
final class OutageAnswer implements OutageFilter.Answer {

    private static final byte[] DOCUMENT =
            """
            {"error":"temporarily_unavailable","title":"Store unavailable","status":503}"""
                    .getBytes(UTF_8);

    private static final Pattern OF_A_ROOM = Pattern.compile("/rooms/([a-z0-9][a-z0-9-]{0,61}[a-z0-9]|[a-z0-9])/.*");

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
            var page = isPostedLogin(request)
                    ? pages.message("away-login", request)
                    : again(pages.message("away", request), retryAfter, request);
            pages.write(page, HttpServletResponse.SC_SERVICE_UNAVAILABLE, response);
        }
    }

    /** It came from a site, and only the site can send it again. */
    private static boolean isPostedLogin(HttpServletRequest request) {
        return request.getMethod().equals("POST") && request.getRequestURI().equals("/authorize");
    }

    private static MessagePage again(MessagePage page, Duration retryAfter, HttpServletRequest request) {
        try {
            return page.again(retryAfter, new URI(onward(request)));
        } catch (URISyntaxException oddCharacters) {
            return page;
        }
    }

    /** The page that was asked for, or the one whose form was sent: what a form does is asked for again by a person. */
    private static String onward(HttpServletRequest request) {
        if (request.getMethod().equals("GET")) {
            return Query.append(request.getRequestURI(), Objects.requireNonNullElse(request.getQueryString(), ""));
        }
        var room = OF_A_ROOM.matcher(request.getRequestURI());
        if (room.matches()) {
            var parked = Objects.requireNonNullElse(request.getParameter("request"), "");
            return RoomPaths.waitingPage(new RoomId(room.group(1)), Exchange.parked(parked));
        }
        return request.getRequestURI().startsWith("/panel/") ? "/panel" : request.getRequestURI();
    }
}
