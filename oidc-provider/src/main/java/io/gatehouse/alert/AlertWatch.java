package io.gatehouse.alert;

import io.gatehouse.alert.Facts.Past;
import io.gatehouse.alert.RoomAlerts.Trouble;
import io.gatehouse.archive.Archive;
import io.gatehouse.draw.Seeds;
import io.gatehouse.event.Event;
import io.gatehouse.event.Events;
import io.gatehouse.history.History;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.LatestWork;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.KeptSlots;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for trouble in every room at each tick, in threads of its own: what it reads and writes holds no tick
 * up.
 */
public final class AlertWatch implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);

    private static final int THREADS = 2;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Longer than it takes to write an event. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    /** The row of a minute is written at most this long after its beginning. */
    private static final Duration WRITTEN = Duration.ofMinutes(2);

    private final AlertBook book;
    private final AlertPost post;
    private final Roster roster;
    private final Limits limits;
    private final Sources sources;
    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();
    private final LatestWork<RoomId> worker = new LatestWork<>("alerts", THREADS);

    /** The sources of facts, and the receivers of events. */
    record Sources(
            History history,
            Turnstile turnstile,
            Events events,
            WaitingRooms rooms,
            Seeds seeds,
            Issuer issuer,
            Archive archive,
            Ticker ticker) {}

    AlertWatch(AlertBook book, AlertPost post, Roster roster, AlertProperties properties, Sources sources) {
        this.book = book;
        this.post = post;
        this.roster = roster;
        this.limits = Limits.of(properties);
        this.sources = sources;
    }

    @Override
    public void looks(Room room) {
        of(room).looked = sources.ticker.read();
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        var one = of(room);
        var look = Duration.ofNanos(Math.max(0, sources.ticker.read() - one.looked));
        if (room.isRetired() && snapshot.callable() + snapshot.slots() == 0) {
            if (!one.isOver) {
                worker.add(room.id(), () -> safely(room, () -> one.end(room, now)));
            }
            return;
        }
        worker.add(room.id(), () -> safely(room, () -> one.see(room, snapshot, look, now)));
    }

    @Override
    public void lostSight(Room room) {
        if (!room.isRetired()) {
            var one = of(room);
            worker.add(room.id(), () -> safely(room, () -> one.lose(room, post.now())));
        }
    }

    private OfRoom of(Room room) {
        return rooms.computeIfAbsent(room.id(), first -> new OfRoom());
    }

    private static void safely(Room room, Runnable work) {
        try {
            work.run();
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: the store is away, alerts follow", room.id(), away);
        } catch (RuntimeException broken) {
            LOG.error("room {}: its alerts cannot be worked out, the line goes on", room.id(), broken);
        }
    }

    /** Waits until everything seen by now is told or has failed: for callers that read it next. */
    public void settle() {
        worker.settle();
        post.settle();
    }

    @Override
    public void close() {
        worker.close();
        post.close();
    }

    /** The knowledge of this node about one room. */
    private final class OfRoom {

        private final Map<AlertKind, Trouble> troubles = new EnumMap<>(AlertKind.class);
        private volatile long looked = sources.ticker.read();
        private volatile boolean isOver;
        private Past past = Past.NONE;
        private Instant read = Instant.EPOCH;

        private void see(Room room, RoomSnapshot seen, Duration look, Instant now) {
            isOver = false;
            readAgain(room, seen, now);
            var facts = new Facts(
                    room,
                    seen,
                    now,
                    sources.turnstile.allowance(room, seen).why(),
                    past,
                    sources.events.lags(room.id()),
                    look,
                    sources.archive.waitsSince(room.id()),
                    limits);
            var said = new EnumMap<AlertKind, String>(AlertKind.class);
            for (var kind : AlertKind.values()) {
                AlertRules.says(kind, facts).ifPresent(says -> said.put(kind, says));
            }
            troubles.keySet().retainAll(said.keySet());
            said.forEach((kind, says) -> keep(kind, says, now));
            tell(room, now);
        }

        /** A retired room without visitors has no trouble: what is on ends, as soon as that has been told. */
        private void end(Room room, Instant now) {
            book.look(room.id(), Duration.ZERO);
            troubles.clear();
            tell(room, now);
            isOver = book.all(room.id()).stream().noneMatch(Alert::isOn);
        }

        /** A trouble is not over because it cannot be seen. */
        private void lose(Room room, Instant now) {
            keep(AlertKind.STORE_SLOW, AlertRules.storeAway(), now);
            tell(room, now);
        }

        private void keep(AlertKind kind, String says, Instant now) {
            troubles.merge(
                    kind,
                    new Trouble(now, says),
                    (before, next) -> new Trouble(before.since().isBefore(now) ? before.since() : now, says));
        }

        private void readAgain(Room room, RoomSnapshot seen, Instant now) {
            if (Duration.between(read, now).abs().compareTo(MINUTE) >= 0) {
                book.look(room.id(), Duration.ZERO);
                var back = longest(room, seen).plus(WRITTEN);
                var kept = sources.rooms
                        .find(room.id().value())
                        .map(inUse -> KeptSlots.of(inUse, seen, sources.turnstile.allowance(room, seen)))
                        .orElse(KeptSlots.NONE);
                var canDraw = room.withoutValue(seen, now)
                        .filter(draw -> !sources.seeds.haveMade(draw))
                        .isEmpty();
                past = new Past(sources.history.minutes(room.id(), now.minus(back), now), kept, canDraw);
                read = now;
            }
        }

        private Duration longest(Room room, RoomSnapshot seen) {
            var stillness = limits.stillness(room.settings(seen));
            return stillness.compareTo(AlertRules.JUDGED) > 0 ? stillness : AlertRules.JUDGED;
        }

        private void tell(Room room, Instant now) {
            var id = room.id();
            var ownTroubles = new EnumMap<AlertKind, Trouble>(AlertKind.class);
            try {
                var others = new EnumMap<>(troubles);
                if (book.own(id).on(AlertKind.STORE_SLOW).isPresent()) {
                    others.remove(AlertKind.STORE_SLOW);
                    Optional.ofNullable(troubles.get(AlertKind.STORE_SLOW))
                            .ifPresent(slow -> ownTroubles.put(AlertKind.STORE_SLOW, slow));
                }
                if (!book.shared(id).next(room, others, roster, now).equals(book.shared(id))) {
                    book.change(id, alerts -> alerts.next(room, others, roster, now));
                }
            } catch (StoreUnavailableException away) {
                Optional.ofNullable(troubles.get(AlertKind.STORE_SLOW))
                        .filter(slow -> book.shared(id).on(AlertKind.STORE_SLOW).isEmpty())
                        .ifPresent(slow -> ownTroubles.put(AlertKind.STORE_SLOW, slow));
            }
            book.changeOwn(id, alerts -> alerts.next(room, ownTroubles, roster, now));
            tellEvents(id, now);
            post.sendDue(id, now);
        }
    }

    private void tellEvents(RoomId room, Instant now) {
        for (var alert : book.all(room)) {
            Stream.of(Alert.EVENT, Alert.END_EVENT)
                    .filter(way -> alert.due(way, now).isPresent())
                    .forEach(way -> tellEvent(room, alert, way));
        }
    }

    /** Once over all nodes, unless a node dies between telling and noting it: then again, with the same id. */
    private void tellEvent(RoomId room, Alert alert, String way) {
        try {
            book.take(room, alert.id(), way, LEASE).ifPresent(present -> {
                sources.events.tell(room, event(present, way));
                book.change(room, present.id(), one -> one.sending(way, Alert.Sending::done));
            });
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: an event of an alert follows when the store is back", room, away);
        }
    }

    private Event event(Alert alert, String way) {
        var isEnd = way.equals(Alert.END_EVENT);
        var data = new TreeMap<String, Object>(Map.of(
                "room", alert.room(),
                "alert", alert.id(),
                "trouble", alert.kind(),
                "urgent", alert.known().filter(AlertKind::isUrgent).isPresent(),
                "says", alert.says(),
                "since", alert.since().toString(),
                "page", sources.issuer.at("/panel/rooms/" + alert.room())));
        var until = alert.until();
        return new Event(
                alert.id() + (isEnd ? "-ended" : ""),
                isEnd ? "alert-ended" : "alert",
                isEnd && until != null ? until : alert.told(),
                data);
    }
}
