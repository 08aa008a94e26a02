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
import org.springframework.web.bind.annotation.RequestMapping;

/** What is left over: a page of ours for a person, a short document for a program, and never a stack trace. */
@Controller
class ErrorEndpoint implements ErrorController {

    private final PageWriter pages;

    ErrorEndpoint(PageWriter pages) {
        this.pages = pages;
    }

    @RequestMapping("/error")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 404;
        var accept = Objects.requireNonNullElse(request.getHeader("Accept"), "");
        if (accept.toLowerCase(Locale.ROOT).contains("text/html")) {
            var key = status >= 500 ? "wrong" : "bad-request";
            pages.write(pages.message(key, request), status, response);
        } else {
            var known = HttpStatus.resolve(status);
            var title = known == null ? "Error" : known.getReasonPhrase();
            response.setStatus(status);
            response.setHeader("Cache-Control", "no-store");
            response.setContentType("application/problem+json");
            var body = "{\"title\":\"%s\",\"status\":%d}".formatted(title, status);
            response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
    }
}
