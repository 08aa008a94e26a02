package io.gatehouse.panel.language;

import io.gatehouse.setting.Issuer;
import io.gatehouse.web.CookieHeader;
import io.gatehouse.web.OwnCookie;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/** The languages of the panel, and which one a browser gets: the one that was chosen in it, else its own. */
public final class PanelLanguages {

    static final String ENGLISH = "en";

    /** The languages that have a dictionary. Pages are rendered in English. */
    private static final Set<String> OTHERS = Set.of("de");

    /** Each is read for its first page: no start waits for it. */
    private static final Map<String, Dictionary> READ = new ConcurrentHashMap<>();

    private static final Duration KEPT = Duration.ofDays(365);

    private final OwnCookie cookie;

    PanelLanguages(Issuer issuer) {
        this.cookie = OwnCookie.of("gatehouse-panel-language", "Lax", issuer); // a link from elsewhere opens in it
    }

    /** The dictionary for this request's page; empty for English. */
    Optional<Dictionary> of(HttpServletRequest request) {
        var chosen = CookieHeader.values(request, cookie.name()).filter(PanelLanguages::isKnown);
        var preferred = Collections.list(request.getHeaders(HttpHeaders.ACCEPT_LANGUAGE)).stream()
                .flatMap(Texts::preferred)
                .map(tag -> tag.split("-", 2)[0])
                .filter(PanelLanguages::isKnown);
        return Stream.concat(chosen, preferred)
                .findFirst()
                .filter(OTHERS::contains)
                .map(language -> READ.computeIfAbsent(language, Dictionary::read));
    }

    /** Keeps the choice of this browser; without one of our languages, the browser's own goes again. */
    ResponseCookie choice(String language) {
        return isKnown(language) ? cookie.with(language).maxAge(KEPT).build() : cookie.gone();
    }

    private static boolean isKnown(String language) {
        return language.equals(ENGLISH) || OTHERS.contains(language);
    }
}
