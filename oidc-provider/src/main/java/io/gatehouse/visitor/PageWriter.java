package io.gatehouse.visitor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;

/**
 * Writes pages of ours, in the visitor's language and under a strict policy: nothing is loaded from elsewhere, nothing
 * inline runs, nobody frames us, nothing is kept by caches.
 *
 * <p>The policy has no {@code form-action}: Chrome applies it to the redirects that follow a form too, and after
 * <em>Continue</em> those lead through the site to wherever it likes.
 */
public final class PageWriter {

    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

    private final Texts texts;
    private final ITemplateEngine templates;

    public PageWriter(Texts texts, ITemplateEngine templates) {
        this.texts = texts;
        this.templates = templates;
    }

    /** A message in the visitor's language; the keys are those of the text files. */
    public MessagePage message(String key, HttpServletRequest request) {
        return MessagePage.of(language(request), key);
    }

    /** A message whose first paragraph has placeholders. */
    public MessagePage message(String key, Map<String, String> values, HttpServletRequest request) {
        return MessagePage.of(language(request), key, values);
    }

    /** The visitor's language: what the site asked for, else what the browser prefers. */
    public Texts.Language language(HttpServletRequest request) {
        return texts.negotiate(
                Objects.requireNonNullElse(request.getParameter("ui_locales"), ""),
                Objects.requireNonNullElse(request.getHeader("Accept-Language"), ""));
    }

    public void write(MessagePage page, int status, HttpServletResponse response) throws IOException {
        write("waiting-page/message", page, status, response);
    }

    void write(WaitingPage page, HttpServletResponse response) throws IOException {
        write("waiting-page/index", page, HttpServletResponse.SC_OK, response);
    }

    /** A page that posts these fields by itself, or by a button where no script runs (Form Post Response Mode). */
    public void formPost(
            String action, Map<String, String> fields, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var page = message("form-post", request)
                .form("continue", URI.create(action).toString(), fields);
        write("oidc/form-post", page, HttpServletResponse.SC_OK, response);
    }

    /** No page but the way to another address, which is not told where the browser comes from. */
    public static void seeOther(String location, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Location", location);
    }

    private void write(String template, Object page, int status, HttpServletResponse response) throws IOException {
        var html = templates.process(template, new Context(null, Map.of("page", page)));
        response.setStatus(status);
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Robots-Tag", "noindex");
        response.setHeader("Vary", "Accept-Language, Cookie");
        response.getOutputStream().write(html.getBytes(StandardCharsets.UTF_8));
    }
}
