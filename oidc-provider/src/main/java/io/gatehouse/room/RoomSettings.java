package io.gatehouse.room;

import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledOpening;
import io.gatehouse.stock.Stock;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an operator may turn while the room runs.
 *
 * @param rate how fast turns are handed out; without one, and without a capacity, they are let in by hand
 * @param capacity how many may hold an admission or an open turn at once, 0 or more
 * @param isPaused whether nobody new is called; all places are kept
 * @param mode what the room does with those who come
 * @param schedule its openings, which count in {@link Mode#SCHEDULED} and are told of in {@link Mode#CLOSED}
 * @param stock how many are admitted in all; empty: any number
 * @param words the name of what operators say to its visitors, which lies elsewhere; empty: nothing
 */
public record RoomSettings(
        Optional<Rate> rate,
        OptionalLong capacity,
        boolean isPaused,
        Mode mode,
        Schedule schedule,
        Optional<Stock> stock,
        Optional<String> words) {

    public RoomSettings {
        if (capacity.isPresent() && capacity.getAsLong() < 0) {
            throw new IllegalArgumentException("capacity must be 0 or more, was " + capacity.getAsLong());
        }
    }

    /** Those of a room that admits any number, and that nobody says anything in. */
    public RoomSettings(Optional<Rate> rate, OptionalLong capacity, boolean isPaused, Mode mode, Schedule schedule) {
        this(rate, capacity, isPaused, mode, schedule, Optional.empty(), Optional.empty());
    }

    /** Those of a room that is always open. */
    public RoomSettings(Optional<Rate> rate, OptionalLong capacity, boolean isPaused) {
        this(rate, capacity, isPaused, Mode.QUEUEING, Schedule.NONE);
    }

    /** The same settings, paused or not. */
    public RoomSettings paused(boolean paused) {
        return new RoomSettings(rate, capacity, paused, mode, schedule, stock, words);
    }

    /** The same rules of when it is open to whom, at another speed. */
    public RoomSettings at(Optional<Rate> nextRate, OptionalLong nextCapacity) {
        return new RoomSettings(nextRate, nextCapacity, isPaused, mode, schedule, stock, words);
    }

    /** The same speed, and these rules of when it is open to whom. */
    public RoomSettings open(Mode nextMode, Schedule nextSchedule) {
        return new RoomSettings(rate, capacity, isPaused, nextMode, nextSchedule, stock, words);
    }

    /** The same, and other words to its visitors. */
    public RoomSettings saying(Optional<String> nextWords) {
        return new RoomSettings(rate, capacity, isPaused, mode, schedule, stock, nextWords);
    }

    /** The same, and so many in all. */
    public RoomSettings admitting(Optional<Stock> nextStock) {
        return new RoomSettings(rate, capacity, isPaused, mode, schedule, nextStock, words);
    }

    /** How many more may be called before all of the stock is taken, by this look at the room; 0 or more. */
    public long free(RoomSnapshot seen) {
        return stock.map(all -> all.free(seen.slots(), seen.endings())).orElse(Long.MAX_VALUE);
    }

    /** How much of the stock is left for those who wait, by this look at the room. */
    public Stock.Level left(RoomSnapshot seen) {
        return stock.map(all -> all.level(seen.slots(), seen.endings())).orElse(Stock.Level.SOME);
    }

    /** What the room does at this moment, whether it is paused or not. */
    public Phase phase(Instant now) {
        return schedule.phase(mode, now);
    }

    /** The opening whose entrants are drawn, from its lobby on; empty when those who come first are called first. */
    public Optional<ScheduledOpening> drawing(Instant now) {
        return mode == Mode.SCHEDULED
                ? schedule.begun(now).filter(opening -> opening.draw().isPresent())
                : Optional.empty();
    }

    /** Whether anybody may be called at this moment, by whatever way. */
    public boolean mayCall(Instant now) {
        return !isPaused && phase(now).calls();
    }

    /** The opening to tell those of who may not come in yet, or any more; empty when none is to come. */
    public Optional<ScheduledOpening> next(Instant now) {
        var phase = phase(now);
        var isTold = phase == Phase.LOBBY || !phase.givesPlaces();
        return isTold ? schedule.next(now) : Optional.empty();
    }
}
