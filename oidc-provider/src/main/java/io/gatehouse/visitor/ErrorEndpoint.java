package io.gatehouse.visitor;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * What is left over, the address without a path among it: a page of ours for a person, a short document for a program, and
 * never a stack trace.
 */
@Controller
class ErrorEndpoint implements ErrorController {

    private final PageWriter pages;

    ErrorEndpoint(PageWriter pages) {
        this.pages = pages;
    }

    /** Where nobody waits, and somebody may look all the same. */
    @GetMapping("/")
    void home(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (wantsPage(request)) {
            pages.write(pages.message("home", request), HttpServletResponse.SC_OK, response);
        } else {
            document(HttpServletResponse.SC_NOT_FOUND, response);
        }
    }

    @RequestMapping("/error")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 404;
        if (wantsPage(request)) {
            pages.write(pages.message(message(status), request), status, response);
        } else {
            document(status, response);
        }
    }

    private static boolean wantsPage(HttpServletRequest request) {
        var accept = Objects.requireNonNullElse(request.getHeader("Accept"), "");
        return accept.toLowerCase(Locale.ROOT).contains("text/html");
    }

    /** To a person an address at which only forms are taken is an address with nothing to see. */
    private static String message(int status) {
        if (status >= 500) {
            return "wrong";
        }
        return status == HttpServletResponse.SC_NOT_FOUND || status == HttpServletResponse.SC_METHOD_NOT_ALLOWED
                ? "not-found"
                : "bad-request";
    }

    private static void document(int status, HttpServletResponse response) throws IOException {
        var known = HttpStatus.resolve(status);
        var title = known == null ? "Error" : known.getReasonPhrase();
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/problem+json");
        var body = "{\"title\":\"%s\",\"status\":%d}".formatted(title, status);
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
