package io.gatehouse.receipt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressBlock;
import io.gatehouse.door.AttemptCounts;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seeds;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.page.MessagePage;
import io.gatehouse.page.PageWriter;
import io.gatehouse.receipt.ReceiptSearch.BusyException;
import io.gatehouse.receipt.ReceiptSearch.UnknownReceiptException;
import io.gatehouse.room.Room.Vacancy;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.RoomPaths;
import io.gatehouse.words.Texts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * {@code /rooms/{room}/receipt/find}: a visitor pastes a receipt, in any browser, and is told what it has
 * drawn and what became of its place. Only the holder of a receipt knows its tag, so the page tells nothing
 * of other visitors. It changes nothing.
 *
 * <p>A ledger is read only for a receipt with a tag of ours; made-up ones are refused before that. Each
 * address may look a few times, and only one request on a node reads a ledger, some seconds after the last. A
 * ledger that was read serves other requests for some minutes, so real receipts are answered even where
 * others make tags, because the seed is published.
 */
@Controller
class ReceiptFindEndpoint {

    private static final String FIELD = "receipt";
    private static final String CALLED = "receipt-called";
    private static final int LONGEST = 400;

    /** How often one address may look, and how often of these the ledger is read for it. */
    private static final int MOST_LOOKS = 30;

    private static final int MOST_READS = 5;
    private static final Duration WINDOW = Duration.ofMinutes(15);

    /** The pause before the same ledger is read again. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The maximum number of ledgers that are remembered after they were read. */
    private static final int MOST_READINGS = 3;

    private static final Duration MEMORY = Duration.ofMinutes(5);

    private final WaitingRooms rooms;
    private final Boards boards;
    private final PageWriter pages;
    private final ReceiptSearch search;
    private final Clock clock;
    private final AttemptCounts<String> looks;
    private final AttemptCounts<String> reads;
    private final AttemptCounts<RoomId> pauses;
    private final Cache<RoomId, ReadLedger> readings;

    /**
     * A ledger as it was read.
     *
     * @param opening of the room before that: what the ledger tells of earlier ones changes no more
     */
    private record ReadLedger(LedgerVerifier ledger, long opening) {}

    ReceiptFindEndpoint(
            WaitingRooms rooms,
            Boards boards,
            PageWriter pages,
            Ledgers ledgers,
            Seeds seeds,
            Clock clock,
            Ticker ticker) {
        this.rooms = rooms;
        this.boards = boards;
        this.pages = pages;
        this.search = new ReceiptSearch(ledgers, seeds, 1);
        this.clock = clock;
        this.looks = new AttemptCounts<>(WINDOW, ticker);
        this.reads = new AttemptCounts<>(WINDOW, ticker);
        this.pauses = new AttemptCounts<>(PAUSE, ticker);
        this.readings = Caffeine.newBuilder()
                .maximumSize(MOST_READINGS)
                .expireAfterWrite(MEMORY)
                .ticker(ticker::read)
                .executor(Runnable::run)
                .build();
    }

    @GetMapping(RoomPaths.FIND_RECEIPT)
    void form(@PathVariable("room") String name, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var page = pages.message("receipt-find", http)
                .pasted("receipt.headline", FIELD)
                .form("check", RoomPaths.findReceipt(room.id()), Map.of());
        write(page, HttpServletResponse.SC_OK, room, response);
    }

    @PostMapping(RoomPaths.FIND_RECEIPT)
    void find(
            @PathVariable("room") String name,
            @RequestParam(name = FIELD, defaultValue = "") String typed,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var room = rooms.get(name);
        var from = AddressBlock.of(http.getRemoteAddr());
        var receipt = typed.length() <= LONGEST ? Receipt.parse(typed) : Optional.<Receipt>empty();
        try {
            if (looks.add(from) > MOST_LOOKS) {
                refuse(room, http, response);
            } else if (receipt.isEmpty()) {
                tell("receipt-wrong", HttpServletResponse.SC_NOT_FOUND, room, http, response);
            } else {
                find(room, receipt.get(), from, http, response);
            }
        } catch (UnknownReceiptException unknown) {
            tell("receipt-wrong", HttpServletResponse.SC_NOT_FOUND, room, http, response);
        } catch (BusyException busy) {
            tell("busy", HttpServletResponse.SC_SERVICE_UNAVAILABLE, room, http, response);
        }
    }

    private void find(
            WaitingRoom room, Receipt receipt, String from, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        var kept = search.kept(room, receipt);
        if (kept.isEmpty() && !search.hasOurTag(receipt)) {
            tell("receipt-wrong", HttpServletResponse.SC_NOT_FOUND, room, http, response);
            return;
        }
        var found = kept.or(() -> told(room, receipt, from));
        if (found.isEmpty() && reads.of(from) >= MOST_READS) {
            refuse(room, http, response);
            return;
        }
        if (found.isEmpty()) {
            tell("busy", 429, room, http, response);
            return;
        }
        write(page(room, receipt, found.get(), pages.language(http)), HttpServletResponse.SC_OK, room, response);
    }

    /** Asks the ledger; empty if it would have to be read, and may not be read for this address or so soon. */
    private Optional<FoundReceipt> told(WaitingRoom room, Receipt receipt, String from) {
        var known = Optional.ofNullable(readings.getIfPresent(room.id()))
                .filter(reading -> pauses.of(room.id()) > 0 || isOver(reading, receipt));
        if (known.isPresent()) {
            return Optional.of(search.told(room, receipt, known.get().ledger()));
        }
        if (reads.of(from) >= MOST_READS || pauses.add(room.id()) > 1) {
            return Optional.empty();
        }
        reads.add(from);
        var opening = room.snapshot().opening();
        var read = new ReadLedger(search.read(room, ledger -> ledger), opening);
        readings.put(room.id(), read);
        return Optional.of(search.told(room, receipt, read.ledger()));
    }

    private static boolean isOver(ReadLedger reading, Receipt receipt) {
        return reading.ledger()
                .drawn(receipt.draw())
                .filter(drawn -> drawn.opening() < reading.opening())
                .isPresent();
    }

    private void tell(
            String message, int status, WaitingRoom room, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        tell(pages.message(message, http), status, room, response);
    }

    private void tell(MessagePage page, int status, WaitingRoom room, HttpServletResponse response) throws IOException {
        write(page.link("try-again", URI.create(RoomPaths.findReceipt(room.id()))), status, room, response);
    }

    private void write(MessagePage page, int status, WaitingRoom room, HttpServletResponse response)
            throws IOException {
        var printed = boards.of(room);
        pages.write(page.pastDraws(room.configuration(), printed).in(printed), status, response);
    }

    /** An address that has looked too often is told for how long it waits at most. */
    private void refuse(WaitingRoom room, HttpServletRequest http, HttpServletResponse response) throws IOException {
        var texts = pages.language(http);
        var time = texts.count("minutes", WINDOW.toMinutes(), Map.of());
        var page = MessagePage.of(texts, "receipt-often", Map.of("time", time));
        response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(WINDOW.toSeconds()));
        tell(page, 429, room, response);
    }

    private MessagePage page(WaitingRoom room, Receipt receipt, FoundReceipt found, Texts.Language texts) {
        if (found instanceof FoundReceipt.Kept kept) {
            var position = room.line().order(kept.seen()).of(kept.place().number());
            return kept(room, kept, texts, drawn(receipt, kept.draw(), position, texts));
        }
        var told = (FoundReceipt.Told) found;
        var position = told.draw().order().of(told.position());
        return told(
                told,
                room.configuration().settings(room.snapshot()).schedule().zone(),
                texts,
                drawn(receipt, told.draw(), position, texts));
    }

    /** The drawn position of the receipt; before the draw, that it takes part. */
    private static String drawn(Receipt receipt, LobbyDraw draw, long number, Texts.Language texts) {
        var entry = texts.number(receipt.entry());
        if (!draw.isDone()) {
            return texts.text("receipt.lead", Map.of("entry", entry));
        }
        var isBehind = draw.frozen()
                .filter(who -> who.behind().entries().contains(receipt.entry()))
                .isPresent();
        return texts.text(
                        "receipt-drawn.lead",
                        Map.of(
                                "entry", entry,
                                "entrants", texts.number(draw.entrants()),
                                "position", texts.number(number - draw.base())))
                + (isBehind ? " " + texts.text("receipt-behind") : "");
    }

    private MessagePage kept(WaitingRoom room, FoundReceipt.Kept kept, Texts.Language texts, String drawn) {
        var stage = kept.place().stage().told();
        if (stage == Stage.WAITING) {
            var isSoldOut = room.configuration().vacancy(kept.seen(), clock.instant()) == Vacancy.SOLD_OUT;
            if (isSoldOut) {
                return MessagePage.telling(texts, "SOLD_OUT.headline", drawn, texts.text("SOLD_OUT.lead"));
            }
            if (!kept.draw().isDone()) {
                return MessagePage.telling(texts, "receipt.headline", drawn, texts.text("receipt.more"));
            }
        }
        var isOver = kept.place().stage().isEnded() || stage == Stage.ADMITTED;
        return MessagePage.telling(
                texts,
                stage.name() + ".headline",
                drawn,
                texts.text(isOver ? stage.name() + ".lead" : "receipt-browser"));
    }

    private static MessagePage told(FoundReceipt.Told told, ZoneId zone, Texts.Language texts, String drawn) {
        var traced = told.traced();
        var called = traced.filter(one -> one.isCalled()).flatMap(one -> one.at());
        if (called.isPresent()) {
            return MessagePage.telling(texts, "receipt.headline", drawn, called(called.get(), zone, texts))
                    .moment(CALLED, called.get());
        }
        return traced.flatMap(one -> one.ended())
                .filter(stage -> stage.equals(Stage.LEFT.name()) || stage.equals(Stage.EXPIRED.name()))
                .map(stage -> MessagePage.telling(texts, stage + ".headline", drawn, texts.text(stage + ".lead")))
                .orElseGet(
                        () -> MessagePage.telling(texts, "receipt.headline", drawn, texts.text("receipt-not-called")));
    }

    private static String called(Instant at, ZoneId zone, Texts.Language texts) {
        return texts.text(CALLED, Map.of("time", texts.date(at, zone)));
    }
}
