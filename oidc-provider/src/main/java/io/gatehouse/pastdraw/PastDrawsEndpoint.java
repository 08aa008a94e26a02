package io.gatehouse.pastdraw;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressBlock;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pastdraw.PastDraws.BusyException;
import io.gatehouse.pastdraw.PastDraws.Listing;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * {@code GET /rooms/{room}/draws}: the past draws of a room for everyone, and below it their files; 404 for a
 * room that does not show them. Any cache may keep all answers: the answer to one request serves all others.
 */
@Controller
class PastDrawsEndpoint {

    private static final Duration KEPT = Duration.ofMinutes(1);

    /** A finished draw does not change. The switch may be turned off, so no cache keeps it for ever. */
    private static final String KEPT_LONG = "public, max-age=86400";

    /** The limit of pages in memory: a page in each language, of some rooms. */
    private static final int MOST_PAGES = 200;

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PageWriter pages;
    private final PastDraws draws;
    private final Cache<Shown, byte[]> shown = Caffeine.newBuilder()
            .maximumSize(MOST_PAGES)
            .executor(Runnable::run)
            .build();

    /** The inputs of a page. */
    private record Shown(
            RoomId room, Listing listing, String title, String looks, String foot, ZoneId zone, String language) {}

    PastDrawsEndpoint(WaitingRooms rooms, Boards boards, PageWriter pages, PastDraws draws) {
        this.rooms = rooms;
        this.boards = boards;
        this.pages = pages;
        this.draws = draws;
    }

    @GetMapping(RoomPaths.PAST_DRAWS)
    void page(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var printed = boards.of(room);
        if (isPublic(room, printed)) {
            var listing = draws.of(room, printed);
            PageWriter.writeShared(page(room, listing, printed, pages.language(http)), KEPT, response);
        } else {
            notFound(http, response);
        }
    }

    private byte[] page(WaitingRoom room, Listing listing, Boards.Printed printed, Texts.Language texts) {
        var words = printed.words().in(texts);
        var key = new Shown(
                room.id(),
                listing,
                printed.board().title(),
                words.style(),
                words.foot(),
                room.configuration().settings(printed.seen()).schedule().zone(),
                texts.tag());
        return shown.get(
                key,
                made -> pages.rendered(
                        "waiting-page/draws",
                        PastDrawsPage.of(room.id(), listing.records(), made.zone(), printed, texts)));
    }

    /** The public part of a draw before its lobby opened, and its present public part. */
    @GetMapping(RoomPaths.PAST_DRAWS + "/{draw}/{file:announced|draw}.json")
    void draw(
            @PathVariable("room") String name,
            @PathVariable("draw") String id,
            @PathVariable("file") String file,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var draw = listing(rooms.get(name)).flatMap(listing -> listing.draw(id));
        if (draw.isPresent()) {
            var members =
                    file.equals("draw") ? draw.get().published() : draw.get().announced();
            send("application/json", PublicFiles.json(members).getBytes(UTF_8), response);
        } else {
            notFound(http, response);
        }
    }

    @GetMapping(RoomPaths.PAST_DRAWS + "/{opening}.zip")
    void zip(
            @PathVariable("room") String name,
            @PathVariable("opening") String opening,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var record = listing(room).flatMap(listing -> listing.opening(opening)).filter(PastDraws::hasZip);
        if (record.isPresent()) {
            var zip = draws.zip(room, record.get(), AddressBlock.network(http.getRemoteAddr()));
            response.setHeader(
                    HttpHeaders.CONTENT_DISPOSITION,
                    "attachment; filename=\"" + room.id() + "-opening-"
                            + record.get().opening() + ".zip\"");
            send("application/zip", zip, response);
        } else {
            notFound(http, response);
        }
    }

    private static void send(String type, byte[] bytes, HttpServletResponse response) throws IOException {
        response.setContentType(type);
        response.setHeader(HttpHeaders.CACHE_CONTROL, KEPT_LONG);
        response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    @ExceptionHandler
    void busy(BusyException busy, HttpServletRequest http, HttpServletResponse response) throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, "5");
        pages.write(pages.message("busy", http), HttpServletResponse.SC_SERVICE_UNAVAILABLE, response);
    }

    private void notFound(HttpServletRequest http, HttpServletResponse response) throws IOException {
        pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
    }

    private Optional<Listing> listing(WaitingRoom room) {
        var printed = boards.of(room);
        return isPublic(room, printed) ? Optional.of(draws.of(room, printed)) : Optional.empty();
    }

    private static boolean isPublic(WaitingRoom room, Boards.Printed printed) {
        return room.configuration().settings(printed.seen()).tellsPastDraws();
    }
}
