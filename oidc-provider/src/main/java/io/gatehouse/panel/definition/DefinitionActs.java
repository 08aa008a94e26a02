package io.gatehouse.panel.definition;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.Addition;
import io.gatehouse.addition.Additions;
import io.gatehouse.addition.DefinedRoom;
import io.gatehouse.addition.RoomReader;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.lane.Lanes;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.FormRow;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.lobby.LobbyChange;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.Rooms.UnknownRoomException;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Setting;
import io.gatehouse.tune.Tunings;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The acts of owners on the definitions of rooms, for the screens and for API clients. Each act is written to
 * the ledger before it is done, and to the log once it is.
 */
@Component
public final class DefinitionActs {

    private final AddedRooms added;
    private final RoomReader reader;
    private final Rooms rooms;
    private final WaitingRooms waitingRooms;
    private final Ledgers ledgers;
    private final Clock clock;

    DefinitionActs(
            AddedRooms added, RoomReader reader, Rooms rooms, WaitingRooms waitingRooms, Ledgers ledgers, Clock clock) {
        this.added = added;
        this.reader = reader;
        this.rooms = rooms;
        this.waitingRooms = waitingRooms;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /** The room as it is defined now; as it is kept, which this node may not have seen yet. */
    public Definition of(String name) {
        if (rooms.isOfTheFiles(name)) {
            return Definition.of(rooms.find(name).orElseThrow());
        }
        var room = added.kept().find(name).orElseThrow(() -> new UnknownRoomException(name));
        var defined = reader.read(name, room.settings());
        return Definition.of(
                new DefinedRoom(defined.room().retired(room.retired()), defined.passes(), defined.tune()),
                room.settings(),
                tag(room).value());
    }

    /** Whether there is a room of this name, a retired one too. */
    public boolean isTaken(String name) {
        return rooms.find(name).isPresent() || added.kept().find(name).isPresent();
    }

    /** Whether a room of this name that was added and is in use is defined by these settings, and no others. */
    public boolean isDefined(String name, Map<String, String> settings) {
        return added.kept()
                .find(name)
                .filter(room -> !room.retired() && room.settings().equals(settings))
                .isPresent();
    }

    /**
     * Refuses a name that is no name for a new room, and settings that make no sense.
     *
     * @throws RefusedException that says why
     */
    public void requireFree(String name, Map<String, String> settings) {
        requireNoneOfTheFiles(name);
        PanelPaths.requireFree(name);
        requireUsable(name, new Addition(settings, false));
    }

    /**
     * The settings of a new room like this one, as it is now: with its settings in force. Of a room of the
     * files, passes and tune stay there, since they may have secrets.
     *
     * @param title of the new room; empty: as this one's
     */
    public Map<String, String> copyOf(WaitingRoom room, String title) {
        var form = like(room);
        if (!title.isEmpty()) {
            form.put("title", title);
        }
        form.putAll(ScheduleForm.form(room.configuration().chosen(room.snapshot()).schedule().dates().stream()
                .map(WrittenDate::of)
                .toList()));
        return new Given.Typed(form).properties();
    }

    /** A form of a new room like this one, without the dates of the schedule. */
    public Map<String, String> like(WaitingRoom room) {
        var inForce = room.configuration().chosen(room.snapshot());
        var definition = of(room.id().value());
        var form = definition.typed();
        RoomSettings.SETTINGS.forEach(setting -> form.put(setting.name(), setting.typed(inForce)));
        form.putAll(FormRow.form(LaneForm.rows(definition.lanes())));
        form.remove("schedule");
        return form;
    }

    /** The room of these settings, which are without fault. */
    public Room read(String name, Map<String, String> settings) {
        return reader.read(name, settings).room();
    }

    /**
     * The defaults of settings as they are typed; settings without a default are left out.
     */
    Map<String, String> usual() {
        var room = reader.read("room", Map.of()).room();
        return Room.SETTINGS.stream()
                .filter(setting -> !Set.of("title", "mode", "paused").contains(setting.name()))
                .filter(setting -> !setting.typed(room).isEmpty())
                .collect(Collectors.toMap(Setting::name, setting -> setting.typed(room)));
    }

    /** Adds a room where there is none. */
    public void add(Actor who, String name, Map<String, String> settings) {
        put(who, name, Optional.empty(), new Addition(settings, false), null);
    }

    /** Puts a definition in place of one that the caller has seen; a retired room is in use again. */
    public void change(
            Actor who,
            String name,
            @Nullable String ifMatch,
            @Nullable String confirmed,
            Map<String, String> settings) {
        put(who, name, Optional.of(seen(name, ifMatch)), new Addition(settings, false), confirmed);
    }

    /** Retires a room: newcomers get no place, and visitors with one are served. A retired room stays so. */
    public void retire(Actor who, String name, @Nullable String ifMatch, @Nullable String confirmed) {
        var before = seen(name, ifMatch);
        put(who, name, Optional.of(before), new Addition(before.settings(), true), confirmed);
    }

    private Addition seen(String name, @Nullable String ifMatch) {
        requireNoneOfTheFiles(name);
        var before = added.kept().find(name).orElseThrow(() -> new UnknownRoomException(name));
        tag(before).require(ifMatch);
        return before;
    }

    private void put(Actor who, String name, Optional<Addition> before, Addition next, @Nullable String confirmed) {
        if (before.isEmpty()) {
            requireFree(name, next.settings());
        } else {
            requireNoneOfTheFiles(name);
            requireUsable(name, next);
        }
        waitingRooms.find(name).map(room -> lobbyChange(room, next)).ifPresent(change -> change.require(confirmed));
        var what = before.map(old -> "room definition " + old.changeTo(next)).orElseGet(() -> "room added, " + next);
        ledgers.act(new RoomId(name), who.toString(), what);
        if (!added.kept().replace(name, before, next)) {
            throw EntityTag.changedMeanwhile();
        }
        ActLog.room(who, name, what);
    }

    /** The lobby of a damaged line is unknown. */
    private LobbyChange lobbyChange(WaitingRoom room, Addition next) {
        var after = reader.read(room.id().value(), next.settings()).room().retired(next.retired());
        try {
            return LobbyChange.of(room.configuration(), after, room.snapshot(), clock.instant());
        } catch (DamagedLineException damaged) {
            return LobbyChange.NONE;
        }
    }

    private void requireNoneOfTheFiles(String name) {
        if (rooms.isOfTheFiles(name)) {
            throw new RefusedException(
                    Problem.ROOM_OF_THE_FILES,
                    "room " + name
                            + " stands in the configuration files; its settings can be changed, and its definition"
                            + " there");
        }
    }

    /** The faults of these settings; empty where a room of this name can have them. */
    public Faults faults(String name, Map<String, String> settings) {
        try {
            requireUsable(name, new Addition(settings, false));
            return new Faults();
        } catch (RefusedException refused) {
            if (refused.faults().isEmpty()) {
                throw refused;
            }
            return refused.faults();
        }
    }

    private void requireUsable(String name, Addition next) {
        var room = Faults.read("gatehouse.rooms", "room", name, next.settings(), this::readAnew);
        if (!next.retired()) {
            requireNumbers(name, room.room().lanes());
        }
        if (added.kept().isFull(name, next)) {
            throw new RefusedException(
                    Problem.INVALID_SETTING,
                    "rooms added at the panel are " + Additions.MOST + " at most, and have " + Additions.LONGEST
                            + " bytes together; retired ones count");
        }
    }

    private DefinedRoom readAnew(String name, Map<String, String> settings) {
        var defined = reader.read(name, settings);
        defined.tune().ifPresent(said -> Tunings.requirePublic(defined.room().id(), said));
        return defined;
    }

    private void requireNumbers(String name, Lanes lanes) {
        var isFull = waitingRooms
                .find(name)
                .filter(room -> !lanes.fit(room.snapshot().lanes()))
                .isPresent();
        if (isFull) {
            throw RefusedException.at(
                    "lanes",
                    "an opening has at most " + LaneCounters.MOST
                            + " lanes, removed ones included: start a new opening");
        }
    }

    private static EntityTag tag(Addition room) {
        return EntityTag.of(room.settings() + " " + room.retired());
    }
}
