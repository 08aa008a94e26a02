package io.gatehouse.metrics;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.forecast.Throughput;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.metrics.ForecastAccuracy.Kept;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.RoomCounts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * Each room as the last tick saw it, in numbers that are read at a scrape. They are the whole room's, and
 * equal on all nodes. The meters of a retired, empty room go.
 */
final class RoomMeters implements RoomWatcher {

    private final MeterRegistry registry;
    private final LineCounts line;
    private final RoomCounts newcomers;
    private final Forecasts forecasts;
    private final Turnstile turnstile;
    private final Ticker ticker;
    private final Map<RoomId, OfRoom> known = new ConcurrentHashMap<>();

    RoomMeters(
            MeterRegistry registry,
            LineCounts line,
            RoomCounts newcomers,
            Forecasts forecasts,
            Turnstile turnstile,
            Ticker ticker) {
        this.registry = registry;
        this.line = line;
        this.newcomers = newcomers;
        this.forecasts = forecasts;
        this.turnstile = turnstile;
        this.ticker = ticker;
    }

    @Override
    public void saw(Room room, RoomSnapshot snapshot, Instant now) {
        if (room.isRetired() && snapshot.callable() + snapshot.slots() == 0) {
            forget(room.id());
        } else {
            of(room).see(room, snapshot, now);
        }
    }

    /** What was seen last gets older, which is a number of its own. */
    @Override
    public void lostSight(Room room) {
        of(room);
    }

    private OfRoom of(Room room) {
        return known.computeIfAbsent(room.id(), OfRoom::new);
    }

    /** A counter of another name finds no meter there, and makes a new one. */
    private void forget(RoomId room) {
        if (known.remove(room) != null) {
            line.forget(room);
            registry.getMeters().stream()
                    .filter(meter -> room.value().equals(meter.getId().getTag("room")))
                    .forEach(registry::remove);
        }
    }

    /** What was seen of a room. */
    private record Seen(
            RoomSnapshot snapshot,
            Optional<Rate> rate,
            double capacity,
            Advance.Why why,
            Optional<Throughput> throughput) {

        private double forecast(double perMinute) {
            var ahead = Math.max(0, snapshot.issued() - snapshot.reached());
            return ForecastAccuracy.span(ahead, perMinute).toMillis() / 1000d;
        }
    }

    /** The meters of one room. */
    private final class OfRoom {

        private final ForecastAccuracy accuracy = new ForecastAccuracy();
        private final Map<Kept, Timer> errors = new EnumMap<>(Kept.class);
        private volatile Optional<Seen> seen = Optional.empty();
        private volatile long seenAt = ticker.read();

        private OfRoom(RoomId room) {
            line.of(room);
            newcomers.knows(room);
            gauge(room, "issued", "The last position handed out", seen -> seen.snapshot.issued());
            gauge(room, "serving", "As which one the last was called", seen -> seen.snapshot.reached());
            gauge(room, "waiting", "Visitors who can be called", seen -> seen.snapshot.callable());
            gauge(room, "turns", "Turns that hold a slot: called, not yet claimed", seen -> seen.snapshot.turns());
            gauge(room, "ready", "Visitors who have come, and wait for a slot", seen -> seen.snapshot.ready());
            gauge(room, "show.up", "The share of called visitors who come; NaN if unknown", seen -> seen.snapshot
                    .showUp()
                    .share()
                    .orElse(Double.NaN));
            gauge(room, "inside", "Admissions that hold a slot", seen -> seen.snapshot.admitted());
            gauge(room, "capacity", "Slots; NaN where there is no bound", seen -> seen.capacity);
            gauge(room, "rate", "Turns a second that the rate allows; NaN where there is none", seen -> seen.rate
                    .map(rate -> rate.perMinute() / 60)
                    .orElse(Double.NaN));
            forecast(room, "earliest", Throughput::high);
            forecast(room, "latest", Throughput::low);
            for (var why : Advance.Why.values()) {
                held(room, why);
            }
            for (var kept : Kept.values()) {
                errors.put(kept, error(room, kept));
            }
            Gauge.builder("gatehouse.unseen", this, one -> (ticker.read() - one.seenAt) / 1e9)
                    .description("How long this node has not been able to look at the room")
                    .baseUnit("seconds")
                    .tag("room", room.value())
                    .register(registry);
        }

        private void gauge(RoomId room, String name, String description, ToDoubleFunction<Seen> value) {
            Gauge.builder("gatehouse." + name, this, one -> one.read(value))
                    .description(description)
                    .tag("room", room.value())
                    .register(registry);
        }

        private void forecast(RoomId room, String bound, ToDoubleFunction<Throughput> speed) {
            Gauge.builder(
                            "gatehouse.forecast",
                            this,
                            one -> one.read(seen -> seen.throughput
                                    .map(told -> seen.forecast(speed.applyAsDouble(told)))
                                    .orElse(Double.NaN)))
                    .description("The wait that a newcomer is told; NaN if unknown")
                    .baseUnit("seconds")
                    .tags("room", room.value(), "bound", bound)
                    .register(registry);
        }

        private void held(RoomId room, Advance.Why why) {
            Gauge.builder("gatehouse.held", this, one -> one.read(seen -> seen.why == why ? 1 : 0))
                    .description("1 for what holds the line now")
                    .tags("room", room.value(), "by", word(why))
                    .register(registry);
        }

        private Timer error(RoomId room, Kept kept) {
            return Timer.builder("gatehouse.forecast.error")
                    .description("By how much the last in line were called before or after what they had been told")
                    .tags("room", room.value(), "answer", word(kept))
                    .serviceLevelObjectives(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15))
                    .register(registry);
        }

        private double read(ToDoubleFunction<Seen> value) {
            return seen.map(value::applyAsDouble).orElse(Double.NaN);
        }

        private void see(Room room, RoomSnapshot snapshot, Instant now) {
            var settings = room.settings(snapshot);
            var throughput = forecasts.of(room.id());
            seen = Optional.of(new Seen(
                    snapshot,
                    settings.rate(),
                    settings.capacity().isPresent() ? settings.capacity().getAsLong() : Double.NaN,
                    turnstile.allowance(room, snapshot).why(),
                    throughput));
            seenAt = ticker.read();
            accuracy.see(snapshot, throughput, now, (kept, by) -> Optional.ofNullable(errors.get(kept))
                    .ifPresent(timer -> timer.record(by)));
        }
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
