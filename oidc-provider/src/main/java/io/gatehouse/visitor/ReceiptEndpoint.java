package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.board.Boards;
import io.gatehouse.board.PublishedDrawView;
import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.Receipt;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.room.Place;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code GET /rooms/{room}/receipt}: what a visitor has been given for a draw, to keep; once that is done,
 * with the page that checks it, filled in. That page is a file to be saved: its script stands inside it, and
 * nothing inline runs on ours.
 */
@Controller
class ReceiptEndpoint {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern EMPTY_FIELD =
            Pattern.compile("(<textarea id=\"(data|receipt)\"[^>]*>)(?=</textarea>)");

    /** A place's receipt, its draw, and the position that it has drawn if the draw is done. */
    private record Given(Receipt receipt, LobbyDraw draw, long position) {

        Optional<PublishedDraw> published() {
            return draw.published();
        }
    }

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PlaceCookies cookies;
    private final PageWriter pages;
    private final String verifier;

    ReceiptEndpoint(WaitingRooms rooms, Boards boards, PlaceCookies cookies, PageWriter pages) {
        this.rooms = rooms;
        this.boards = boards;
        this.cookies = cookies;
        this.pages = pages;
        this.verifier = verifier();
    }

    private static String verifier() {
        try (var file = ReceiptEndpoint.class.getResourceAsStream("/META-INF/resources/waiting-page/verify.html")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @GetMapping(RoomPaths.RECEIPT)
    void receipt(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var given = given(room, http);
        var language = pages.language(http);
        var page = given.map(one -> page(room, one, language)).orElseGet(() -> MessagePage.of(language, "no-receipt")
                .link("receipt-find.headline", URI.create(RoomPaths.findReceipt(room.id()))));
        var status = given.isPresent() ? HttpServletResponse.SC_OK : HttpServletResponse.SC_NOT_FOUND;
        var printed = boards.of(room);
        pages.write(page.pastDraws(room.configuration(), printed).in(printed), status, response);
    }

    private static MessagePage page(WaitingRoom room, Given given, Texts.Language texts) {
        var receipt = given.receipt;
        var entry = texts.number(receipt.entry());
        return given.published()
                .map(draw -> MessagePage.of(
                                texts,
                                "receipt-drawn",
                                Map.of(
                                        "entry", entry,
                                        "entrants", texts.number(draw.entrants()),
                                        "position", texts.number(given.position)))
                        .link("receipt-check", URI.create(RoomPaths.receipt(room.id()) + "/verify.html")))
                .orElseGet(() -> MessagePage.of(texts, "receipt", Map.of("entry", entry)))
                .quoting(receipt.toString())
                .saving(RoomPaths.receipt(room.id()) + "/receipt.txt")
                .backTo(RoomPaths.waitingPage(room.id(), ""));
    }

    /** The receipt as a file to be kept; 404 for a visitor without one. */
    @GetMapping(RoomPaths.RECEIPT + "/receipt.txt")
    void file(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var given = given(room, http);
        if (given.isEmpty()) {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
            return;
        }
        response.setContentType(MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8");
        attach("receipt-" + room.id() + ".txt", response);
        response.getOutputStream().write((given.get().receipt + "\n").getBytes(UTF_8));
    }

    private static void attach(String file, HttpServletResponse response) {
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + file + "\"");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    /** The page that checks the receipt, filled in; 404 before the draw is done, and without a receipt. */
    @GetMapping(RoomPaths.RECEIPT + "/verify.html")
    void verifier(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var given = given(room, http).filter(one -> one.published().isPresent());
        if (given.isEmpty()) {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
            return;
        }
        response.setContentType(MediaType.TEXT_HTML_VALUE + ";charset=UTF-8");
        attach("verify-" + room.id() + ".html", response);
        response.setHeader("Content-Security-Policy", PageWriter.POLICY);
        response.getOutputStream().write(filled(given.get()).getBytes(UTF_8));
    }

    private String filled(Given given) {
        var fields = Map.of(
                "data", JSON.writeValueAsString(PublishedDrawView.of(given.draw)),
                "receipt", given.receipt.toString());
        return EMPTY_FIELD
                .matcher(verifier)
                .replaceAll(field -> Matcher.quoteReplacement(
                        field.group(1) + HtmlUtils.htmlEscape(fields.getOrDefault(field.group(2), ""), "UTF-8")));
    }

    private Optional<Given> given(WaitingRoom room, HttpServletRequest http) {
        var printed = boards.of(room);
        return cookies.read(http, room.id())
                .flatMap(PlaceCookie::proof)
                .flatMap(room::find)
                .flatMap(place -> given(room, printed, place));
    }

    private Optional<Given> given(WaitingRoom room, Boards.Printed printed, Place place) {
        return boards.receipt(room.id(), printed, place).flatMap(receipt -> printed.draws().stream()
                .filter(draw -> draw.draw().id().equals(receipt.draw()))
                .findFirst()
                .map(draw -> new Given(receipt, draw, printed.turnOf(place) - draw.base())));
    }
}
