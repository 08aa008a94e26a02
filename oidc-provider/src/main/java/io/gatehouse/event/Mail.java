package io.gatehouse.event;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import java.util.List;

/** All that is told of one room: its outbox, and the way from there to each receiver. */
final class Mail {

    private final Outbox outbox;
    private final RoomNews news;
    private final List<Delivery> deliveries;
    private final Node node;

    Mail(RoomId room, List<Addressee> to, List<EventSource> sources, Node node) {
        this.node = node;
        this.news = new RoomNews(sources);
        this.outbox = new Outbox(room, node, this::begin);
        this.deliveries = to.stream()
                .map(addressee -> new Delivery(addressee, room, outbox, node, this::wasHad))
                .toList();
    }

    private void begin(Outbox.End end) {
        deliveries.forEach(delivery -> delivery.begin(end));
    }

    /** Each page is settled by whoever is the last to have it. */
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
        var now = node.clock().instant();
        outbox.write();
        outbox.write(end -> news.after(end, room, seen, now));
        news.isTold(room, seen, now);
    }
}
