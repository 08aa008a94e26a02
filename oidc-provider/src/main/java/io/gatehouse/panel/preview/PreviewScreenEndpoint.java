package io.gatehouse.panel.preview;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.page.PageWriter;
import io.gatehouse.page.WaitingPage;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Editions;
import io.gatehouse.words.PrintedWords;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Theme;
import io.gatehouse.words.Words;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The waiting page as it would be with words and looks that an operator has drafted, in each state, language,
 * theme and width; by the draft {@code now}, as it is. It stands in a frame, where it runs, sends and leads
 * to nothing.
 */
@ScreenEndpoint
@RequestMapping("/panel/rooms/{room}/preview")
final class PreviewScreenEndpoint {

    /** The draft that is none: what is said at the moment. */
    private static final String NOW = "now";

    private static final List<String> WIDTHS = List.of("320", "390", "768", "1280");

    /** The waiting page's policy, except that only the panel may frame it, without script and form. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none';"
                    + " base-uri 'none'; frame-ancestors 'self'";

    private final WaitingRooms rooms;
    private final Editions editions;
    private final Texts texts;
    private final PageWriter pages;
    private final Clock clock;
    private final String styles;

    PreviewScreenEndpoint(WaitingRooms rooms, Editions editions, Texts texts, PageWriter pages, Clock clock) {
        this.rooms = rooms;
        this.editions = editions;
        this.texts = texts;
        this.pages = pages;
        this.clock = clock;
        this.styles = styles();
    }

    private static String styles() {
        try (var file =
                PreviewScreenEndpoint.class.getResourceAsStream("/META-INF/resources/waiting-page/waiting-page.css")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}")
    ModelAndView screen(
            @PathVariable String room,
            @PathVariable String draft,
            @RequestParam(defaultValue = "WAITING") String state,
            @RequestParam(defaultValue = "en") String language,
            @RequestParam(defaultValue = "light") String theme,
            @RequestParam(defaultValue = "390") String width) {
        var found = rooms.get(room);
        words(found, draft); // or there is nothing to be seen
        return Screen.page("preview")
                .addObject("room", found.id().value())
                .addObject("title", found.configuration().title())
                .addObject("draft", draft)
                .addObject("isDraft", !draft.equals(NOW))
                .addObject("state", one(state, WaitingPage.STATES))
                .addObject("states", headlines())
                .addObject("language", texts.in(language).tag())
                .addObject("languages", new TreeSet<>(texts.tags()))
                .addObject("theme", theme(theme).word())
                .addObject("themes", Stream.of(Theme.values()).map(Theme::word).toList())
                .addObject("width", one(width, WIDTHS))
                .addObject("widths", WIDTHS);
    }

    /** Each state by what its page says in English. */
    private Map<String, String> headlines() {
        var english = texts.in("en");
        var headlines = new LinkedHashMap<String, String>();
        WaitingPage.STATES.forEach(state -> headlines.put(state, english.text(state + ".headline")));
        return headlines;
    }

    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}/page")
    ResponseEntity<String> page(
            @PathVariable String room,
            @PathVariable String draft,
            @RequestParam(defaultValue = "WAITING") String state,
            @RequestParam(defaultValue = "en") String language,
            @RequestParam(defaultValue = "light") String theme) {
        var found = rooms.get(room);
        var words = PrintedWords.of(draft, words(found, draft), texts);
        var title = words.name().isEmpty() ? found.configuration().title() : words.name();
        var spoken = words.in(texts.in(language));
        var page = WaitingPage.sample(one(state, WaitingPage.STATES), spoken, found.id(), title, clock.instant());
        var base = "/panel/rooms/" + found.id() + "/preview/" + draft + "/"
                + theme(theme).word();
        var html = pages.html(page)
                .replaceFirst("href=\"/waiting-page/waiting-page\\.css\"", "href=\"" + base + "/page.css\"")
                .replaceFirst("href=\"/rooms/[^\"]*/looks/[^\"]*\"", "href=\"" + base + "/looks.css\"")
                .replaceFirst(
                        "content=\"light dark\"", "content=\"" + theme(theme).word() + "\"")
                .replaceFirst("<script [^>]*></script>", "");
        return uncached("text/html;charset=UTF-8")
                .header("Content-Security-Policy", POLICY)
                .header("X-Frame-Options", "SAMEORIGIN")
                .body(html);
    }

    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}/{theme}/page.css")
    ResponseEntity<String> styles(@PathVariable String room, @PathVariable String draft, @PathVariable String theme) {
        return uncached("text/css;charset=UTF-8").body(ThemedStyles.of(styles, theme(theme)));
    }

    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}/{theme}/looks.css")
    ResponseEntity<String> looks(@PathVariable String room, @PathVariable String draft, @PathVariable String theme) {
        var words = words(rooms.get(room), draft);
        var css = PrintedWords.of(draft, words, texts).css();
        return uncached("text/css;charset=UTF-8").body(ThemedStyles.of(css, theme(theme)));
    }

    /** The light logo, at the address where the style sheet looks for it. */
    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}/{theme}/{same}/logo")
    ResponseEntity<byte[]> logo(@PathVariable String room, @PathVariable String draft, @PathVariable String same) {
        return logo(room, draft, Theme.LIGHT);
    }

    @Needs(Role.OPERATOR)
    @GetMapping("/{draft}/{theme}/{same}/logo/dark")
    ResponseEntity<byte[]> darkLogo(@PathVariable String room, @PathVariable String draft, @PathVariable String same) {
        return logo(room, draft, Theme.DARK);
    }

    private ResponseEntity<byte[]> logo(String room, String draft, Theme theme) {
        var logo = words(rooms.get(room), draft)
                .looks()
                .logo(theme)
                .orElseThrow(() -> new RefusedException(Problem.UNKNOWN_DRAFT, "the draft has no logo"));
        return uncached(logo.type())
                .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                .body(logo.bytes());
    }

    private static ResponseEntity.BodyBuilder uncached(String type) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .contentType(MediaType.parseMediaType(type));
    }

    private Words words(WaitingRoom room, String draft) {
        if (draft.equals(NOW)) {
            return room.configuration()
                    .settings(room.snapshot())
                    .words()
                    .flatMap(edition -> editions.find(room.id(), edition))
                    .orElse(Words.NONE);
        }
        return editions.draft(room.id(), draft)
                .orElseThrow(() -> new RefusedException(
                        Problem.UNKNOWN_DRAFT, "there is no such draft: an hour after it was written it is gone"));
    }

    private static Theme theme(String word) {
        return Stream.of(Theme.values())
                .filter(theme -> theme.word().equals(word))
                .findFirst()
                .orElseThrow(() -> RefusedException.invalid("theme must be light or dark", word));
    }

    private static String one(String value, List<String> all) {
        if (!all.contains(value)) {
            throw RefusedException.invalid("one of " + all + " was expected", value);
        }
        return value;
    }
}
