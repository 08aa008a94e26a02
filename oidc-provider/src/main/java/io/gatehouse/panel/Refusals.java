package io.gatehouse.panel;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;
import tools.jackson.databind.json.JsonMapper;

/** Says no: to a script as problem+json (RFC 9457), to a browser as a page. */
final class Refusals {

    private final ITemplateEngine templates;
    private final JsonMapper json;

    Refusals(ITemplateEngine templates, JsonMapper json) {
        this.templates = templates;
        this.json = json;
    }

    /** What is said when the store is away. */
    void away(HttpServletRequest request, HttpServletResponse response, Duration patience) throws IOException {
        answer(request, response, Problem.STORE_UNAVAILABLE, "the store does not answer; asking again is safe");
    }

    void answer(HttpServletRequest request, HttpServletResponse response, Problem problem, String detail)
            throws IOException {
        response.setStatus(problem.status().value());
        if (PanelPaths.isApi(request)) {
            write(response, MediaType.APPLICATION_PROBLEM_JSON_VALUE, json.writeValueAsBytes(body(problem, detail)));
        } else {
            write(
                    response,
                    "text/html;charset=UTF-8",
                    page(request, problem, detail).getBytes(UTF_8));
        }
    }

    private static ProblemDetail body(Problem problem, String detail) {
        var body = ProblemDetail.forStatusAndDetail(problem.status(), detail);
        body.setType(problem.type());
        body.setTitle(problem.title());
        return body;
    }

    private String page(HttpServletRequest request, Problem problem, String detail) {
        Map<String, Object> model =
                Map.of("title", problem.title(), "detail", detail, "back", PanelPaths.screenOf(request));
        return templates.process("panel/refusal", new Context(Locale.ENGLISH, model));
    }

    private static void write(HttpServletResponse response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
