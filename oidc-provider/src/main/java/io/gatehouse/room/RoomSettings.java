package io.gatehouse.room;

import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import io.gatehouse.stock.Stock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The settings that an operator may change while the room runs.
 *
 * @param rate how fast turns are handed out; without one, and without a capacity, they are let in by hand
 * @param capacity how many may hold an admission or an open turn at once, 0 or more
 * @param isPaused whether no visitor is called; all places are kept
 * @param mode what the room does with visitors
 * @param schedule its dates, which count in {@link Mode#SCHEDULED} and are announced in {@link Mode#CLOSED}
 * @param stock how many are admitted in all; empty: any number
 * @param words the name of the operators' words to its visitors, which are stored elsewhere; empty: none
 * @param tellsPastDraws whether everyone may read its past draws, with the files that prove them
 */
public record RoomSettings(
        Optional<Rate> rate,
        OptionalLong capacity,
        boolean isPaused,
        Mode mode,
        Schedule schedule,
        Optional<Stock> stock,
        Optional<String> words,
        boolean tellsPastDraws) {

    private static final String PUBLIC = "public";

    /** The settings that operators may change, each as the panel, stores, the ledger and events have it. */
    public static final List<Setting<RoomSettings>> SETTINGS = List.of(
            new Setting<RoomSettings>(
                            "rate",
                            Kind.text(Rate::parse),
                            "How fast turns are handed out, evenly: 200/1m, 25/s",
                            own -> own.rate.map(Rate::toString).orElse(null))
                    .told(),
            new Setting<RoomSettings>(
                            "capacity",
                            Kind.whole(0, 100_000_000, "500"),
                            "How many visitors may be inside or called at once",
                            own -> own.capacity.isPresent() ? (Long) own.capacity.getAsLong() : null)
                    .told(),
            new Setting<RoomSettings>("paused", Kind.truth(), "Whether the room starts paused", RoomSettings::isPaused),
            new Setting<RoomSettings>(
                            "mode",
                            Kind.word(Stream.of(Mode.values()).map(Mode::word).toList(), Mode::parse),
                            "What the room does with newcomers and with those in line",
                            own -> own.mode.word())
                    .told(),
            new Setting<RoomSettings>(
                    "schedule",
                    Kind.objects(WrittenDate.class, WrittenDate::line),
                    "Its dates, a line for each: zone, lobby, doors, close (or -), what becomes of the line then (let-in or"
                            + " end), and for a draw its source, like Europe/Berlin 2026-11-27T09:00 2026-11-27T10:00 -"
                            + " let-in receipts",
                    own -> own.schedule.dates().stream().map(WrittenDate::of).toList()),
            new Setting<RoomSettings>(
                            "stock",
                            Kind.whole(0, 1_000_000_000, "1000"),
                            "How many are admitted in all, in one opening of the line",
                            own -> own.stock.map(Stock::most).orElse(null))
                    .told(),
            new Setting<RoomSettings>(
                    "consumedBy",
                    Kind.required(Stock::endings),
                    "By which endings of an admission the stock is consumed: one or more of completed, abandoned, expired",
                    own -> own.stock.map(Stock::words).orElse(null)),
            new Setting<RoomSettings>(
                    "pastDraws",
                    new Kind.Text(List.of(PUBLIC), true, RoomSettings::tells),
                    "If public, everyone may read the room's past draws and get their files, with operators' names as in"
                            + " the ledger",
                    own -> own.tellsPastDraws ? PUBLIC : null));

    /** The name of the operators' words to visitors: it changes with each edit. */
    private static final Setting<RoomSettings> WORDS = new Setting<RoomSettings>(
            "words",
            Kind.text(),
            "The name of what is said to visitors, another one each time that it is edited",
            own -> own.words.orElse(null));

    /** All settings that a store keeps. */
    public static final List<Setting<RoomSettings>> KEPT =
            Stream.concat(SETTINGS.stream(), Stream.of(WORDS)).toList();

    /**
     * The settings with these values of {@link #KEPT} in JSON; {@link IllegalArgumentException} names the
     * fault of a wrong value.
     *
     * @param values by the settings' names; a setting without a value is absent, and dates are
     *     {@link WrittenDate}
     */
    public static RoomSettings of(Map<String, ?> values) {
        return new RoomSettings(
                text(values, "rate").map(Rate::parse),
                number(values, "capacity").map(OptionalLong::of).orElseGet(OptionalLong::empty),
                Boolean.TRUE.equals(values.get("paused")),
                text(values, "mode").map(Mode::parse).orElse(Mode.QUEUEING),
                new Schedule(Stream.ofNullable(values.get("schedule"))
                        .flatMap(dates -> ((List<?>) dates).stream())
                        .map(date -> ((WrittenDate) date).read())
                        .toList()),
                number(values, "stock")
                        .map(most -> new Stock(
                                most,
                                text(values, "consumedBy").map(Stock::endings).orElse(Stock.USUALLY))),
                text(values, "words"),
                text(values, "pastDraws").filter(RoomSettings::tells).isPresent());
    }

    /** Whether this word tells past draws; {@link IllegalArgumentException} for an unknown word. */
    public static boolean tells(String word) {
        if (!word.strip().equals(PUBLIC)) {
            throw new IllegalArgumentException("past draws must be " + PUBLIC + ", or not set, was \"" + word + "\"");
        }
        return true;
    }

    private static Optional<String> text(Map<String, ?> values, String name) {
        return Optional.ofNullable(values.get(name)).map(Object::toString);
    }

    private static Optional<Long> number(Map<String, ?> values, String name) {
        return Optional.ofNullable(values.get(name)).map(number -> ((Number) number).longValue());
    }

    /** The settings of a room with any stock and without words. */
    public RoomSettings(Optional<Rate> rate, OptionalLong capacity, boolean isPaused, Mode mode, Schedule schedule) {
        this(rate, capacity, isPaused, mode, schedule, Optional.empty(), Optional.empty(), false);
    }

    /** The settings of a room that is always open. */
    public RoomSettings(Optional<Rate> rate, OptionalLong capacity, boolean isPaused) {
        this(rate, capacity, isPaused, Mode.QUEUEING, Schedule.NONE);
    }

    /** These settings, paused or not. */
    public RoomSettings paused(boolean paused) {
        return new RoomSettings(rate, capacity, paused, mode, schedule, stock, words, tellsPastDraws);
    }

    /** These settings at another speed. */
    public RoomSettings at(Optional<Rate> nextRate, OptionalLong nextCapacity) {
        return new RoomSettings(nextRate, nextCapacity, isPaused, mode, schedule, stock, words, tellsPastDraws);
    }

    /** These settings at the same speed, with other opening times. */
    public RoomSettings open(Mode nextMode, Schedule nextSchedule) {
        return new RoomSettings(rate, capacity, isPaused, nextMode, nextSchedule, stock, words, tellsPastDraws);
    }

    /** These settings with other words to visitors. */
    public RoomSettings saying(Optional<String> nextWords) {
        return new RoomSettings(rate, capacity, isPaused, mode, schedule, stock, nextWords, tellsPastDraws);
    }

    /** These settings with another stock. */
    public RoomSettings admitting(Optional<Stock> nextStock) {
        return new RoomSettings(rate, capacity, isPaused, mode, schedule, nextStock, words, tellsPastDraws);
    }

    /** These settings, with past draws for everyone, or without. */
    public RoomSettings tellingPastDraws(boolean tells) {
        return new RoomSettings(rate, capacity, isPaused, mode, schedule, stock, words, tells);
    }

    /** The number of things in stock that are neither consumed nor held, by this look at the room; 0 or more. */
    public long free(RoomSnapshot seen) {
        return stock.map(all -> all.free(seen.slots(), seen.endings())).orElse(Long.MAX_VALUE);
    }

    /** The level of the stock that is left for visitors in line, by this look at the room. */
    public Stock.Level left(RoomSnapshot seen) {
        return stock.map(all -> all.level(seen.slots(), seen.endings())).orElse(Stock.Level.SOME);
    }

    /** What the room does at this moment, whether it is paused or not. */
    public Phase phase(Instant now) {
        return schedule.phase(mode, now);
    }

    /** The date whose entrants are drawn, from its lobby on; empty when visitors are called in order of arrival. */
    public Optional<ScheduledDate> drawing(Instant now) {
        return mode == Mode.SCHEDULED
                ? schedule.begun(now).filter(date -> date.draw().isPresent())
                : Optional.empty();
    }

    /** Whether visitors may be called at this moment, in any way. */
    public boolean mayCall(Instant now) {
        return !isPaused && phase(now).calls();
    }

    /** The end of the line that is called now, when its last visitors are sent away; empty if there is none. */
    public Optional<Instant> endsAt(Instant now) {
        return mode == Mode.SCHEDULED && phase(now) == Phase.OPEN
                ? schedule.begun(now)
                        .filter(date -> date.atClose() == AtClose.END)
                        .map(ScheduledDate::closesAt)
                        .filter(end -> !end.equals(Instant.MAX))
                : Optional.empty();
    }

    /** The date for visitors who may not come in yet, or any more; empty when none is to come. */
    public Optional<ScheduledDate> next(Instant now) {
        var phase = phase(now);
        var isTold = phase == Phase.LOBBY || !phase.givesPlaces();
        return isTold ? schedule.next(now) : Optional.empty();
    }
}
