package io.gatehouse.addition;

import io.gatehouse.pass.Passes;
import io.gatehouse.room.Room;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.tune.Tunings;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rooms that operators have added, as they are kept; {@link Rooms} has those that this node uses. */
public record AddedRooms(Additions kept) {

    private static final Logger LOG = LoggerFactory.getLogger(AddedRooms.class);

    static AddedRooms of(ExpiringStore store, MasterKey master, Use use, Clock clock) {
        return new AddedRooms(new Additions("rooms", store, master, clock, use::all));
    }

    /**
     * Has a node use the rooms, take their passes and find their limits. For a name that the files have, only
     * the files count.
     */
    record Use(RoomReader reader, Rooms rooms, Passes passes, Tunings tunings) {

        private boolean all(Map<String, Addition> kept) {
            var usable = new ArrayList<Room>();
            kept.forEach((name, room) -> read(name, room).ifPresent(usable::add));
            rooms.add(usable);
            LOG.info(
                    "rooms that operators have added: {}",
                    usable.stream().map(Room::id).toList());
            return true;
        }

        /** A room that this release refuses, though another one accepted it, stays as it was. */
        private Optional<Room> read(String name, Addition room) {
            try {
                var defined = reader.read(name, room.settings());
                if (!rooms.isOfTheFiles(name)) {
                    passes.define(defined.room().id(), defined.passes());
                    tunings.define(defined.room().id(), defined.tune());
                }
                return Optional.of(defined.room().retired(room.retired()));
            } catch (InvalidSettingException unusable) {
                LOG.error("a room that an operator has added cannot be used: {}", unusable.getMessage());
                return rooms.find(name);
            }
        }
    }
}
