package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.site.Site;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Clocks;
import io.gatehouse.time.Workers;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the rooms' limits. All nodes look at a room's record when its period is over, and the first moves it
 * by compare-and-set; the others take what they find. Each adds what it has counted itself since. So there is
 * one record a room, no leader, and no step twice. A node that hears less than it should lets others go first
 * for half a period.
 *
 * <p>A clock that was set back sees a record from the future. Nothing is done until the period is over by
 * that clock; a record of more than a minute ahead gets the time of now, and no step.
 *
 * <p>The store is asked on threads of their own, so that no tick waits.
 */
final class Tuner implements RoomWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tuner.class);

    private static final Duration KEPT = Duration.ofDays(400);
    private static final int TRIES = 3;

    /** A room's record, as this node read it last. */
    private record Known(Tuned record, Duration period, boolean isMissing) {

        boolean isDue(Instant now) {
            var next = record.when()
                    .plus(isMissing ? period.multipliedBy(Steps.PERIODS).dividedBy(2) : period);
            return !now.isBefore(next) || Clocks.isAhead(record.when(), now);
        }
    }

    private final Tunings tunings;
    private final Signals signals;
    private final Sites sites;
    private final Counting counting;
    private final Telling telling;
    private final Clock clock;
    private final StoredRecords<Tuned> records;
    private final Map<RoomId, Known> known = new ConcurrentHashMap<>();
    private final Set<RoomId> underWay = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(Workers.named("tuner"));

    Tuner(
            Tunings tunings,
            Signals signals,
            Sites sites,
            Counting counting,
            Telling telling,
            ExpiringStore store,
            Clock clock) {
        this.tunings = tunings;
        this.signals = signals;
        this.sites = sites;
        this.counting = counting;
        this.telling = telling;
        this.clock = clock;
        this.records = new StoredRecords<>(store, Tuned.class, clock);
    }

    @Override
    public void saw(Room room, RoomSnapshot seen, Instant now) {
        var rules = tunings.rules(room.id());
        if (rules.isEmpty()) {
            known.remove(room.id());
            return;
        }
        var before = Optional.ofNullable(known.get(room.id()));
        signals.ask(room.id(), before.map(Known::period).orElse(Duration.ZERO));
        var steers = scope(room, room.settings(seen)).map(Scope::steers);
        var isDue = before.map(one -> one.isDue(now)
                        || !steers.equals(Optional.of(one.record().steers())))
                .orElse(true);
        if (seen.hasVersion() && isDue && underWay.add(room.id())) {
            try {
                threads.execute(() -> look(room, seen, rules.get()));
            } catch (RejectedExecutionException closed) {
                underWay.remove(room.id());
            }
        }
    }

    private void look(Room room, RoomSnapshot seen, TuneRules rules) {
        try {
            for (int left = TRIES - 1; left >= 0 && !hasLooked(room, seen, rules, left == 0); left--) {
                LOG.debug("room {}: another node has moved the limit meanwhile", room.id());
            }
        } catch (StoreUnavailableException away) {
            LOG.debug("room {}: the limit stays, the store is away", room.id());
        } catch (RuntimeException broken) {
            LOG.error("room {}: its limit could not be moved, going on", room.id(), broken);
        } finally {
            underWay.remove(room.id());
        }
    }

    /**
     * Whether no other node moved the record in between.
     *
     * @param isLast whether this is the last try: if no record can be read even now, an unreadable one is
     *     there, and is replaced
     */
    private boolean hasLooked(Room room, RoomSnapshot seen, TuneRules rules, boolean isLast) {
        var now = clock.instant();
        var scope = scope(room, room.settings(seen));
        if (scope.isEmpty()) {
            tunings.standsStill(room.id());
            known.remove(room.id());
            return true;
        }
        var found = records.get("tuned/" + room.id());
        var kept = found.map(StoredRecords.Found::value)
                .filter(Tuned::isSound)
                .filter(record -> record.steers() == scope.get().steers());
        var base = kept.orElseGet(() -> Steps.start(scope.get(), rules, seen, now));
        var own = counting.all(room.id());
        var news = counting.news(room.id(), own);
        var all = base.counting(news.logins(), news.visits(), now);
        var visit = rules.visit(all.visits());
        var period = rules.period(visit);
        var heard = signals.of(room.id(), rules, all, period, Steps.isAwaited(room, seen, now));
        var look = Steps.look(new Steps.Seen(room, seen, scope.get(), now), rules, all, period, heard);
        var moved = kept.flatMap(record -> Steps.moved(all, look, rules));
        if (kept.isPresent() && moved.isEmpty() && news.logins().isEmpty()) {
            adopt(room.id(), base, period, look, scope.get());
            return true;
        }
        var next = moved.orElse(all);
        var isNews = kept.isEmpty() || Law.isWorthTelling(base, next);
        var written = isNews ? next.told(next.limit()) : next;
        if (found.isEmpty() && isLast) {
            records.put("tuned/" + room.id(), written, now.plus(KEPT));
        } else if (!records.replace("tuned/" + room.id(), found, written, now.plus(KEPT))) {
            return false;
        }
        counting.isTold(room.id(), own);
        adopt(room.id(), written, period, look, scope.get());
        if (isNews) {
            telling.tell(room.id(), seen.opening(), base, written);
        }
        return true;
    }

    private void adopt(RoomId room, Tuned record, Duration period, Look look, Scope scope) {
        var isMissing = !look.silent().isEmpty();
        known.put(room, new Known(record, period, isMissing));
        tunings.stands(
                room,
                new Tunings.Standing(
                        new TunedLimit(record.steers(), Math.min(record.limit(), scope.ceiling())),
                        scope.ceiling(),
                        Optional.ofNullable(record.load()),
                        record.isBlind(),
                        record.cause(),
                        record.when()));
    }

    private Optional<Scope> scope(Room room, RoomSettings settings) {
        return Scope.of(room, settings, sites.of(room.id()).stream().noneMatch(Site::keepsSlot));
    }

    boolean isBusy() {
        return !underWay.isEmpty() || signals.isAsking();
    }

    @Override
    public void close() {
        Workers.end(threads);
    }
}
