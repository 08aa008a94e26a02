package io.gatehouse.alert;

import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The alerts of all rooms, for operators: those that are on, and those of the last day. */
public final class Alerts {

    /** The store is asked at most once in this time for each room. */
    private static final Duration LATELY = Duration.ofSeconds(5);

    private final AlertBook book;
    private final Roster roster;
    private final AlertPost post;
    private final Rooms rooms;
    private final Clock clock;

    Alerts(AlertBook book, Roster roster, AlertPost post, Rooms rooms, Clock clock) {
        this.book = book;
        this.roster = roster;
        this.post = post;
        this.rooms = rooms;
        this.clock = clock;
    }

    /** All of the last day, the newest first. */
    public List<Alert> all() {
        return rooms.all().stream()
                .map(Room::id)
                .flatMap(this::of)
                .sorted(Comparator.comparing(Alert::told).reversed().thenComparing(Alert::id))
                .toList();
    }

    /** The alerts that are on, as this node knows them: asks no store. */
    public List<Alert> on() {
        return rooms.all().stream()
                .flatMap(room -> book.all(room.id()).stream())
                .filter(Alert::isOn)
                .toList();
    }

    private Stream<Alert> of(RoomId room) {
        book.look(room, LATELY);
        return book.all(room).stream();
    }

    /** Acknowledges one; empty where there is none of this id. */
    public Optional<Alert> see(String id, String operator) {
        var found = all().stream().filter(one -> one.id().equals(id)).findFirst();
        found.ifPresent(one ->
                book.change(new RoomId(one.room()), id, any -> any.seenBy() == null ? any.seenBy(operator) : any));
        return found.flatMap(
                one -> all().stream().filter(any -> any.id().equals(id)).findFirst());
    }

    /** Sends a test of this room by all ways; false if there were too many in the last hour. */
    public boolean test(Room room, String operator) {
        var now = clock.instant();
        var says = "A test by " + operator + ". Nothing is wrong.";
        var isSent = book.change(
                room.id(), alerts -> alerts.test(room, says, roster, now).orElse(alerts));
        post.sendDue(room.id(), now);
        return isSent;
    }

    /** How many tests are sent in an hour at most. */
    public int mostPerHour() {
        return roster.mostPerHour();
    }
}
