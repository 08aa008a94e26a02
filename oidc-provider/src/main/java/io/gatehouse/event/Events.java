package io.gatehouse.event;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.draw.Orders;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells receivers what happens in rooms. Where none is configured, nothing is done for it.
 *
 * <p><b>In order.</b> What happens to a place on one node may be seen by another before the first has told
 * it: a visitor joins here and is called there. So a node that tells what has become of a place tells first
 * how it came to where it was, if that was a moment ago and this node has not told it yet. Both nodes give it
 * the same id.
 *
 * <p><b>After a death.</b> A place is changed first and told of then. What a node has changed and not told
 * when it dies, another one, or itself after its restart, reads from the places as they are kept: all whose
 * last changes are younger than the dead node's lease ({@link NodeLeases}). What the outbox still has is not
 * told again.
 */
public final class Events implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    /**
     * For this long after a dead node was taken over, an act that it may have done can be repeated, and
     * another node tells the events of that act.
     */
    private static final Duration LONGEST_REPEAT = Duration.ofHours(1);

    /** Enough for the events of a crowd within a moment; some 10 MB. */
    private static final int MOST_REMEMBERED = 100_000;

    private final List<Subscription> subscriptions;
    private final List<EventSource> sources;
    private final EventContext context;
    private final DeliveryThreads threads = new DeliveryThreads();
    private final Map<RoomId, RoomEvents> byRoom = new ConcurrentHashMap<>();
    private final Cache<String, Boolean> told =
            Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
    private final Map<RoomId, Counters> seen = new ConcurrentHashMap<>();
    private final Map<RoomId, Orders> orders = new ConcurrentHashMap<>();
    private final NodeLeases leases;
    private volatile Rooms rooms = new Rooms(List.of());
    private volatile @Nullable RoomStore line;

    Events(List<Subscription> subscriptions, List<EventSource> sources, EventContext context) {
        this.subscriptions = subscriptions;
        this.sources = sources;
        this.context = context;
        this.leases = new NodeLeases(context);
    }

    /** Wraps the store so that the changes by this node are told. */
    public RoomStore told(RoomStore store, Rooms ofTheStore) {
        rooms = ofTheStore;
        line = store;
        return subscriptions.isEmpty() ? store : new TellingRoomStore(store, this);
    }

    /** Tells of something; durable when this returns, unless the store is away. Never throws. */
    public void tell(RoomId room, Event event) {
        tell(room, List.of(event));
    }

    /**
     * The backlog of a receiver.
     *
     * @param waiting events that wait for it
     * @param oldest how long ago the first of them happened
     */
    public record Lag(String receiver, long waiting, Duration oldest) {}

    /** The backlogs of the receivers of a room, as far as this node delivers to them. */
    public List<Lag> lags(RoomId room) {
        return Optional.ofNullable(byRoom.get(room)).stream()
                .flatMap(events -> events.deliveries().stream())
                .map(one -> new Lag(one.receiver(), one.waiting(), one.oldest()))
                .filter(lag -> lag.waiting > 0)
                .toList();
    }

    /** The events of this place, with lanes and numbers by the latest look at its room. */
    private PlaceEvents of(Room room, Place place) {
        var last = seen.getOrDefault(room.id(), Counters.FIRST);
        if (last.opening() != place.opening() || last.lanes().lanes().size() < place.lane()) {
            last = look(room.id()).orElse(last);
        }
        var order = orders.computeIfAbsent(room.id(), first -> new Orders()).of(last.draw());
        return new PlaceEvents(room, last.lanes(), order);
    }

    /** Empty while the store is away: an event without its lane's name is better than none. */
    private Optional<Counters> look(RoomId room) {
        try {
            var store = Objects.requireNonNull(line, "rooms come with their store");
            saw(room, store.look(room, now()).snapshot().counters());
        } catch (StoreUnavailableException away) {
            return Optional.empty();
        }
        return Optional.ofNullable(seen.get(room));
    }

    /** Hears of a room's counters, which name its lanes and its draw. */
    void saw(RoomId room, Counters counters) {
        seen.put(room, counters);
    }

    /** To be asked before this node changes a place. */
    void begin() {
        leases.begin();
    }

    void joined(RoomId room, List<Place> places) {
        tellSafely(
                room,
                one -> places.stream().flatMap(place -> recent(one, place)).toList());
    }

    /** @param why the rule that called these places; empty where no call has changed them */
    void changed(RoomId room, List<RoomStore.Step> steps, Optional<String> why) {
        tellSafely(room, one -> {
            var now = now();
            var events = new ArrayList<Event>();
            for (var step : steps) {
                recent(one, step.before()).forEach(events::add);
                events.addAll(of(one, step.before()).changed(step, why, now));
                sources.forEach(source -> events.addAll(source.changed(room, step, now)));
            }
            return events;
        });
    }

    /**
     * An act that was done before is acknowledged now. If the node that did it has died meanwhile, what
     * happened to the place is told here at once, also where the store cannot list the place for those who
     * take over.
     */
    void repeated(RoomId room, Place place) {
        begin();
        tellSafely(room, one -> {
            var hourAgo = now().minus(LONGEST_REPEAT);
            var told = leases.told();
            var mayOwe = leases.takenOver().isAfter(hourAgo) && hourAgo.isBefore(told);
            return since(mayOwe ? hourAgo : told, one, place, Duration.ZERO).toList();
        });
    }

    /** A visit that is over and keeps its slot does not say since when: it would be told again and again. */
    private Stream<Event> recent(Room room, Place place) {
        return place.stage() == Stage.ENDING ? Stream.of() : since(leases.told(), room, place, Duration.ZERO);
    }

    /** @param early how much earlier than its time an event of another source may say that it was */
    private Stream<Event> since(Instant since, Room room, Place place, Duration early) {
        var now = now();
        return Stream.concat(
                        of(room, place).history(place, now).stream()
                                .filter(event -> !event.time().isBefore(since)),
                        sources.stream()
                                .flatMap(source -> source.history(room.id(), place, now).stream())
                                .filter(event -> !event.time().plus(early).isBefore(since)))
                .sorted(Comparator.comparing(Event::time));
    }

    /** Keeps the lease of this node, and tells what dead ones owe. */
    private void settle() {
        leases.renew(isAllWritten());
        leases.owed().ifPresent(since -> {
            rooms.all().stream().filter(room -> isHeardOf(room.id())).forEach(room -> tellSince(since, room));
            leases.paid();
        });
    }

    private boolean isAllWritten() {
        return byRoom.values().stream().allMatch(events -> events.outbox().isWritten());
    }

    private void tellSince(Instant since, Room room) {
        var store = Objects.requireNonNull(line, "rooms come with their store");
        var seen = store.look(room.id(), now()).snapshot();
        of(room.id()).outbox().toldSince(since).forEach(id -> told.put(id, true));
        tellSince(since, room, 0, seen.issued(), store);
        var lanes = seen.lanes().lanes();
        for (int number = 1; number <= lanes.size(); number++) {
            tellSince(since, room, number, lanes.get(number - 1).issued(), store);
        }
    }

    private void tellSince(Instant since, Room room, int lane, long issued, RoomStore store) {
        for (long first = 1; first <= issued; first += store.most()) {
            var positions = LongStream.rangeClosed(first, Math.min(issued, first + store.most() - 1))
                    .mapToObj(position -> new Position(lane, position))
                    .toList();
            var early = room.terms().claimWindow();
            tell(
                    room.id(),
                    store.at(room.id(), positions).stream()
                            .flatMap(place -> since(since, room, place, early))
                            .toList());
            leases.renew(false);
        }
    }

    private void tell(RoomId room, Collection<Event> events) {
        var wanted = events.stream()
                .filter(event -> isWanted(room, event.kind()))
                .filter(event -> !told.asMap().containsKey(event.id()))
                .toList();
        if (!wanted.isEmpty()) {
            var ofRoom = of(room);
            ofRoom.outbox().tell(wanted);
            // Not before: a caller that finds it told acknowledges it.
            wanted.forEach(event -> told.put(event.id(), true));
            ofRoom.deliveries().forEach(threads::deliver);
        }
    }

    private boolean isWanted(RoomId room, String kind) {
        return subscriptions.stream().anyMatch(one -> one.concerns(room) && one.wants(kind));
    }

    /** The change is done, so a failure to tell of it must not reach the visitor. */
    private void tellSafely(RoomId room, Function<Room, List<Event>> events) {
        try {
            rooms.find(room.value()).map(events).ifPresent(some -> tell(room, some));
        } catch (RuntimeException broken) {
            LOG.error("room {}: an event could not be told, the line goes on", room, broken);
        }
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (snapshot.hasVersion() && isHeardOf(room.id())) {
            saw(room.id(), snapshot.counters());
            threads.write(of(room.id()), room, snapshot);
            threads.write(leases, this::settle);
        }
    }

    private boolean isHeardOf(RoomId room) {
        return subscriptions.stream().anyMatch(one -> one.concerns(room));
    }

    private RoomEvents of(RoomId room) {
        return byRoom.computeIfAbsent(
                room,
                first -> new RoomEvents(
                        first,
                        subscriptions.stream()
                                .filter(one -> one.concerns(first))
                                .toList(),
                        sources,
                        context));
    }

    private Instant now() {
        return context.clock().instant();
    }

    /** Leaves deliveries to other nodes at once. */
    @Override
    public void close() {
        threads.close();
        try {
            byRoom.values().stream()
                    .flatMap(events -> events.deliveries().stream())
                    .forEach(Delivery::close);
            leases.close(isAllWritten());
        } catch (StoreUnavailableException away) {
            LOG.info("the store is away, other nodes take events to receivers after a while: {}", away.getMessage());
        }
        subscriptions.forEach(one -> one.receiver().close());
    }
}
