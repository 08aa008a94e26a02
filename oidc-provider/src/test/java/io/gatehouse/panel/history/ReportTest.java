package io.gatehouse.panel.history;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.history.MinuteRecorder;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Act;
import io.gatehouse.room.NextOpening;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report of an opening, compared with what a program counts from the exported ledger. */
@PanelTest
class ReportTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String[] READS = {"Authorization", "Bearer reads"};

    /** Lines of other tests begin at 1 again, and the ledger keeps what was called in them. */
    private static final long OF_ITS_OWN = 30;

    @Test
    void givenAnOpeningThatIsOver_whenItsReportIsRead_thenItsFiguresAreThoseOfTheLedger(Desk desk) {
        var opening = sale(desk);
        var address = "/panel/api/rooms/club/openings/" + opening + "/report";

        var report = json(desk.get(address, READS));

        var counted = counted(desk, opening);
        assertThat(report.path("ledger")).isEqualTo(counted.path("ledger"));
        assertThat(report.path("began")).isEqualTo(counted.path("began"));
        assertThat(report.path("ended")).isEqualTo(counted.path("ended"));
        assertThat(report.path("acts")).isEqualTo(counted.path("acts"));
        var told = report.path("ledger");
        assertThat(told.path("inTurn").asLong() + told.path("passed").asLong()).isEqualTo(14);
        assertThat(told.path("byHand").asLong()).isZero();
        assertThat(told.at("/ends/COMPLETED").asLong()).isEqualTo(3);
        assertThat(told.at("/ends/LEFT").asLong()).isEqualTo(1);
        var crowd = report.path("crowd");
        assertThat(crowd.path("joined").asLong()).isEqualTo(14);
        assertThat(crowd.path("called").asLong())
                .isEqualTo(told.path("inTurn").asLong() + told.path("passed").asLong());
        assertThat(crowd.path("admitted").asLong()).isEqualTo(10);
        assertThat(crowd.path("completed")).isEqualTo(told.at("/ends/COMPLETED"));
        assertThat(crowd.path("left")).isEqualTo(told.at("/ends/LEFT"));
        assertThat(crowd.path("mostInside").asLong()).isEqualTo(10);
        assertThat(crowd.path("mostWaiting").asLong()).isEqualTo(4);
        assertThat(crowd.path("showUp").asDouble()).isEqualTo(1);
        assertThat(report.at("/waits/count").asLong()).isEqualTo(13);
        assertThat(report.path("acts").toString()).contains("=club & co: paused");
        assertThat(report.has("ended")).isTrue();
        var club = desk.bean(WaitingRooms.class).get("club");
        var read = OpeningAccount.read(desk.bean(Ledgers.class), club.id(), opening)
                .orElseThrow();
        var withoutHistory = Report.of(club, read, List.of(), club.snapshot());
        assertThat(withoutHistory.crowd()).hasAllNullFieldsOrProperties();
        assertThat(withoutHistory.waits()).isNull();
        var csv = desk.get(address + ".csv", READS);
        assertThat(header(csv, "Content-Type")).startsWith("text/csv");
        assertThat(csv.body())
                .startsWith("figure,value\r\n")
                .contains("crowd.joined,14\r\n", "ledger.whole,true\r\n", ".who,'=club & co: paused\r\n");
        var vera = desk.another().signIn("vera");
        assertThat(vera.get("/panel/rooms/club/history").body())
                .contains("/panel/rooms/club/openings/" + opening + "/report\">Opening " + opening);
        var screen = vera.get("/panel/rooms/club/openings/" + opening + "/report");
        assertThat(screen.body())
                .contains("The ledger is whole and in order", "=club &amp; co: paused", "flow.svg?of=" + opening);
    }

    @ParameterizedTest
    @CsvSource({"29, 60, 1", "29, 2000, 10", "31, 60, 60", "31, 2000, 60", "29, 2900, 60"})
    void givenAnOpening_whenItsMinutesAreGone_thenItsHistoryIsReadInHours(long days, long minutes, long step) {
        var now = Instant.parse("2026-11-27T10:00:00Z");
        var began = now.minus(Duration.ofDays(days));

        var period = Period.between(began, began.plus(Duration.ofMinutes(minutes)), now);

        assertThat(period.from()).isEqualTo(began);
        assertThat(period.step()).isEqualTo(Duration.ofMinutes(step));
    }

    @Test
    void givenAnOpeningThatThereWasNot_whenItsReportIsAskedFor_thenThatIsSaid(Desk desk) {
        for (var opening : List.of("0", "99", "first", "-1", "9999999999999999999")) {
            var answer = desk.get("/panel/api/rooms/club/openings/" + opening + "/report", READS);

            assertThat(answer.statusCode()).as(opening).isEqualTo(400);
            assertThat(answer.body()).contains("the ledger of the room knows");
        }
    }

    /** Ten are inside, one in line leaves, three complete and others follow; then the next opening begins. */
    private static long sale(Desk desk) {
        var club = desk.bean(WaitingRooms.class).get("club");
        tick(desk);
        desk.later(Duration.ofMinutes(1)); // what other tests have left is of an earlier minute
        while (club.snapshot().opening() < OF_ITS_OWN) {
            club.open(NextOpening.following(club.snapshot().opening()));
        }
        tick(desk);
        var inside = Stream.generate(() -> desk.admitted("club")).limit(10).toList();
        var leaves = desk.visitor("club");
        desk.visitors("club", 3);
        desk.bean(Ledgers.class).act(club.id(), "=club & co: paused", "nothing");
        tick(desk);
        desk.later(Duration.ofMinutes(1));
        tick(desk);
        club.apply(leaves.id(), Act.LEAVE);
        inside.stream().limit(3).forEach(place -> club.apply(place.id(), Act.COMPLETE));
        tick(desk);
        desk.later(Duration.ofMinutes(1));
        tick(desk);
        var opening = club.snapshot().opening();
        club.open(NextOpening.following(opening));
        tick(desk);
        return opening;
    }

    private static void tick(Desk desk) {
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("club"));
        desk.bean(Ledgers.class).settle();
        desk.bean(MinuteRecorder.class).settle();
    }

    /** What the ledger tells of an opening, counted from its export by nothing but its document. */
    private static JsonNode counted(Desk desk, long opening) {
        var counted = JSON.createObjectNode();
        var ledger = counted.putObject("ledger");
        var acts = counted.putArray("acts");
        var sums = new TreeMap<String, Long>();
        for (var name : List.of("entries", "inTurn", "outOfTurn", "besides", "byHand", "passed", "unwritten")) {
            sums.put(name, 0L);
        }
        var rules = new TreeMap<String, Long>();
        var ends = new TreeMap<String, Long>();
        var lanes = new TreeMap<String, Long>();
        var running = 0L;
        for (var line : desk.get("/panel/api/rooms/club/ledger", READS)
                .body()
                .lines()
                .skip(1)
                .toList()) {
            var entry = JSON.readTree(line);
            var data = entry.path("data");
            var kind = entry.path("kind").asString();
            if (kind.equals("begin") || kind.equals("opening")) {
                running = data.path("opening").asLong();
                if (running == opening) {
                    counted.set("began", entry.path("at"));
                } else if (running == opening + 1) {
                    counted.set("ended", entry.path("at"));
                }
            }
            if (data.path("opening").asLong(running) != opening) {
                continue;
            }
            sums.merge("entries", 1L, Long::sum);
            if (kind.equals("called")) {
                var isAgain = data.path("again").asBoolean();
                var passed = isAgain ? 0 : length(data.path("passed"));
                var inTurn = isAgain
                        ? 0
                        : data.path("to").asLong() - data.path("from").asLong() + 1 - passed;
                var outOfTurn = length(data.path("outOfTurn"));
                var besides = data.path("returning").asLong();
                sums.merge("inTurn", inTurn, Long::sum);
                sums.merge("passed", passed, Long::sum);
                sums.merge("outOfTurn", outOfTurn, Long::sum);
                sums.merge("besides", besides, Long::sum);
                sums.merge("byHand", data.path("byHand").asLong(), Long::sum);
                rules.merge(data.path("why").asString(), inTurn + outOfTurn + besides, Long::sum);
                data.path("lanes").forEachEntry((lane, ranges) -> lanes.merge(lane, length(ranges), Long::sum));
            } else if (kind.equals("unwritten")) {
                sums.merge(
                        "unwritten",
                        data.path("to").asLong() - data.path("from").asLong() + 1,
                        Long::sum);
            } else if (kind.equals("ended")) {
                data.path("counts").forEachEntry((end, count) -> ends.merge(end, count.asLong(), Long::sum));
            } else if (kind.equals("act")) {
                acts.addObject()
                        .set("at", entry.path("at"))
                        .set("who", data.path("who"))
                        .set("what", data.path("what"));
            }
        }
        ledger.putPOJO("whole", true);
        ledger.putPOJO("findings", List.of());
        sums.forEach(ledger::put);
        ledger.putPOJO("rules", rules);
        ledger.putPOJO("ends", ends);
        ledger.putPOJO("lanes", lanes);
        return JSON.readTree(JSON.writeValueAsString(counted));
    }

    private static long length(JsonNode ranges) {
        var length = 0L;
        for (var range : ranges) {
            length += range.get(1).asLong() - range.get(0).asLong() + 1;
        }
        return length;
    }
}
