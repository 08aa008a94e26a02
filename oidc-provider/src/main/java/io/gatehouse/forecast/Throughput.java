package io.gatehouse.forecast;

/**
 * The speed of a line lately, as a range.
 *
 * @param low the slowest it has been lately, in turns a minute, more than 0
 * @param high the fastest it has been lately, in turns a minute, at least {@code low}
 */
public record Throughput(double low, double high) {

    public Throughput {
        if (!(low > 0) || high < low) {
            throw new IllegalArgumentException("throughput must be a range above 0, was " + low + " to " + high);
        }
    }
}
