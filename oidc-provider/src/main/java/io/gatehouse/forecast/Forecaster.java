package io.gatehouse.forecast;

import io.gatehouse.room.RoomSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Watches the serving counter of one room and says how fast it moves. It answers with what was measured over
 * several spans, the slowest and the fastest of them, and a margin of a tenth on both sides; it says nothing
 * while it has seen less than half a minute, or nobody waited, or nothing moved. An honest "we cannot say
 * yet" beats a made-up figure.
 *
 * <p>Not safe for use by several threads.
 */
public final class Forecaster {

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration APART = Duration.ofSeconds(5);
    private static final List<Duration> SPANS =
            List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15));
    private static final double MARGIN = 0.1;

    private record Sample(Instant at, long opening, long serving) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** Takes note of a room; any number of times a second. */
    public void see(RoomSnapshot room, Instant now) {
        var last = samples.peekLast();
        var isNewLine = last != null && last.opening != room.opening();
        var isSetBack = last != null && last.at.isAfter(now);
        if (isNewLine || isSetBack || room.callable() == 0) {
            // What happened before the line was empty, in another opening, or by another clock, says nothing
            // about this one.
            samples.clear();
        }
        last = samples.peekLast();
        if (last == null || !last.at.plus(APART).isAfter(now)) {
            samples.addLast(new Sample(now, room.opening(), room.gone()));
        }
        var oldest = now.minus(SPANS.get(SPANS.size() - 1));
        while (samples.size() > 1 && samples.getFirst().at.isBefore(oldest)) {
            samples.removeFirst();
        }
    }

    /** How fast the line has been moving; empty when that cannot be said. */
    public Optional<Throughput> throughput(RoomSnapshot room, Instant now) {
        var rates = SPANS.stream()
                .map(span -> since(now.minus(span)))
                .flatMap(Optional::stream)
                .filter(sample -> Duration.between(sample.at, now).compareTo(SHORTEST) >= 0)
                .mapToDouble(sample -> perMinute(room.gone() - sample.serving, Duration.between(sample.at, now)))
                .summaryStatistics();
        if (rates.getCount() == 0 || rates.getMin() <= 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Throughput(rounded(rates.getMin() * (1 - MARGIN)), rounded(rates.getMax() * (1 + MARGIN))));
    }

    private Optional<Sample> since(Instant from) {
        return samples.stream().filter(sample -> !sample.at.isBefore(from)).findFirst();
    }

    private static double perMinute(long turns, Duration span) {
        return turns * 60_000d / span.toMillis();
    }

    private static double rounded(double rate) {
        return Math.max(0.01, Math.round(rate * 100) / 100d);
    }
}
