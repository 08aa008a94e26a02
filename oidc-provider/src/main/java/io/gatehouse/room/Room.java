package io.gatehouse.room;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.DeclaredLane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Phase;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Setting;
import io.gatehouse.stock.Stock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A waiting room as configured.
 *
 * @param title its name for visitors
 * @param configured the settings of the configuration that an operator may change while it runs
 * @param ceiling the fastest that the room's sites can accept visitors, independent of an operator's rate;
 *     empty if unknown; it does not limit visitors who are let in by hand
 * @param limits its other limits
 * @param lanes the lanes that its visitors stand in
 * @param keepsGrants whether unused turns that were let in by hand wait for visitors; else they lapse
 * @param capacityOnlyHolds whether a capacity without a rate only bounds those who are let in by hand; else
 *     it calls as many as fit
 * @param isRetired whether it is not to be used any more: newcomers get no place, and visitors with one are
 *     served
 */
public record Room(
        RoomId id,
        String title,
        RoomSettings configured,
        Terms terms,
        Optional<Rate> ceiling,
        Limits limits,
        Lanes lanes,
        boolean keepsGrants,
        boolean capacityOnlyHolds,
        boolean isRetired) {

    /** Whether a newcomer gets a place, and the first reason that the room has to refuse one. */
    public enum Vacancy {
        /** A newcomer gets a place. */
        AVAILABLE,
        /** The schedule or the mode gives no places now. */
        CLOSED,
        /** The stock is consumed, and nothing can come back. */
        SOLD_OUT,
        /** As many visitors are in line as the room takes. */
        FULL;

        /** Whether no newcomer gets a place. A full room still takes a visitor whose pass spares the wait. */
        public boolean isShut() {
            return this == CLOSED || this == SOLD_OUT;
        }

        /** The name of its page, and of its counter. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * The limits of a room.
     *
     * @param mostWaiting while this many wait, newcomers are asked to come again; 1 or more
     * @param lobbyWork how many hashes the browser of each newcomer to a lobby works through at most; 0: as
     *     everywhere else
     * @param mostPerNetwork how many of a network are entries of their own in a draw of its lobby; 0: all of
     *     them
     * @param browsers how many browsers and devices may use one admission; 0: any number, and they are not
     *     counted
     */
    public record Limits(long mostWaiting, int lobbyWork, int mostPerNetwork, int browsers) {

        /** No limits, except three browsers: one, another, and one that lost its cookies. */
        public static final Limits NONE = new Limits(Long.MAX_VALUE, 0, 0, 3);

        /** The settings. Stores have room for ten browsers; ten million hashes take a phone some minutes. */
        public static final List<Setting<Limits>> SETTINGS = List.of(
                new Setting<>(
                        "mostWaiting",
                        Kind.whole(1, "500000"),
                        "While so many are in line, newcomers are asked to come again",
                        Limits::mostWaiting),
                new Setting<>(
                        "lobbyWork",
                        Kind.whole(0, 10_000_000, "200000"),
                        "How many hashes the browser of each newcomer to a lobby works through at most, 0 for no more"
                                + " than limits.free-places asks",
                        Limits::lobbyWork),
                new Setting<>(
                        "mostPerNetwork",
                        Kind.whole(0, "20"),
                        "How many of a network are entries of their own in a draw of its lobbies, 0 for any number",
                        Limits::mostPerNetwork),
                new Setting<>(
                        "browsers",
                        Kind.whole(0, 10, "3"),
                        "How many browsers and devices may use one admission, 0 for any number",
                        Limits::browsers));
    }

    /** The settings of a room in the configuration, except passes and the API of the AWS Virtual Waiting Room. */
    public static final List<Setting<Room>> SETTINGS = Stream.of(
                    List.of(new Setting<>(
                            "title",
                            Kind.text(),
                            "Its name for visitors; one line of up to 100 characters",
                            Room::title)),
                    Setting.in(RoomSettings.SETTINGS, Room::configured),
                    Setting.in(Terms.SETTINGS, Room::terms),
                    Setting.in(Limits.SETTINGS, Room::limits),
                    List.of(new Setting<Room>(
                            "lanes",
                            Kind.objects(DeclaredLane.class, DeclaredLane::line),
                            "Its lanes, 8 at most, each with a weight or called first; a visitor who has no pass for a lane"
                                    + " stands in default, which weighs 1",
                            room -> DeclaredLane.all(room.lanes))))
            .flatMap(List::stream)
            .toList();

    /** The dates of a retired room: its line is called until it is empty. */
    private static final Schedule OVER = new Schedule(List.of(
            ScheduledDate.parse("UTC", "1970-01-01T00:00", "1970-01-01T00:00", "1970-01-01T00:01", "let-in", null)));

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyyMMdd't'HHmm'z'", Locale.ROOT);

    /** A room in which any number may wait, all in one lane, and the default number of browsers uses an admission. */
    public Room(RoomId id, String title, RoomSettings configured, Terms terms, Optional<Rate> ceiling) {
        this(id, title, configured, terms, ceiling, Limits.NONE, Lanes.NONE, false, false, false);
    }

    /** This room with the fastest rate that its sites can accept. */
    public Room limited(Optional<Rate> nextCeiling) {
        return new Room(
                id, title, configured, terms, nextCeiling, limits, lanes, keepsGrants, capacityOnlyHolds, isRetired);
    }

    /** This room with the values that a simulation tries: all settings, some times, and how many may wait. */
    public Room trying(Room other) {
        var most = new Limits(other.limits.mostWaiting, limits.lobbyWork, limits.mostPerNetwork, limits.browsers);
        return with(other.configured, terms.trying(other.terms), most);
    }

    /** This room with these settings, terms and limits. */
    public Room with(RoomSettings settings, Terms nextTerms, Limits nextLimits) {
        return new Room(
                id, title, settings, nextTerms, ceiling, nextLimits, lanes, keepsGrants, capacityOnlyHolds, isRetired);
    }

    /** This room, retired or not. */
    public Room retired(boolean retired) {
        return new Room(id, title, configured, terms, ceiling, limits, lanes, keepsGrants, capacityOnlyHolds, retired);
    }

    /**
     * The act of a visitor who asks for more time at the turn: {@link Act#EXTEND} while the turn holds a
     * slot, or one of the stock, that others wait for; else {@link Act#EXTEND_AGAIN}.
     */
    public Act extension(RoomSnapshot seen) {
        var settings = settings(seen);
        var holds = settings.capacity().isPresent() || settings.stock().isPresent();
        return holds && seen.callable() > 0 ? Act.EXTEND : Act.EXTEND_AGAIN;
    }

    /**
     * The draw of the date whose lobby opened last, in any state; empty without one. A closed date gets
     * no draw any more: it may be the last because the next one was removed.
     */
    public Optional<Draw> draw(RoomSnapshot seen, Instant now) {
        return settings(seen)
                .drawing(now)
                .filter(date -> date.closesAt().isAfter(now) || isKept(seen, draw(seen, date)))
                .map(date -> draw(seen, date));
    }

    /** The draw whose lobby opens next, while no places are given: its announced values do not change until then. */
    public Optional<Draw> nextDraw(RoomSnapshot seen, Instant now) {
        var settings = settings(seen);
        return phase(seen, now) == Phase.CLOSED || settings.phase(now) == Phase.ENDED
                ? settings.next(now).filter(date -> date.draw().isPresent()).map(date -> draw(seen, date))
                : Optional.empty();
    }

    /** The draw that a date has, or would have if its lobby opened now. */
    private Draw draw(RoomSnapshot seen, ScheduledDate date) {
        var first = MINUTE.format(date.lobbyAt().atOffset(ZoneOffset.UTC)) + "-" + seen.opening();
        var drawId = seen.draw().map(kept -> drawId(kept.draw().id(), first)).orElse(first);
        return new Draw(id.value(), drawId, date.draw().orElse(Draw.RECEIPTS), limits.mostPerNetwork());
    }

    /**
     * The id of a lobby's draw: its moment, the line's opening, and from the second draw in that opening on a
     * number that only grows. So no id and no seed comes twice, however operators move lobbies.
     *
     * @param kept the id of the last draw
     * @param first the id that a first draw would have
     */
    private static String drawId(String kept, String first) {
        if ((kept + "-").startsWith(first + "-")) {
            return kept;
        }
        var parts = kept.split("-", -1);
        return first + "-" + (parts.length > 2 ? Long.parseLong(parts[2]) + 1 : 2);
    }

    private static boolean isKept(RoomSnapshot seen, Draw draw) {
        return seen.draw().filter(kept -> kept.draw().id().equals(draw.id())).isPresent();
    }

    /** Whether calls have to wait, because their order is not known yet. */
    public boolean awaitsDraw(RoomSnapshot seen, Instant now) {
        return draw(seen, now).isPresent()
                && known(seen, now).filter(LobbyDraw::isDone).isEmpty();
    }

    /**
     * The draw whose doors are due and whose public value an operator has to enter: its entrants are fixed,
     * and no visitor is called before.
     */
    public Optional<LobbyDraw> withoutValue(RoomSnapshot seen, Instant now) {
        return known(seen, now)
                .filter(draw -> settings(seen).phase(now).calls())
                .filter(draw -> draw.frozen().isPresent() && !draw.isDone())
                .filter(draw -> draw.ownValue().isEmpty());
    }

    /**
     * The phase for newcomers: a lobby with a draw opens when the store knows who came before it, which is a
     * tick later, and lasts until the draw is done.
     */
    public Phase phase(RoomSnapshot seen, Instant now) {
        var phase = settings(seen).phase(now);
        var isLobby = phase == Phase.LOBBY || phase == Phase.OPEN;
        if (!isLobby || !awaitsDraw(seen, now)) {
            return phase;
        }
        return known(seen, now).isPresent() ? Phase.LOBBY : Phase.CLOSED;
    }

    /** Whether a newcomer gets a place. Every door asks this; how much one address may take is the door's own limit. */
    public Vacancy vacancy(RoomSnapshot seen, Instant now) {
        if (!phase(seen, now).givesPlaces()) {
            return Vacancy.CLOSED;
        }
        if (settings(seen).left(seen) == Stock.Level.SOLD_OUT) {
            return Vacancy.SOLD_OUT;
        }
        return seen.callable() >= limits.mostWaiting() ? Vacancy.FULL : Vacancy.AVAILABLE;
    }

    /** The date for visitors who may not come in yet; also of a lobby whose doors wait for the draw. */
    public Optional<ScheduledDate> next(RoomSnapshot seen, Instant now) {
        return phase(seen, now) == Phase.LOBBY
                ? settings(seen).schedule().begun(now)
                : settings(seen).next(now);
    }

    /** The stored part of {@link #draw}. Its source and limit are the announced ones, despite later changes. */
    public Optional<LobbyDraw> known(RoomSnapshot seen, Instant now) {
        return draw(seen, now)
                .flatMap(draw -> seen.draw().filter(kept -> kept.draw().id().equals(draw.id())));
    }

    /** The settings in force: the chosen ones, except that a retired room is closed behind its line. */
    public RoomSettings settings(RoomSnapshot snapshot) {
        return isRetired ? chosen(snapshot).open(Mode.SCHEDULED, OVER) : chosen(snapshot);
    }

    /** Whether it calls as many as fit by itself, so that letting in by hand has no effect. */
    public boolean fills(RoomSettings settings) {
        return settings.rate().isEmpty() && settings.capacity().isPresent() && !capacityOnlyHolds;
    }

    /** Whether only visitors who are let in by hand are called. */
    public boolean isByHand(RoomSettings settings) {
        return settings.rate().isEmpty() && !fills(settings);
    }

    /** An operator's settings if there are any, else the configured ones: an edit begins with them. */
    public RoomSettings chosen(RoomSnapshot snapshot) {
        return snapshot.changed().orElse(configured);
    }
}
