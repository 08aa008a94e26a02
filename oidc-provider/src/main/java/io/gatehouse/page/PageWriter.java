package io.gatehouse.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.door.ErrorPages;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.thymeleaf.ITemplateEngine;

/**
 * Writes pages of ours, in the visitor's language and under a strict policy: nothing is loaded from
 * elsewhere, no inline script runs, no page may frame them, no cache keeps them.
 *
 * <p>The policy has no {@code form-action}: Chrome applies it to the redirects that follow a form too, and
 * after <em>Continue</em> those lead through the site to any address that it likes.
 */
public final class PageWriter {

    /** Where the style sheet and the scripts of pages lie. */
    public static final String ASSETS = "/waiting-page/";

    public static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** The policy of a file or a board. */
    public static final HttpField ONLY_OURS = new PreEncodedHttpField("Content-Security-Policy", POLICY);

    private static final String MESSAGE = "waiting-page/message";

    private static final Set<String> LEADS_NOWHERE = Set.of("not-found", "unknown-room");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Type", "text/html;charset=UTF-8",
            "Cache-Control", "no-store",
            "Content-Security-Policy", POLICY,
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff",
            "X-Robots-Tag", "noindex",
            "Vary", "Accept-Language, Cookie");

    private final Texts texts;
    private final RenderedPages pages;

    public PageWriter(Texts texts, ITemplateEngine templates) {
        this.texts = texts;
        this.pages = new RenderedPages(templates);
    }

    /** A message in the visitor's language; the keys are those of the text files. */
    public MessagePage message(String key, HttpServletRequest request) {
        return message(key, Map.of(), request);
    }

    /** A message whose first paragraph has placeholders. */
    public MessagePage message(String key, Map<String, String> values, HttpServletRequest request) {
        return withAWayOn(key, MessagePage.of(language(request), key, values));
    }

    /** The visitor's language: what the site asked for, else what the browser prefers. */
    public Texts.Language language(HttpServletRequest request) {
        return texts.negotiate(wish(request), Objects.requireNonNullElse(request.getHeader("Accept-Language"), ""));
    }

    /** A request that cannot be read names no language; the page may be about that. */
    private static String wish(HttpServletRequest request) {
        try {
            return Objects.requireNonNullElse(request.getParameter("ui_locales"), "");
        } catch (RuntimeException unreadable) {
            return "";
        }
    }

    /** The page that says that something is wrong, where no endpoint has the request. */
    public ErrorPages.Page error(int status, String acceptLanguage) {
        var key = message(status);
        var page = withAWayOn(key, MessagePage.of(texts.negotiate("", acceptLanguage), key));
        return new ErrorPages.Page(HEADERS, pages.page(MESSAGE, page));
    }

    /** An address that leads nowhere has a link to the page that knows the places of a browser. */
    private static MessagePage withAWayOn(String key, MessagePage page) {
        return LEADS_NOWHERE.contains(key) ? page.link("place-link", URI.create("/")) : page;
    }

    /** For a person an address that accepts only forms does not exist. */
    private static String message(int status) {
        if (status >= 500) {
            return "wrong";
        }
        return status == HttpServletResponse.SC_NOT_FOUND || status == HttpServletResponse.SC_METHOD_NOT_ALLOWED
                ? "not-found"
                : "bad-request";
    }

    public void write(MessagePage page, int status, HttpServletResponse response) throws IOException {
        write(pages.page(MESSAGE, page), status, response);
    }

    public void write(WaitingPage page, HttpServletResponse response) throws IOException {
        write(pages.page(page), HttpServletResponse.SC_OK, response);
    }

    /** A waiting page for those who are not in line: operators who look at what they are about to say. */
    public String html(WaitingPage page) {
        return new String(pages.page(page), UTF_8);
    }

    /** Writes a page that is the same for all visitors of its language, and that any cache may keep for this time. */
    public static void writeShared(byte[] html, Duration kept, HttpServletResponse response) throws IOException {
        HEADERS.forEach(response::setHeader);
        response.setHeader("Cache-Control", "public, max-age=" + kept.toSeconds());
        response.setHeader("Vary", "Accept-Language");
        response.getOutputStream().write(html);
    }

    /** A page by this template and its model {@code page}, with everything escaped; no cache of ours keeps it. */
    public byte[] rendered(String template, Object page) {
        return pages.rendered(template, page);
    }

    /** A page that posts these fields by itself, or by a button where no script runs (Form Post Response Mode). */
    public void formPost(
            String action, Map<String, String> fields, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var page = message("form-post", request)
                .form("continue", URI.create(action).toString(), fields);
        write(pages.page("oidc/form-post", page), HttpServletResponse.SC_OK, response);
    }

    /** No page but the way to another address, which is not told where the browser comes from. */
    public static void seeOther(String location, HttpServletResponse response) {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Location", location);
    }

    private static void write(byte[] html, int status, HttpServletResponse response) throws IOException {
        response.setStatus(status);
        HEADERS.forEach(response::setHeader);
        response.getOutputStream().write(html);
    }
}
