package io.gatehouse.panel.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.DamagedLineException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;
import tools.jackson.databind.json.JsonMapper;

/** Says no: to an API client as problem+json (RFC 9457), to a browser as a page. */
public final class Refusals {

    private final ITemplateEngine templates;
    private final JsonMapper json;

    public Refusals(ITemplateEngine templates, JsonMapper json) {
        this.templates = templates;
        this.json = json;
    }

    /** Refuses a request while the store is away. */
    public void away(HttpServletRequest request, HttpServletResponse response, Duration retryAfter) throws IOException {
        answer(request, response, Problem.STORE_UNAVAILABLE, "the store does not answer; asking again is safe");
    }

    public void answer(HttpServletRequest request, HttpServletResponse response, Problem problem, String detail)
            throws IOException {
        answer(request, response, problem, detail, PanelPaths.screenOf(request));
    }

    /** Refuses an act that the role does not allow; leads to a screen that every role may see. */
    public void closed(HttpServletRequest request, HttpServletResponse response, String detail) throws IOException {
        answer(request, response, Problem.INSUFFICIENT_ROLE, detail, PanelPaths.HOME);
    }

    /** Leads to the screen that cures it. */
    public void answer(HttpServletRequest request, HttpServletResponse response, DamagedLineException damaged)
            throws IOException {
        var detail =
                "room " + damaged.room() + " has lost a part of its line, and lets nobody in until a new opening begins"
                        + " after opening " + damaged.opening();
        answer(request, response, Problem.DAMAGED_LINE, detail, PanelPaths.newOpening(damaged.room()));
    }

    private void answer(
            HttpServletRequest request, HttpServletResponse response, Problem problem, String detail, String back)
            throws IOException {
        response.setStatus(problem.status().value());
        problem.retryAfter().ifPresent(soon -> response.setHeader(HttpHeaders.RETRY_AFTER, "" + soon.toSeconds()));
        if (PanelPaths.isApi(request)) {
            write(response, MediaType.APPLICATION_PROBLEM_JSON_VALUE, json.writeValueAsBytes(problem.because(detail)));
        } else {
            write(
                    response,
                    "text/html;charset=UTF-8",
                    page(problem, detail, back).getBytes(UTF_8));
        }
    }

    private String page(Problem problem, String detail, String back) {
        Map<String, Object> model = Map.of("title", problem.title(), "detail", detail, "back", back);
        return templates.process("panel/refusal", new Context(Locale.ENGLISH, model));
    }

    private static void write(HttpServletResponse response, String type, byte[] body) throws IOException {
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
