package io.gatehouse.event;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import java.util.List;

/** The events of one room: its outbox, and the delivery from there to each receiver. */
final class RoomEvents {

    private final Outbox outbox;
    private final RoomChanges changes;
    private final List<Delivery> deliveries;
    private final EventContext context;

    RoomEvents(RoomId room, List<Subscription> subscriptions, List<EventSource> sources, EventContext context) {
        this.context = context;
        this.changes = new RoomChanges(sources, kind -> subscriptions.stream().anyMatch(one -> one.wants(kind)));
        this.outbox = new Outbox(room, context, this::begin);
        this.deliveries = subscriptions.stream()
                .map(subscription -> new Delivery(subscription, room, outbox, context, this::wasHad))
                .toList();
        deliveries.forEach(delivery -> context.counts().watch(room, delivery));
    }

    private void begin(Outbox.End end) {
        deliveries.forEach(delivery -> delivery.begin(end));
    }

    /** The last receiver of a page settles it. */
    private void wasHad(long page) {
        if (deliveries.stream().allMatch(delivery -> delivery.hasHad(page))) {
            outbox.settle(page);
        }
    }

    Outbox outbox() {
        return outbox;
    }

    List<Delivery> deliveries() {
        return deliveries;
    }

    /** Writes what is left to write, and what has become of the room. */
    void tick(Room room, RoomSnapshot seen) {
        var now = context.clock().instant();
        outbox.write();
        outbox.write(end -> changes.after(end, room, seen, now));
        changes.remember(room, seen, now);
    }
}
