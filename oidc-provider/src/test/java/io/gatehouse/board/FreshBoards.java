package io.gatehouse.board;

import io.gatehouse.draw.Seed;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.room.Advance;
import io.gatehouse.words.EditionPrinter;
import io.gatehouse.words.Texts;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Boards as a tick makes them, for who drives ticks without a node. */
public final class FreshBoards {

    private FreshBoards() {}

    /** Those of a node that has just started. */
    public static Boards of(Clock clock) {
        var press = new EditionPrinter(Texts.load(), (room, words) -> Optional.empty());
        return new Boards(
                new Forecasts((room, from, to) -> List.of(), (room, seen) -> Advance.Why.CAPACITY, Optional.empty()),
                press,
                draw -> new Seed("5eed".repeat(16)),
                clock,
                System::nanoTime,
                Duration.ofHours(1),
                new Boards.Listeners(false, (room, board) -> {}));
    }
}
