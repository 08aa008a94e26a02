package io.gatehouse.panel.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.draw.Seeds;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.ShowUp;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How a room stands, by its settings, its schedule, its stock and its draw. */
class RoomStateTest {

    private static final Seeds SEEDS = draw -> new Seed("5eed".repeat(16));
    private static final RoomSettings OPEN =
            new RoomSettings(Optional.of(Rate.parse("200/1m")), OptionalLong.of(500), false);
    private static final RoomState.Held HELD = new RoomState.Held(Advance.Why.RATE, RoomState.Limit.KNOWN);
    private static final String LOBBY = "2026-11-27T08:00:00Z";
    private static final String DOORS = "2026-11-27T09:00:00Z";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-24T07:00:00Z | let-in | 0 | Scheduled | soon | Lobby 27 Nov 2026, 09:00 Europe/Berlin, in 3 d 1 h. Doors 27 Nov 2026, 10:00 Europe/Berlin, in 3 d 2 h.",
                "2026-11-27T08:00:00Z | let-in | 9 | Lobby | soon | Doors 27 Nov 2026, 10:00 Europe/Berlin, in 1 h 0 min.",
                "2026-11-27T08:47:30.5Z | let-in | 9 | Lobby | soon | Doors 27 Nov 2026, 10:00 Europe/Berlin, in 12:29.",
                "2026-11-27T09:00:00Z | let-in | 9 | Open | open | Closes 27 Nov 2026, 18:00 Europe/Berlin, in 8 h 0 min.",
                "2026-11-27T17:00:00Z | let-in | 9 | Closing | over | No more places are given. Those in line are let in. Lobby 28 Nov 2026, 09:00 Europe/Berlin, in 15 h 0 min. Doors 28 Nov 2026, 10:00 Europe/Berlin, in 16 h 0 min.",
                "2026-11-27T17:00:00Z | let-in | 0 | Scheduled | soon | Lobby 28 Nov 2026, 09:00 Europe/Berlin, in 15 h 0 min. Doors 28 Nov 2026, 10:00 Europe/Berlin, in 16 h 0 min.",
                "2026-11-27T17:00:00Z | end | 9 | Scheduled | soon | Lobby 28 Nov 2026, 09:00 Europe/Berlin, in 15 h 0 min. Doors 28 Nov 2026, 10:00 Europe/Berlin, in 16 h 0 min.",
                "2026-11-28T17:00:00Z | end | 9 | Closed | over | Since 28 Nov 2026, 18:00 Europe/Berlin. No other date is scheduled.",
                "2026-11-28T17:00:00Z | let-in | 9 | Closing | over | No more places are given. Those in line are let in.",
                "2026-11-28T17:00:00Z | let-in | 0 | Closed | over | Since 28 Nov 2026, 18:00 Europe/Berlin. No other date is scheduled."
            })
    void givenTwoDays_whenTimePasses_thenTheWordIsTheOneOfTheMomentAndTheNextDateIsTold(
            Instant now, String atClose, long waiting, String word, String tone, String says) {
        var days = new Schedule(List.of(day("2026-11-27", atClose, null), day("2026-11-28", atClose, null)));

        var state = state(OPEN.open(Mode.SCHEDULED, days), seen(waiting, 0, 0, null), now);

        assertThat(state.word()).isEqualTo(word);
        assertThat(state.tone()).isEqualTo(tone);
        assertThat(state.says()).isEqualTo(says);
        assertThat(state.needs()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUEING, Open, open, ''",
        "SCHEDULED, Closed, over, No date is scheduled.",
        "PASS_THROUGH, Passes through, open, ''",
        "CLOSED, Closed, over, By its mode.",
        "HOLD, On hold, paused, ''"
    })
    void givenAModeWithoutDates_whenLookedAt_thenItsWordIsSaid(Mode mode, String word, String tone, String says) {
        var state = state(OPEN.open(mode, Schedule.NONE), seen(0, 0, 0, null), Instant.parse(DOORS));

        assertThat(state.word()).isEqualTo(word);
        assertThat(state.tone()).isEqualTo(tone);
        assertThat(state.says()).isEqualTo(says);
    }

    @Test
    void givenARoomWithoutRateAndCapacity_whenItIsOpen_thenItIsByHand() {
        var byHand = OPEN.at(Optional.empty(), OptionalLong.empty());

        assertThat(state(byHand, seen(0, 0, 0, null), Instant.parse(DOORS)).word())
                .isEqualTo("By hand");
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUEING, 1, 0, Open",
        "QUEUEING, 1, 1, Taken",
        "QUEUEING, 2, 0, Sold out",
        "PASS_THROUGH, 2, 0, Sold out",
        "CLOSED, 2, 0, Closed",
        "HOLD, 2, 0, On hold"
    })
    void givenAStock_whenItIsTakenOrConsumed_thenOnlyARoomThatIsNotClosedSaysSo(
            Mode mode, long consumed, long inside, String word) {
        var settings = OPEN.open(mode, Schedule.NONE).admitting(Optional.of(new Stock(2, Stock.USUALLY)));

        assertThat(state(settings, seen(5, inside, consumed, null), Instant.parse(DOORS))
                        .word())
                .isEqualTo(word);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void givenAPause_whenLookedAtInAnyMode_thenThatIsSaidWithTheDateBesideIt(Mode mode) {
        var days = new Schedule(List.of(day("2026-11-27", "end", null)));

        var state = state(OPEN.paused(true).open(mode, days), seen(5, 0, 0, null), Instant.parse(LOBBY));

        assertThat(state.word()).isEqualTo("Paused");
        assertThat(state.says())
                .isEqualTo(
                        mode == Mode.SCHEDULED || mode == Mode.CLOSED
                                ? "Doors 27 Nov 2026, 10:00 Europe/Berlin, in 1 h 0 min."
                                : "");
    }

    @Test
    void givenARetiredRoom_whenLookedAt_thenNothingElseIsSaid() {
        var room = room(OPEN.paused(true)).retired(true);

        assertThat(RoomState.of(room, seen(5, 0, 0, null), HELD, SEEDS, Instant.parse(DOORS))
                        .word())
                .isEqualTo("Retired");
    }

    @Test
    void givenADrawOfAnOutsideSource_whenTheDoorsTimeHasCome_thenTheValueIsNeededWhateverElseIsSo() {
        var draw = "drand round 123456";
        var settings = drawn(draw);
        var opened = lobbyDraw(draw);
        var frozen = opened.frozen(9, "00", RankedBehind.NOBODY);
        var doors = Instant.parse(DOORS);

        assertThat(state(settings, seen(9, 0, 0, opened), doors.minusSeconds(1)).word())
                .isEqualTo("Lobby");
        assertThat(state(settings, seen(9, 0, 0, opened), doors).word()).isEqualTo("Drawing");
        var needed = state(settings.paused(true), seen(9, 0, 0, frozen), doors);
        assertThat(needed.is()).isEqualTo(RoomState.Is.NEEDS_VALUE);
        assertThat(needed.tone()).isEqualTo("needed");
        assertThat(needed.act()).isEqualTo("Tell the public value");
        assertThat(needed.needs())
                .isEqualTo(
                        "The doors' time was 27 Nov 2026, 10:00 Europe/Berlin. Nobody is called until you tell the draw"
                                + " its public value, from drand round 123456. The room is paused as well.");
        assertThat(state(settings, seen(9, 0, 0, frozen.drawn("8a3f", SEEDS.of(opened.draw()))), doors)
                        .word())
                .isEqualTo("Open");
    }

    @Test
    void givenADrawOfAnotherMasterKey_whenLookedAt_thenTheKeyIsNeeded() {
        var foreign = new LobbyDraw(
                lobbyDraw(Draw.RECEIPTS).draw(), "0".repeat(64), 0, Optional.empty(), Optional.empty(), 0);

        var state = state(drawn(Draw.RECEIPTS), seen(9, 0, 0, foreign), Instant.parse(DOORS));

        assertThat(state.word()).isEqualTo("Draw cannot be done");
        assertThat(state.needs()).contains("the master key is not the one of its commitment");
        assertThat(state.line())
                .isEqualTo(
                        "Waits for you: the draw was announced under another master key. 9 wait. Closes in 8 h 0 min.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RATE | 0 | The line is empty.",
                "RATE | 1 | The rate holds the line. 1 waits.",
                "CAPACITY | 4120 | The capacity holds the line. 4,120 wait.",
                "STOCK | 9 | The stock holds the line. 9 wait.",
                "TUNED | 9 | The limit that the room has found holds the line. 9 wait."
            })
    void givenAnOpenRoom_whenLookedAt_thenTheLineSaysWhatHoldsIt(Advance.Why why, long waiting, String line) {
        var blind = RoomState.of(
                room(OPEN),
                seen(waiting, 0, 0, null),
                new RoomState.Held(why, RoomState.Limit.BLIND),
                SEEDS,
                Instant.parse(DOORS));
        var seeing = RoomState.of(
                room(OPEN),
                seen(waiting, 0, 0, null),
                new RoomState.Held(why, RoomState.Limit.KNOWN),
                SEEDS,
                Instant.parse(DOORS));

        assertThat(seeing.line()).isEqualTo(line);
        assertThat(blind.line())
                .isEqualTo(line + " A signal is missing: the room does not know how the sites are, and does not"
                        + " raise its limit.");
        assertThat(blind.tone()).isEqualTo("open");
    }

    @Test
    void givenARoomThatFindsItsLimit_whenThisNodeHasNotReadItYet_thenTheLineSaysThatNoVisitorIsCalled() {
        var state = RoomState.of(
                room(OPEN),
                seen(9, 0, 0, null),
                new RoomState.Held(Advance.Why.TUNED, RoomState.Limit.UNKNOWN),
                SEEDS,
                Instant.parse(DOORS));

        assertThat(state.line())
                .isEqualTo("9 wait. The limit is not known yet: this node has still to read it from the store."
                        + " No visitor is called by itself before.");
    }

    private static RoomSettings drawn(String source) {
        return OPEN.open(Mode.SCHEDULED, new Schedule(List.of(day("2026-11-27", "end", source))));
    }

    private static LobbyDraw lobbyDraw(String source) {
        var draw = room(drawn(source))
                .draw(seen(0, 0, 0, null), Instant.parse(LOBBY))
                .orElseThrow();
        return LobbyDraw.opened(draw, SEEDS.of(draw), 0);
    }

    private static RoomState state(RoomSettings settings, RoomSnapshot seen, Instant now) {
        return RoomState.of(room(settings), seen, HELD, SEEDS, now);
    }

    private static Room room(RoomSettings settings) {
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId("shop"), "Shop", settings, terms, Optional.empty());
    }

    private static ScheduledDate day(String day, String atClose, @Nullable String draw) {
        return ScheduledDate.parse("Europe/Berlin", day + "T09:00", day + "T10:00", day + "T18:00", atClose, draw);
    }

    private static RoomSnapshot seen(long waiting, long inside, long consumed, @Nullable LobbyDraw draw) {
        var endings = Endings.NONE;
        for (var n = 0; n < consumed; n++) {
            endings = endings.and(Ending.COMPLETED);
        }
        return new RoomSnapshot(
                new Counters(
                        1,
                        1,
                        waiting + inside + consumed,
                        inside + consumed,
                        endings,
                        0,
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.ofNullable(draw),
                        LaneCounters.NONE,
                        ShowUp.NONE),
                waiting,
                0,
                0,
                0,
                inside,
                0);
    }
}
