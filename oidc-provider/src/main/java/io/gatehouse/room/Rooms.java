package io.gatehouse.room;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All rooms: rooms of the configuration files, which stay as they are, and rooms that operators have added,
 * which come and change while the installation runs.
 */
public final class Rooms {

    /** A caller has named a room that does not exist. */
    public static final class UnknownRoomException extends RuntimeException {

        public UnknownRoomException(String room) {
            super("there is no room \"" + room + "\"");
        }
    }

    private volatile Map<String, Room> ofTheFiles;
    private volatile Map<String, Room> all;

    public Rooms(Collection<Room> ofTheFiles) {
        this.ofTheFiles = Collections.unmodifiableMap(byName(Map.of(), ofTheFiles));
        this.all = this.ofTheFiles;
    }

    /** The room of this name; empty when there is none. */
    public Optional<Room> find(String name) {
        return Optional.ofNullable(all.get(name));
    }

    /** The room of this name; throws {@link UnknownRoomException} when there is none. */
    public Room get(String name) {
        return find(name).orElseThrow(() -> new UnknownRoomException(name));
    }

    /** All rooms: the rooms of the files in their order, then the others. */
    public List<Room> all() {
        return List.copyOf(all.values());
    }

    public boolean isOfTheFiles(String name) {
        return ofTheFiles.containsKey(name);
    }

    /** Replaces all rooms that were added before. A name that the files have stays theirs. */
    public synchronized void add(Collection<Room> added) {
        all = Collections.unmodifiableMap(byName(ofTheFiles, added));
    }

    /** Limits each room to the present ceiling of its sites. */
    public synchronized void limit(Function<RoomId, Optional<Rate>> ceilings) {
        ofTheFiles = limited(ofTheFiles, ceilings);
        all = limited(all, ceilings);
    }

    private static Map<String, Room> limited(Map<String, Room> rooms, Function<RoomId, Optional<Rate>> ceilings) {
        var limited = rooms.values().stream()
                .map(room -> room.limited(ceilings.apply(room.id())))
                .toList();
        return Collections.unmodifiableMap(byName(Map.of(), limited));
    }

    private static Map<String, Room> byName(Map<String, Room> first, Collection<Room> rooms) {
        var byName = new LinkedHashMap<>(first);
        rooms.forEach(room -> byName.putIfAbsent(room.id().value(), room));
        return byName;
    }
}
