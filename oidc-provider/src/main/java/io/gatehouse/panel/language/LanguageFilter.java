package io.gatehouse.panel.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.answer.PanelPaths;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.ContentCachingResponseWrapper;

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
        var kept = new ContentCachingResponseWrapper(response);
        chain.doFilter(request, kept);
        translate(kept, dictionary);
        kept.copyBodyToResponse();
    }

    private static void translate(ContentCachingResponseWrapper kept, Dictionary dictionary) throws IOException {
        if (!hasWords(kept.getContentType())) {
            return;
        }
        var english = new String(kept.getContentAsByteArray(), UTF_8);
        if (english.contains(STYLES) || english.contains(CHART)) {
            kept.setHeader("Content-Language", dictionary.language());
            kept.resetBuffer();
            kept.getOutputStream()
                    .write(PageTranslation.of(dictionary, english).html().getBytes(UTF_8));
        }
    }

    private static boolean hasWords(@Nullable String type) {
        return type != null && (type.startsWith("text/html") || type.startsWith("image/svg+xml"));
    }
}
