package io.gatehouse.notice;

import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;

/**
 * One message to one visitor.
 *
 * @param id unique, and the same at each try
 * @param title of the room, for visitors
 * @param isTurn whether the turn has come; else it is near
 * @param language the tag of the visitor's language
 * @param to the address
 * @param kept how long the turn is kept, from then on
 * @param until when the notice becomes worthless
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

    /** This notice in another language. */
    Notice in(String other) {
        return new Notice(id, room, title, isTurn, other, to, kept, until);
    }

    @Override
    public String toString() {
        return "Notice[secret]";
    }
}
