package io.gatehouse.panel.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.ledger.Ledgers.Sought;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ledger at the panel: looked through by people and by programs. */
@PanelTest
class LedgerScreenTest {

    private static final String SCREEN = "/panel/rooms/hall/ledger";
    private static final String ENTRIES = "/panel/api/rooms/hall/ledger/entries";
    private static final Instant BEGIN = Instant.parse("2026-11-27T10:00:00Z");

    @Test
    void givenManyActs_whenAViewerLooksForThem_thenTheyStandPageByPageAndNothingElse(Desk desk) {
        var ledgers = desk.bean(Ledgers.class);
        var from = desk.now();
        IntStream.rangeClosed(1, 60).forEach(n -> ledgers.act(new RoomId("hall"), "alice & co", "<act " + n + ">"));
        tick(desk);
        var vera = desk.another().signIn("vera");

        var first = vera.get(SCREEN + "?kind=act&from=" + from);
        var address = between(first.body(), "rel=\"next\" href=\"", "\"").replace("&amp;", "&");
        var second = vera.get(address);

        assertThat(first.body())
                .contains("alice &amp; co: &lt;act 60&gt;", "&lt;act 11&gt;")
                .doesNotContain("<act 10>");
        assertThat(first.body().split("data-kind=\"act\"", -1)).hasSize(51);
        assertThat(address).startsWith(SCREEN + "?kind=act").contains("before=");
        assertThat(second.body())
                .contains("alice &amp; co: &lt;act 10&gt;", "&lt;act 1&gt;")
                .doesNotContain("rel=\"next\"", "data-kind=\"phase\"");
    }

    @Test
    void givenTwoOpenings_whenAProgramLooksForOne_thenItGetsWhatWasWrittenInIt(Desk desk) {
        tick(desk);
        desk.post(ENTRIES.replace("ledger/entries", "pause"), "", "Authorization", "Bearer writes");
        var opening = desk.room("hall").path("opening").asLong();
        desk.post(
                ENTRIES.replace("ledger/entries", "openings"),
                "{\"after\":" + opening + "}",
                "Authorization",
                "Bearer writes");
        tick(desk);

        var before = entries(desk, "?opening=" + opening);
        var after = entries(desk, "?opening=" + (opening + 1));

        assertThat(before)
                .anyMatch(says -> says.endsWith("paused -> true"))
                .noneMatch(says -> says.contains("has begun"));
        assertThat(after).contains("Opening " + (opening + 1) + " has begun, with an empty line.");
        assertThat(entries(desk, "?opening=" + (opening + 2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "kind=gossip, kind must be one of",
        "opening=0, opening must be a whole number",
        "opening=first, opening must be a whole number",
        "from=yesterday, from must be a time in UTC like",
        "until=2026-13-01T00:00, until must be a time in UTC like",
        "before=-1, before must be a whole number"
    })
    void givenNonsense_whenItIsLookedFor_thenTheAnswerSaysWhatWasExpected(String query, String said, Desk desk) {
        var screen = desk.signIn("vera").get(SCREEN + "?" + query);
        var answer = desk.another().get(ENTRIES + "?" + query, "Authorization", "Bearer reads");

        assertThat(screen.statusCode()).isEqualTo(400);
        assertThat(screen.body()).contains(said);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("#invalid-setting", said);
    }

    /** One entry a second: calls, every tenth an act, and a second opening from entry 1001 on. */
    @Test
    void givenFiveThousandEntries_whenSomeAreLookedFor_thenTheyAreFoundWithoutReadingAllOfThem(Desk desk) {
        var room = new RoomId("room-" + UUID.randomUUID());
        var lines = LongStream.rangeClosed(1, 5000)
                .mapToObj(LedgerScreenTest::entry)
                .map(LedgerEntry::line)
                .toList();
        for (var n = 0; n < lines.size(); n += LedgerStore.MOST) {
            var last = n == 0 ? "" : lines.get(n - 1);
            desk.bean(LedgerStore.class).append(room, n, last, lines.subList(n, n + LedgerStore.MOST));
        }
        var ledgers = desk.bean(Ledgers.class);
        var none = Optional.<Instant>empty();

        var began = new Sought(Optional.of("begin"), Optional.empty(), none, none);
        var nothingYet = ledgers.page(room, began, Long.MAX_VALUE, 50);
        var tenSeconds = new Sought(Optional.empty(), Optional.empty(), Optional.of(at(2000)), Optional.of(at(2010)));
        var firstOpening = new Sought(Optional.of("act"), Optional.of(1L), none, none);

        assertThat(nothingYet).isEqualTo(new Ledgers.Page(List.of(), OptionalLong.of(3001)));
        assertThat(numbers(ledgers.page(room, began, 2001, 50))).containsExactly(1L);
        assertThat(numbers(ledgers.page(room, tenSeconds, Long.MAX_VALUE, 50)))
                .containsExactly(2009L, 2008L, 2007L, 2006L, 2005L, 2004L, 2003L, 2002L, 2001L, 2000L);
        assertThat(numbers(ledgers.page(room, firstOpening, Long.MAX_VALUE, 3))).containsExactly(1000L, 990L, 980L);
        assertThat(ledgers.page(room, firstOpening, 15, 50).next()).isEmpty();
        assertThat(numbers(ledgers.page(room, Sought.ALL, 3, 50))).containsExactly(2L, 1L);
        assertThat(ledgers.page(new RoomId("room-" + UUID.randomUUID()), tenSeconds, 9, 50))
                .isEqualTo(new Ledgers.Page(List.of(), OptionalLong.empty()));
    }

    /** Longer than any buffer on the way, and not announced. */
    @Test
    void givenALedgerOfManyMegabytes_whenAProgramExportsIt_thenItComesWholeAndVerifies(Desk desk) {
        tick(desk);
        var room = new RoomId("hall");
        var store = desk.bean(LedgerStore.class);
        for (var times = 0; times < 6; times++) {
            var last = store.last(room);
            var before = store.read(room, last, 1).get(0);
            var lines = new ArrayList<>(List.of(before));
            for (var seq = last + 1; seq <= last + LedgerStore.MOST; seq++) {
                var what = Map.<String, Object>of("who", "alice", "what", "x".repeat(50_000));
                lines.add(new LedgerEntry(seq, hash(lines.get(lines.size() - 1)), desk.now(), "act", what).line());
            }
            assertThat(store.append(room, last, before, lines.subList(1, lines.size())))
                    .isTrue();
        }

        var answer = desk.get("/panel/api/rooms/hall/ledger", "Authorization", "Bearer reads");

        var verifier = new LedgerVerifier(Optional.empty());
        answer.body().lines().forEach(verifier::read);
        assertThat(verifier.findings()).isEmpty();
        assertThat(answer.body()).hasSizeGreaterThan(15_000_000).endsWith("\n");
        assertThat(Desk.header(answer, "Content-Type")).isEqualTo("application/jsonl");
        assertThat(answer.headers().firstValue("Content-Length")).isEmpty();
        assertThat(desk.send("HEAD", "/panel/api/rooms/hall/ledger", "", "Authorization", "Bearer reads")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "0, from must be a whole number of 1 or more",
        "first, from must be a whole number of 1 or more",
        "900000000000, from must be the number of an entry"
    })
    void givenAnEntryThatThereIsNot_whenTheExportIsToBeginWithIt_thenTheAnswerSaysSo(
            String from, String said, Desk desk) {
        tick(desk);

        var answer = desk.get("/panel/api/rooms/hall/ledger?from=" + from, "Authorization", "Bearer reads");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("#invalid-setting", said, from);
    }

    @Test
    void givenAnExportOfBefore_whenAProgramAsksForWhatCameSince_thenBothTogetherAreOneLedger(Desk desk) {
        tick(desk);
        var ledgers = desk.bean(Ledgers.class);
        var before = desk.get("/panel/api/rooms/hall/ledger", "Authorization", "Bearer reads");
        ledgers.act(new RoomId("hall"), "alice", "goes on");

        var next = before.body().lines().count();
        var since = desk.get("/panel/api/rooms/hall/ledger?from=" + next, "Authorization", "Bearer reads");

        var verifier = new LedgerVerifier(Optional.empty());
        (before.body() + since.body()).lines().forEach(verifier::read);
        assertThat(since.body()).contains("goes on").startsWith("{\"format\"");
        assertThat(verifier.findings()).isEmpty();
    }

    private static String hash(String line) {
        return HexFormat.of().formatHex(Digests.sha256(line.getBytes(UTF_8)));
    }

    private static LedgerEntry entry(long seq) {
        var opening = seq > 1000 ? 2L : 1L;
        var kind = seq == 1 ? "begin" : seq == 1001 ? "opening" : seq % 10 == 0 ? "act" : "called";
        var data = kind.equals("act") ? Map.<String, Object>of("who", "x") : Map.<String, Object>of("opening", opening);
        return new LedgerEntry(seq, "0".repeat(64), at(seq), kind, data);
    }

    private static Instant at(long seq) {
        return BEGIN.plusSeconds(seq);
    }

    private static List<Long> numbers(Ledgers.Page page) {
        return page.entries().stream().map(LedgerEntry::seq).toList();
    }

    private static List<String> entries(Desk desk, String query) {
        var says = new ArrayList<String>();
        Desk.json(desk.get(ENTRIES + query, "Authorization", "Bearer reads"))
                .path("entries")
                .forEach(entry -> says.add(entry.path("says").asString()));
        return says;
    }

    private static void tick(Desk desk) {
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("hall"));
        desk.bean(Ledgers.class).settle();
    }

    private static String between(String text, String start, String end) {
        var from = text.indexOf(start) + start.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
