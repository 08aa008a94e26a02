package io.gatehouse.room;

import java.util.regex.Pattern;

/** Names a waiting room; part of addresses and cookie names, therefore short and plain. */
public record RoomId(String value) {

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    /** The house itself, where something is kept that is of no room; no room may have this name. */
    public static final RoomId HOUSE = new RoomId("gatehouse-house");

    public RoomId {
        if (!PLAIN.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "room must be 1 to 63 of a-z, 0-9 and inner hyphens, was \"" + value + "\"");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
