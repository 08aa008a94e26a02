package io.gatehouse.visitor;

import io.gatehouse.board.Boards;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.pass.Passes;
import io.gatehouse.pass.Verdict;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** {@code GET /rooms/{room}/code}: the page to type an access code. Also says why a pass is no good. */
@Controller
final class PassEndpoint {

    private final WaitingRooms rooms;
    private final Passes passes;
    private final Boards boards;
    private final PageWriter pages;

    PassEndpoint(WaitingRooms rooms, Passes passes, Boards boards, PageWriter pages) {
        this.rooms = rooms;
        this.passes = passes;
        this.boards = boards;
        this.pages = pages;
    }

    /** The form sends the code to the same address as any other pass. */
    @GetMapping(RoomPaths.CODE)
    void code(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        if (passes.takesCodes(room.id())) {
            var page = pages.message("code", http)
                    .in(boards.of(room))
                    .input("access-code", Passes.PARAMETER)
                    .form("continue", RoomPaths.of(room.id()) + "enter", Map.of());
            pages.write(page, HttpServletResponse.SC_OK, response);
        } else {
            pages.write(pages.message("not-found", http), HttpServletResponse.SC_NOT_FOUND, response);
        }
    }

    /** Whether the pass that the visitor shows is no good; if so, a page says why, and nothing else has happened. */
    boolean refuses(String pass, Exchange exchange) throws IOException {
        var verdict = passes.verdict(exchange.room().id(), pass, exchange.http());
        if (verdict.isRefused()) {
            refuse(verdict, exchange);
        } else if (verdict == Verdict.UNKNOWN || verdict == Verdict.GUESSED) {
            passes.keep(exchange.room().id(), pass, exchange.response());
            pages.write(page(verdict, "continue", exchange), HttpServletResponse.SC_OK, exchange.response());
        }
        return !verdict.isGood();
    }

    /** The page of a refused pass, with a link into the line without it. */
    void refuse(Verdict verdict, Exchange exchange) throws IOException {
        pages.write(page(verdict, "wait-without", exchange), HttpServletResponse.SC_FORBIDDEN, exchange.response());
    }

    private MessagePage page(Verdict verdict, String link, Exchange exchange) {
        return pages.message("pass-" + verdict.name().toLowerCase(Locale.ROOT), exchange.http())
                .in(boards.of(exchange.room()))
                .link(link, URI.create(exchange.enterAddress()));
    }
}
