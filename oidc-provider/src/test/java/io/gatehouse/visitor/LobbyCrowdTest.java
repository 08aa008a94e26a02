package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledOpening;
import io.gatehouse.stock.Endings;
import io.gatehouse.words.PrintedWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.htmlunit.corejs.javascript.Context;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What 20,000 pages ask the origin for around the zero of their countdown, by the page's own script and the boards that the
 * server makes. Every fortieth of them is reckoned, which takes seconds.
 */
class LobbyCrowdTest {

    private static final int PAGES = 20_000;
    private static final int OF = 40;
    private static final int CALLED = 1_000;

    /** Seconds from the first page to the doors, and to the end. All have come after half a minute. */
    private static final int DOORS = 95;

    private static final int LAST = 125;

    /** Seconds that are compared. */
    private static final int WINDOW = 10;

    private static final Instant BEGIN = Instant.parse("2026-11-27T09:00:00Z").minusSeconds(DOORS);
    private static final JsonMapper JSON = new JsonMapper();

    /** Each who is called asks for the place once, when it sees that: that is the turn, and not the countdown. */
    @Test
    void givenTwentyThousandLobbyPages_whenTheDoorsOpenAndAThousandAreCalled_thenTheyReadNoMoreBoardsThanBefore() {
        var asked = crowd();
        var usual = IntStream.rangeClosed(DOORS - 4 * WINDOW, DOORS - WINDOW)
                .mapToLong(from -> sum(asked, from, WINDOW, "board"))
                .summaryStatistics();
        var called = CALLED / OF;

        assertThat(usual.getAverage()).as("so many do ask").isBetween(180.0, 280.0);
        assertThat(sum(asked, 0, DOORS, "place")).isZero();
        assertThat(sum(asked, DOORS, LAST - DOORS, "place")).isEqualTo(called);
        assertThat(names(asked)).as("in all").containsOnly("board", "place", "en.json");
        for (var from = DOORS - WINDOW; from <= LAST - WINDOW; from++) {
            assertThat(sum(asked, from, WINDOW, "board"))
                    .as("ten seconds, from %d s after zero", from - DOORS)
                    .isLessThanOrEqualTo(usual.getMax() + usual.getMax() / 10);
        }
        for (var second = DOORS - 3; second < DOORS + WINDOW; second++) {
            assertThat(sum(asked, second, 1, "board"))
                    .as("the second %d s after zero", second - DOORS)
                    .isLessThan(2 * usual.getMax() / WINDOW);
        }
    }

    /** What is asked for in each second, by those pages. */
    private static JsonNode crowd() {
        var serving = LongStream.range(0, LAST)
                .map(second -> second < DOORS ? 0 : CALLED)
                .toArray();
        var boards = IntStream.range(0, LAST)
                .mapToObj(second -> JSON.writeValueAsString(board(BEGIN.plusSeconds(second), serving[second])))
                .toList();
        var pages = LongStream.range(0, PAGES / OF).map(page -> OF * page + 1).toArray();
        var all = "crowd(function (window, document, XMLHttpRequest, navigator, Date) {"
                + file("/META-INF/resources/waiting-page/waiting-page.js")
                + "}, " + BEGIN.toEpochMilli() + ", " + DOORS + ", " + LAST + ", " + JSON.writeValueAsString(pages)
                + ", "
                + JSON.writeValueAsString(boards) + ", " + JSON.writeValueAsString(serving) + ", "
                + JSON.writeValueAsString(file("/META-INF/resources/waiting-page/texts/en.json")) + ")";
        var context = Context.enter();
        try {
            context.setLanguageVersion(Context.VERSION_ES6);
            var scope = context.initStandardObjects();
            context.evaluateString(scope, file("lobby-crowd.js"), "lobby-crowd.js", 1, null);
            return JSON.readTree(Context.toString(context.evaluateString(scope, all, "waiting-page.js", 1, null)));
        } finally {
            Context.exit();
        }
    }

    private static Board board(Instant now, long serving) {
        var seen = new RoomSnapshot(
                serving + 1,
                1,
                PAGES,
                serving,
                PAGES - serving,
                0,
                serving,
                0,
                Endings.NONE,
                0,
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                LaneCounters.NONE);
        return Board.of(room(), seen, Optional.empty(), PrintedWords.NONE, now);
    }

    private static Room room() {
        var doors = LocalDateTime.ofInstant(BEGIN.plusSeconds(DOORS), ZoneOffset.UTC);
        var opening =
                new ScheduledOpening(ZoneId.of("UTC"), doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN);
        var settings = new RoomSettings(
                Optional.of(Rate.parse("200/1m")),
                OptionalLong.empty(),
                false,
                Mode.SCHEDULED,
                new Schedule(List.of(opening)));
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId("sale"), "Sale", settings, terms, Optional.empty());
    }

    private static long sum(JsonNode asked, int from, int seconds, String what) {
        return IntStream.range(from, from + seconds)
                .mapToLong(second -> asked.path(second).path(what).asLong(0))
                .sum();
    }

    private static Set<String> names(JsonNode asked) {
        return StreamSupport.stream(asked.spliterator(), false)
                .flatMap(second -> second.propertyNames().stream())
                .collect(Collectors.toSet());
    }

    private static String file(String name) {
        try (var stream = Objects.requireNonNull(LobbyCrowdTest.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
