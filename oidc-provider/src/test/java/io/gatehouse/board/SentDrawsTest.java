package io.gatehouse.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.ShowUp;
import io.gatehouse.stock.Endings;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Thousands of pages ask what a draw has made of them in the same seconds. */
class SentDrawsTest {

    private static final Seed SEED = new Seed("7".repeat(64));
    private static final LobbyDraw FROZEN = LobbyDraw.opened(new Draw("shop", "1", "drand", 2), SEED, 0)
            .frozen(10, "0".repeat(64), new RankedBehind(List.of(2L, 7L)));

    private final MutableClock clock = MutableClock.standing();
    private final Room room = new Room(
            new RoomId("shop"),
            "Shop",
            new RoomSettings(Optional.empty(), OptionalLong.of(3), false),
            Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
            Optional.empty());
    private final Boards boards = FreshBoards.of(clock);

    @Test
    void givenADrawThatIsDone_whenItsEntrantsAreCalled_thenItIsNotWrittenAgain() {
        var frozen = told(FROZEN);
        var drawn = told(FROZEN.drawn("value", SEED));

        assertThat(drawn.bytes()).asString().contains("\"behind\":\"2,5\"", "\"publicValue\":\"value\"");
        assertThat(drawn.bytes()).isNotEqualTo(frozen.bytes());
        assertThat(told(FROZEN.drawn("value", SEED).called(3)).packed()).isSameAs(drawn.packed());
    }

    /** As a tick of this node has it that saw the draw so. */
    private Boards.SentDraw told(LobbyDraw draw) {
        boards.saw(
                room,
                new RoomSnapshot(
                        new Counters(
                                1 + draw.called(),
                                1,
                                10,
                                0,
                                Endings.NONE,
                                0,
                                Instant.EPOCH,
                                Optional.empty(),
                                Optional.of(draw),
                                LaneCounters.NONE,
                                ShowUp.NONE),
                        10 - draw.called(),
                        0,
                        draw.called(),
                        0,
                        0,
                        0),
                clock.instant());
        return boards.ready("shop").orElseThrow().told().get(0);
    }
}
