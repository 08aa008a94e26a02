package io.gatehouse.notice;

import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;

/**
 * One message to one visitor.
 *
 * @param id another one for each, and the same at each try
 * @param title of the room, for visitors
 * @param isTurn whether the turn has come; else it is near
 * @param language the tag of the visitor's
 * @param to the address
 * @param kept how long the turn is kept, from then on
 * @param until when it is worth nothing any more
 */
record Notice(
        String id,
        RoomId room,
        String title,
        boolean isTurn,
        String language,
        String to,
        Duration kept,
        Instant until) {

    /** The same, said in another language. */
    Notice in(String other) {
        return new Notice(id, room, title, isTurn, other, to, kept, until);
    }

    @Override
    public String toString() {
        return "Notice[secret]";
    }
}
