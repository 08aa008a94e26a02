package io.gatehouse.metrics;

import io.gatehouse.forecast.Forecast.Range;
import io.gatehouse.forecast.ForecastScore;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.forecast.PromiseOutcome.Answer;
import io.gatehouse.forecast.RoomForecast;
import io.gatehouse.inlet.Turnstile;
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
            of(room).see(room, snapshot);
        }
    }

    /** The last look gets older, which a gauge of its own shows. */
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

    /** One look at a room. */
    private record Seen(
            RoomSnapshot snapshot, Optional<Rate> rate, double capacity, Advance.Why why, Optional<RoomForecast> said) {

        /** The wait of a newcomer. */
        private Optional<Range> forecast() {
            var ahead = Math.max(0, snapshot.issued() - snapshot.reached());
            return said.flatMap(room -> room.forecast().range((double) ahead));
        }

        private double score(ToDoubleFunction<ForecastScore> value) {
            return said.map(room -> value.applyAsDouble(room.score())).orElse(Double.NaN);
        }
    }

    /** The meters of one room. */
    private final class OfRoom {

        private final String room;
        private final Map<Answer, Timer> errors = new EnumMap<>(Answer.class);
        private volatile Optional<Seen> seen = Optional.empty();
        private volatile long seenAt = ticker.read();

        private OfRoom(RoomId room) {
            this.room = room.value();
            line.of(room);
            newcomers.knows(room);
            gauge("issued", "The last position handed out", seen -> seen.snapshot.issued());
            gauge("serving", "As which one the last was called", seen -> seen.snapshot.reached());
            gauge("waiting", "Visitors who can be called", seen -> seen.snapshot.callable());
            gauge("turns", "Turns that hold a slot: called, not yet claimed", seen -> seen.snapshot.turns());
            gauge("ready", "Visitors who have come, and wait for a slot", seen -> seen.snapshot.ready());
            gauge(
                    "show.up",
                    "The share of called visitors who come; NaN if unknown",
                    seen -> seen.snapshot.showUp().share().orElse(Double.NaN));
            gauge("inside", "Admissions that hold a slot", seen -> seen.snapshot.admitted());
            gauge("capacity", "Slots; NaN where there is no bound", seen -> seen.capacity);
            gauge("rate", "Turns a second that the rate allows; NaN where there is none", seen -> seen.rate
                    .map(rate -> rate.perMinute() / 60)
                    .orElse(Double.NaN));
            forecast("earliest", Range::from);
            forecast("latest", Range::to);
            for (var why : Advance.Why.values()) {
                builder("held", "1 for what holds the line now", seen -> seen.why == why ? 1 : 0)
                        .tag("by", word(why))
                        .register(registry);
            }
            for (var answer : Answer.values()) {
                errors.put(answer, error(answer));
            }
            promises(Answer.KEPT, ForecastScore::kept);
            promises(Answer.EARLY, ForecastScore::early);
            promises(Answer.LATE, ForecastScore::late);
            promises(Answer.OPERATOR, ForecastScore::byOperator);
            gauge(
                    "forecast.width",
                    "The mean width of the ranges told, as a share of the wait",
                    seen -> seen.score(ForecastScore::meanWidth));
            gauge(
                    "forecast.interval.score",
                    "The mean interval score, as a share of the wait",
                    seen -> seen.score(ForecastScore::intervalScore));
            Gauge.builder("gatehouse.unseen", this, one -> (ticker.read() - one.seenAt) / 1e9)
                    .description("How long this node has not been able to look at the room")
                    .baseUnit("seconds")
                    .tag("room", this.room)
                    .register(registry);
        }

        private void gauge(String name, String description, ToDoubleFunction<Seen> value) {
            builder(name, description, value).register(registry);
        }

        private Gauge.Builder<OfRoom> builder(String name, String description, ToDoubleFunction<Seen> value) {
            return Gauge.builder("gatehouse." + name, this, one -> one.seen
                            .map(value::applyAsDouble)
                            .orElse(Double.NaN))
                    .description(description)
                    .tag("room", room);
        }

        private void forecast(String bound, ToDoubleFunction<Range> seconds) {
            builder("forecast", "The wait that a newcomer is told; NaN if unknown", seen -> seen.forecast()
                            .map(seconds::applyAsDouble)
                            .orElse(Double.NaN))
                    .baseUnit("seconds")
                    .tag("bound", bound)
                    .register(registry);
        }

        private void promises(Answer answer, ToDoubleFunction<ForecastScore> count) {
            var description = "Forecasts of this opening for the last visitor in line, one a minute, by answer";
            builder("forecast.promises", description, seen -> seen.score(count))
                    .tag("answer", word(answer))
                    .register(registry);
        }

        private Timer error(Answer answer) {
            return Timer.builder("gatehouse.forecast.error")
                    .description("By how much the last in line were called before or after what they had been told")
                    .tags("room", room, "answer", word(answer))
                    .serviceLevelObjectives(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15))
                    .register(registry);
        }

        private void see(Room room, RoomSnapshot snapshot) {
            var settings = room.settings(snapshot);
            seen = Optional.of(new Seen(
                    snapshot,
                    settings.rate(),
                    settings.capacity().isPresent() ? settings.capacity().getAsLong() : Double.NaN,
                    turnstile.allowance(room, snapshot).why(),
                    forecasts.of(room.id())));
            seenAt = ticker.read();
            forecasts.news(room.id()).forEach(outcome -> Optional.ofNullable(errors.get(outcome.answer()))
                    .ifPresent(timer -> timer.record(outcome.by())));
        }
    }

    private static String word(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
