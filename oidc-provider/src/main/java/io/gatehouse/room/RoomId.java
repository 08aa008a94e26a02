package io.gatehouse.room;

import io.gatehouse.draw.Draw;

/** Names a waiting room; part of addresses and cookie names, therefore short and plain. */
public record RoomId(String value) {

    /** The installation itself, as the owner of data that belongs to no room; no room may have this name. */
    public static final RoomId HOUSE = new RoomId("gatehouse-house");

    public RoomId {
        Draw.requirePlain("room", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
