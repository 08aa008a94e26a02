package io.gatehouse.simulate;

import io.gatehouse.room.PlaceId;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;

/**
 * Chance that a seed repeats: the same numbers on every machine, because {@link Random} and {@link
 * StrictMath} are specified to the last bit.
 */
public final class Chance {

    private final Random random;

    /** @param stream parts of a simulation with streams of their own do not disturb each other */
    Chance(long seed, long stream) {
        this.random = new Random(seed * 31 + stream);
    }

    /** A number from 0 to less than 1. */
    double share() {
        return random.nextDouble();
    }

    double normal() {
        return random.nextGaussian();
    }

    /** A number of the exponential distribution with mean 1. */
    double exponential() {
        return -StrictMath.log(1 - random.nextDouble());
    }

    /** A number of the log-normal distribution with median 1. */
    double logNormal(double spread) {
        return StrictMath.exp(spread * normal());
    }

    String hex() {
        var bytes = new byte[32];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    PlaceId place() {
        return new PlaceId(new UUID(random.nextLong(), random.nextLong()));
    }
}
