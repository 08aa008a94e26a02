package io.gatehouse.visitor;

import io.gatehouse.browser.PlaceCookie;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.door.ErrorPages;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.PrintedWords;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Comparator;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Addresses of no room. The one without a path: a page for a person, nothing for a program. No visitor waits
 * here; a browser that holds a place finds the way to it, of several places to the one it took last. And
 * where to report a wrong text.
 */
@Controller
class HomeEndpoint {

    private final PageWriter pages;
    private final WaitingRooms rooms;
    private final PlaceCookies cookies;

    HomeEndpoint(PageWriter pages, WaitingRooms rooms, PlaceCookies cookies) {
        this.pages = pages;
        this.rooms = rooms;
        this.cookies = cookies;
    }

    @GetMapping("/")
    void home(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (ErrorPages.areWanted(request.getHeader("Accept"))) {
            var page = pages.message("home", request);
            rooms.all().stream()
                    .flatMap(room -> cookies.read(request, room.id()).stream())
                    .filter(PlaceCookie::hasPlace)
                    .max(Comparator.comparing(PlaceCookie::joinedAt))
                    .ifPresent(place -> page.link("place-link", URI.create(RoomPaths.waitingPage(place.room(), ""))));
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    /** The makers of the texts in the visitor's language, and the address for faults. */
    @GetMapping(PrintedWords.WRONG_TEXT)
    void wrongText(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var texts = pages.language(request);
        var isUnread = texts.made().endsWith(": none");
        var page = MessagePage.telling(
                        texts,
                        "report-text",
                        isUnread ? texts.text("report-text-made") : "",
                        texts.text("report-text-tell"))
                .quoting("Gatehouse, texts/" + texts.tag() + ".json: " + texts.made())
                .withoutFoot();
        pages.write(page, HttpServletResponse.SC_OK, response);
    }
}
