package io.gatehouse.notice;

import io.gatehouse.board.Boards;
import io.gatehouse.browser.Navigation;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.AddressBlock;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.notice.Notices.Answer;
import io.gatehouse.notice.Notices.Question;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code /rooms/{room}/notice}: a visitor in line chooses to be told of the turn, and changes their mind.
 * {@code /rooms/{room}/notice/stop/{secret}}: the holder of an address wants no notices, of any room; a link
 * in each message leads there. To look at either page changes nothing.
 */
@Controller
class NoticeEndpoint {

    /** The path is below a room, because gates pass such paths on. The room may be gone by now. */
    private static final String STOP = RoomPaths.NOTICE + "/stop/{secret:[A-Za-z0-9_-]{" + Addresses.SECRET + "}}";

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration WINDOW = Duration.ofHours(1);

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final PageWriter pages;
    private final Notices notices;
    private final Issuer issuer;
    private final Asking asking;

    /** How often one network may ask in an hour. */
    static final class Asking {

        private final AttemptCounts<String> counts;
        private final int most;

        Asking(NoticeProperties properties, Ticker ticker) {
            this.counts = new AttemptCounts<>(WINDOW, ticker);
            this.most = properties.mostPerNetwork();
        }

        private boolean isTooMuch(HttpServletRequest http) {
            return counts.add(AddressBlock.network(http.getRemoteAddr())) > most;
        }
    }

    NoticeEndpoint(
            WaitingRooms rooms,
            Boards boards,
            PlaceCookies cookies,
            PageWriter pages,
            Notices notices,
            Issuer issuer,
            Asking asking) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.pages = pages;
        this.notices = notices;
        this.issuer = issuer;
        this.asking = asking;
    }

    @GetMapping(RoomPaths.NOTICE)
    void page(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var place = place(room, http);
        if (place.isEmpty()) {
            PageWriter.seeOther(RoomPaths.waitingPage(room.id(), request), response);
            return;
        }
        var page =
                notices.asked(room, place.get()).isEmpty() ? asking(room, request, http) : asked(room, request, http);
        pages.write(page.in(boards.of(room)), HttpServletResponse.SC_OK, response);
    }

    private MessagePage asking(WaitingRoom room, String request, HttpServletRequest http) {
        var texts = pages.language(http);
        var address = RoomPaths.notice(room.id(), request);
        var page = MessagePage.telling(
                        texts,
                        "notice-link",
                        texts.text("notice-lead") + " "
                                + MessagePage.kept(
                                        texts, room.configuration().terms().waitingTtl()),
                        texts.text("notice-consent"))
                .link("back", URI.create(RoomPaths.waitingPage(room.id(), request)));
        var ways = notices.ways(room);
        if (ways.contains(Way.PUSH)) {
            page.push("notice-push", notices.pushKey(room), address, "notice-wrong");
        }
        if (!ways.equals(Set.of(Way.PUSH))) {
            page.form("notice-link", address, Map.of());
        }
        ways.stream().sorted().forEach(way -> addLine(page, way, countries(way, texts.tag())));
        return page;
    }

    private static void addLine(MessagePage page, Way way, String countries) {
        switch (way) {
            case EMAIL -> page.line("notice-email", countries, way.word(), "email");
            case SMS -> page.line("notice-phone", countries, way.word(), "tel");
            case VOICE -> page.line("notice-voice", countries, way.word(), "tel");
            case PUSH -> {} // a button has the field
        }
    }

    /** The countries that addresses of this way may be of, in brackets; empty where that does not matter. */
    private String countries(Way way, String language) {
        var codes = notices.countries(way);
        var names = codes.stream()
                .map(code -> new Locale.Builder().setRegion(code).build())
                .map(country -> country.getDisplayCountry(Locale.forLanguageTag(language)))
                .collect(Collectors.joining(", "));
        return codes.isEmpty() ? "" : " (" + names + ")";
    }

    private MessagePage asked(WaitingRoom room, String request, HttpServletRequest http) {
        var texts = pages.language(http);
        var window = room.configuration().terms().claimWindow();
        return MessagePage.telling(texts, "notice-asked", texts.text("notice-back"), Speech.kept(texts, window))
                .form("notice-no", RoomPaths.notice(room.id(), request), Map.of("stop", "yes"))
                .link("back", URI.create(RoomPaths.waitingPage(room.id(), request)));
    }

    /** The web app manifest: iPhones and iPads allow Web Push only to pages on the Home Screen. */
    @GetMapping(RoomPaths.NOTICE_MANIFEST)
    void manifest(@PathVariable("room") String name, HttpServletResponse response) throws IOException {
        var room = rooms.get(name);
        var title = boards.of(room).board().title();
        response.setContentType("application/manifest+json");
        response.setHeader("Cache-Control", "public, max-age=60");
        var manifest = new TreeMap<>(Map.of(
                "name",
                title,
                "short_name",
                title,
                "display",
                "standalone",
                "scope",
                "/",
                "start_url",
                RoomPaths.of(room.id()) + "notice"));
        response.getOutputStream().write(JSON.writeValueAsBytes(manifest));
    }

    @PostMapping(RoomPaths.NOTICE)
    void ask(
            @PathVariable("room") String name,
            @RequestParam(defaultValue = "") String request,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        if (Navigation.refuseFromElsewhere(http, response, issuer)) {
            return;
        }
        var place = place(room, http);
        if (place.isEmpty()) {
            PageWriter.seeOther(RoomPaths.waitingPage(room.id(), request), response);
        } else if (http.getParameter("stop") != null) {
            notices.stop(room, place.get());
            PageWriter.seeOther(RoomPaths.notice(room.id(), request), response);
        } else {
            answer(room, place.get(), request, http, response);
        }
    }

    /** Answers a form with addresses; an empty one is shown again. */
    private void answer(
            WaitingRoom room, Place place, String request, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var texts = pages.language(http);
        var question = new Question(typed(http), texts.tag(), AddressBlock.network(http.getRemoteAddr()));
        if (question.typed().isEmpty()
                || (!asking.isTooMuch(http) && notices.ask(room, place, question) == Answer.ASKED)) {
            PageWriter.seeOther(RoomPaths.notice(room.id(), request), response);
            return;
        }
        var page = MessagePage.telling(
                        texts, "notice-wrong", texts.text("notice-wrong.why"), texts.text("move-not.more"))
                .link("try-again", URI.create(RoomPaths.notice(room.id(), request)));
        pages.write(page.in(boards.of(room)), HttpServletResponse.SC_BAD_REQUEST, response);
    }

    private static Map<Way, String> typed(HttpServletRequest http) {
        var all = new EnumMap<Way, String>(Way.class);
        for (var way : Way.values()) {
            Optional.ofNullable(http.getParameter(way.word()))
                    .filter(typed -> !typed.isBlank())
                    .ifPresent(typed -> all.put(way, typed));
        }
        return all;
    }

    /** The visitor's place, while they may ask. */
    private Optional<Place> place(WaitingRoom room, HttpServletRequest http) {
        return cookies.held(http, room).filter(place -> notices.mayAsk(room, place));
    }

    @GetMapping(STOP)
    void sure(HttpServletRequest http, HttpServletResponse response) throws IOException {
        var texts = pages.language(http);
        var page = MessagePage.telling(texts, "notice-stop", texts.text("notice-stop.lead"), "")
                .form("go-on", http.getRequestURI(), Map.of());
        pages.write(page, HttpServletResponse.SC_OK, response);
    }

    /** Mail programs post here too, by themselves (RFC 8058). */
    @PostMapping(STOP)
    void stop(@PathVariable String secret, HttpServletRequest http, HttpServletResponse response) throws IOException {
        if (notices.stopAddress(secret)) {
            pages.write(
                    MessagePage.telling(pages.language(http), "notice-stopped", "", ""),
                    HttpServletResponse.SC_OK,
                    response);
        } else {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
        }
    }
}
