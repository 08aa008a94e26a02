package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.board.Board;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.forecast.Forecast;
import io.gatehouse.forecast.ForecastScore;
import io.gatehouse.forecast.RoomForecast;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.ShowUp;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What 20,000 pages ask the origin for around the zero of their countdown, by the page's own script and the
 * boards that the server makes. Every fortieth of them is reckoned, which takes seconds.
 */
class LobbyCrowdTest {

    private static final int PAGES = 20_000;
    private static final int OF = 40;
    private static final int CALLED = 1_000;

    /** Seconds from the first page to the doors, and to the end. All have come after half a minute. */
    private static final int DOORS = 95;

    private static final int LAST = 140;

    /** Seconds that are compared. */
    private static final int WINDOW = 10;

    private static final Instant BEGIN = Instant.parse("2026-11-27T09:00:00Z").minusSeconds(DOORS);
    private static final JsonMapper JSON = new JsonMapper();

    /** As which one each position is called: where there is a draw, what it has made of it. */
    private enum Lobby {
        FIRST_COME {
            @Override
            Optional<LobbyDraw> draw(boolean isOpen, long called) {
                return Optional.empty();
            }
        },
        DRAWN {
            @Override
            Optional<LobbyDraw> draw(boolean isOpen, long called) {
                var lobby = LobbyDraw.opened(DRAW, SEED, 0);
                return Optional.of(
                        isOpen
                                ? lobby.frozen(PAGES, NOBODY, RankedBehind.NOBODY)
                                        .drawn(NOBODY, SEED)
                                        .called(called)
                                : lobby);
            }
        };

        private static final Draw DRAW = new Draw("sale", "1", Draw.RECEIPTS);
        private static final Seed SEED = new Seed("7".repeat(64));
        private static final String NOBODY = "0".repeat(64);

        abstract Optional<LobbyDraw> draw(boolean isOpen, long called);

        private Order order() {
            return draw(true, 0).map(LobbyDraw::order).orElse(Order.OF_ARRIVAL);
        }
    }

    /** Each who is called asks for the place once, when it sees that: that is the turn, and not the countdown. */
    @ParameterizedTest
    @EnumSource(Lobby.class)
    void givenTwentyThousandLobbyPages_whenTheDoorsOpenAndAThousandAreCalled_thenTheyReadNoMoreBoardsThanBefore(
            Lobby lobby) {
        var turns = LongStream.range(0, PAGES / OF)
                .map(page -> lobby.order().of(OF * page + 1))
                .toArray();
        var asked = crowd(lobby, turns);
        var usual = IntStream.rangeClosed(DOORS - 4 * WINDOW, DOORS - WINDOW)
                .mapToLong(from -> sum(asked, from, WINDOW, "board"))
                .summaryStatistics();
        var called = LongStream.of(turns).filter(turn -> turn <= CALLED).count();

        assertThat(usual.getAverage()).as("so many do ask").isBetween(180.0, 280.0);
        assertThat(sum(asked, 0, DOORS, "place")).isZero();
        assertThat(sum(asked, DOORS, LAST - DOORS, "place")).isEqualTo(called);
        assertThat(sum(asked, DOORS, LAST - DOORS, "draw.js")).isZero();
        assertThat(sum(asked, 0, DOORS, "draw.js")).isEqualTo(lobby == Lobby.DRAWN ? PAGES / OF : 0);
        assertThat(names(asked)).as("in all").isSubsetOf("board", "place", "en.json", "draw.js");
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

    /** What is asked for in each second, by the pages with these turns. */
    private static JsonNode crowd(Lobby lobby, long[] turns) {
        var serving = LongStream.range(0, LAST)
                .map(second -> second < DOORS ? 0 : CALLED)
                .toArray();
        var boards = IntStream.range(0, LAST)
                .mapToObj(second -> JSON.writeValueAsString(board(
                        BEGIN.plusSeconds(second), serving[second], lobby.draw(second >= DOORS, serving[second]))))
                .toList();
        var pages = LongStream.range(0, PAGES / OF).map(page -> OF * page + 1).toArray();
        var all = "crowd(function (window, document, XMLHttpRequest, navigator, Date) {"
                + file("/META-INF/resources/waiting-page/waiting-page.js")
                + "}, " + BEGIN.toEpochMilli() + ", " + DOORS + ", " + LAST + ", " + JSON.writeValueAsString(pages)
                + ", " + JSON.writeValueAsString(turns) + ", "
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

    private static Board board(Instant now, long serving, Optional<LobbyDraw> draw) {
        var seen = new RoomSnapshot(
                new Counters(
                        serving + 1,
                        1,
                        PAGES,
                        draw.isPresent() ? 0 : serving,
                        Endings.NONE,
                        0,
                        Instant.EPOCH,
                        Optional.empty(),
                        draw,
                        LaneCounters.NONE,
                        ShowUp.NONE),
                PAGES - serving,
                0,
                serving,
                0,
                0,
                0);
        return Board.of(room(), seen, NOTHING_SAID, PrintedWords.NONE, false, now);
    }

    private static final RoomForecast NOTHING_SAID = new RoomForecast(
            new Forecast(Forecast.By.HELD, List.of(), Optional.empty()),
            new ForecastScore(Instant.EPOCH, 0, 0, 0, 0, 0, 0));

    private static Room room() {
        var doors = LocalDateTime.ofInstant(BEGIN.plusSeconds(DOORS), ZoneOffset.UTC);
        var opening = new ScheduledDate(
                ZoneId.of("UTC"), doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN, Optional.empty());
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
