package io.gatehouse.panel.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.answer.PanelPaths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Sends the panel's pages and charts in the language of their reader. Files, and what the API says, stay as
 * they are.
 */
public final class LanguageFilter extends HttpFilter {

    /** Each page of the panel has it, and nothing else: the visitors' pages in a preview do not. */
    private static final String STYLES = "<link rel=\"stylesheet\" href=\"/panel/panel.css\">";

    /** Each chart of the panel has it. */
    private static final String CHART = " role=\"img\" aria-labelledby=\"title sentence\">";

    private final PanelLanguages languages;

    public LanguageFilter(PanelLanguages languages) {
        this.languages = languages;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var dictionary =
                PanelPaths.isApi(request) ? null : languages.of(request).orElse(null);
        if (dictionary == null) {
            chain.doFilter(request, response);
            return;
        }
        var kept = new KeptPage(response);
        chain.doFilter(request, kept);
        if (kept.isPage()) {
            var english = kept.html();
            var isOurs = english.contains(STYLES) || english.contains(CHART);
            send(isOurs ? PageTranslation.of(dictionary, english).html() : english, isOurs, dictionary, response);
        }
    }

    private static void send(String html, boolean isOurs, Dictionary dictionary, HttpServletResponse response)
            throws IOException {
        var bytes = html.getBytes(UTF_8);
        if (isOurs) {
            response.setHeader("Content-Language", dictionary.language());
        }
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
