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

    /** From 0, to less than 1. */
    double share() {
        return random.nextDouble();
    }

    /** Of the standard normal distribution. */
    double normal() {
        return random.nextGaussian();
    }

    /** Of the exponential distribution with mean 1. */
    double exponential() {
        return -StrictMath.log(1 - random.nextDouble());
    }

    /** Of the log-normal distribution with median 1. */
    double logNormal(double spread) {
        return StrictMath.exp(spread * normal());
    }

    /** 32 bytes in hexadecimal. */
    String hex() {
        var bytes = new byte[32];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    PlaceId place() {
        return new PlaceId(new UUID(random.nextLong(), random.nextLong()));
    }
}
