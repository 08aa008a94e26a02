package io.gatehouse.room;

/** Someone named a room that there is not. */
public class UnknownRoomException extends RuntimeException {

    public UnknownRoomException(String room) {
        super("there is no room \"" + room + "\"");
    }
}
