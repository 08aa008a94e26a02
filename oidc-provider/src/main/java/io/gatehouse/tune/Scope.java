package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The setting that is steered in a room, with its bounds.
 *
 * @param ceiling the configured capacity, or the rate in turns a second
 * @param least of which there is no less: a slot, or a turn a minute
 */
record Scope(Steers steers, double ceiling, double least) {

    private static final double NANOS = 1e9;
    private static final double A_MINUTE = 1 / 60.0;

    /**
     * The capacity where sites give slots back, and where there is no rate; else the rate. Empty in a room
     * that only lets in by hand.
     *
     * @param givesBack whether each site of the room gives the slot of a visit back when it ends
     */
    static Optional<Scope> of(Room room, RoomSettings settings, boolean givesBack) {
        if (room.isByHand(settings)) {
            return Optional.empty();
        }
        if (settings.capacity().isPresent() && (givesBack || settings.rate().isEmpty())) {
            return Optional.of(new Scope(Steers.CAPACITY, settings.capacity().getAsLong(), 1));
        }
        return settings.rate()
                .map(rate -> Stream.concat(Stream.of(rate), room.ceiling().stream())
                        .mapToDouble(Scope::perSecond)
                        .min()
                        .orElseThrow())
                .map(ceiling -> new Scope(Steers.RATE, ceiling, A_MINUTE));
    }

    private static double perSecond(Rate rate) {
        return NANOS / rate.nanosPerTurn();
    }
}
