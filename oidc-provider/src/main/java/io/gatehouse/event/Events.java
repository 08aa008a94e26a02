package io.gatehouse.event;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells receivers what happens in rooms. Where none is configured, nothing is done for it.
 *
 * <p><b>In order.</b> What happens to a place on one node may be seen by another before the first has told it: a visitor joins here
 * and is called there. So whoever tells what has become of a place tells first how it came to where it was, if that was a moment
 * ago and this node has not told it yet. Both nodes give it the same id.
 */
public final class Events implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    /** Longer than a node that is alive takes to tell what it has done. */
    private static final Duration A_MOMENT = Duration.ofMinutes(1);

    /** What all visitors of a crowd live through within a moment; some 10 MB. */
    private static final int MOST_REMEMBERED = 100_000;

    private final List<Subscription> subscriptions;
    private final Supplier<List<EventSource>> sources;
    private final Node node;
    private final DeliveryThreads threads = new DeliveryThreads();
    private final Map<RoomId, RoomEvents> byRoom = new ConcurrentHashMap<>();
    private final Cache<String, Boolean> told =
            Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
    private volatile Rooms rooms = new Rooms(List.of());

    Events(List<Subscription> subscriptions, Supplier<List<EventSource>> sources, Node node) {
        this.subscriptions = subscriptions;
        this.sources = sources;
        this.node = node;
    }

    /** The same store, whose changes by this node are told. */
    public RoomStore told(RoomStore store, Rooms ofTheStore) {
        rooms = ofTheStore;
        return subscriptions.isEmpty() ? store : new TellingRoomStore(store, this);
    }

    /** Tells of something; durable when this returns, unless the store is away. Never throws. */
    public void tell(RoomId room, Event event) {
        tell(room, List.of(event));
    }

    void joined(RoomId room, List<Place> places) {
        safely(room, () -> rooms.find(room.value()).ifPresent(one -> {
            var recent = places.stream().flatMap(place -> recent(one, place)).toList();
            tell(room, recent);
        }));
    }

    void changed(RoomId room, List<RoomStore.Step> steps) {
        safely(room, () -> rooms.find(room.value()).ifPresent(one -> {
            var now = now();
            var events = new ArrayList<Event>();
            for (var step : steps) {
                recent(one, step.before()).forEach(events::add);
                events.addAll(PlaceEvents.changed(one, step, now));
                sources.get().forEach(source -> events.addAll(source.changed(room, step, now)));
            }
            tell(room, events);
        }));
    }

    private Stream<Event> recent(Room room, Place place) {
        var since = now().minus(A_MOMENT);
        return PlaceEvents.history(room, place).stream()
                .filter(event -> event.time().isAfter(since));
    }

    private void tell(RoomId room, Collection<Event> events) {
        var wanted = events.stream()
                .filter(event -> isWanted(room, event.kind()))
                .filter(event -> !told.asMap().containsKey(event.id()))
                .toList();
        if (!wanted.isEmpty()) {
            var ofRoom = of(room);
            ofRoom.outbox().tell(wanted);
            // Not before: whoever finds it told acknowledges it.
            wanted.forEach(event -> told.put(event.id(), true));
            ofRoom.deliveries().forEach(threads::deliver);
        }
    }

    private boolean isWanted(RoomId room, String kind) {
        return subscriptions.stream().anyMatch(one -> one.concerns(room) && one.wants(kind));
    }

    /** The change is done, and its visitor is not to hear of it. */
    private static void safely(RoomId room, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException broken) {
            LOG.error("room {}: an event could not be told, the line goes on", room, broken);
        }
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (snapshot.hasVersion() && subscriptions.stream().anyMatch(one -> one.concerns(room.id()))) {
            threads.write(of(room.id()), room, snapshot);
        }
    }

    @Override
    public void lostSight(Room room) {}

    private RoomEvents of(RoomId room) {
        return byRoom.computeIfAbsent(
                room,
                first -> new RoomEvents(
                        first,
                        subscriptions.stream()
                                .filter(one -> one.concerns(first))
                                .toList(),
                        sources.get(),
                        node));
    }

    private Instant now() {
        return node.clock().instant();
    }

    /** Has other nodes go on at once. */
    @Override
    public void close() {
        threads.close();
        try {
            byRoom.values().stream()
                    .flatMap(events -> events.deliveries().stream())
                    .forEach(Delivery::close);
        } catch (StoreUnavailableException away) {
            LOG.info("the store is away, other nodes take events to receivers after a while: {}", away.getMessage());
        }
        subscriptions.forEach(one -> one.receiver().close());
    }
}
