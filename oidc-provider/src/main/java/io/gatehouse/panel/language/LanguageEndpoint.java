package io.gatehouse.panel.language;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.ForStrangers;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Keeps the language that was chosen in a browser, and goes back to the page where it was. */
@Controller
final class LanguageEndpoint {

    private final PanelLanguages languages;

    LanguageEndpoint(PanelLanguages languages) {
        this.languages = languages;
    }

    @ForStrangers
    @PostMapping(PanelPaths.LANGUAGE)
    ModelAndView choose(
            @RequestParam(defaultValue = "") String language,
            @RequestParam(name = "return", defaultValue = "") String back,
            HttpServletResponse response) {
        response.addHeader(HttpHeaders.SET_COOKIE, languages.choice(language).toString());
        return Screen.seeOther(PanelPaths.safeReturn(back));
    }
}
