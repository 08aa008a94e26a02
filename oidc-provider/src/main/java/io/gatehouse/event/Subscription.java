package io.gatehouse.event;

import io.gatehouse.event.EventProperties.ReceiverProperties;
import io.gatehouse.room.RoomId;

/** A receiver by its name, and what it wants to hear of. */
record Subscription(String name, ReceiverProperties settings, Receiver receiver) {

    boolean concerns(RoomId room) {
        return settings.rooms().isEmpty() || settings.rooms().contains(room.value());
    }

    boolean wants(String kind) {
        return settings.kinds().isEmpty() || settings.kinds().contains(kind);
    }
}
