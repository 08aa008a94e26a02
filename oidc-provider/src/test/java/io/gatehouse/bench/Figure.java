package io.gatehouse.bench;

/**
 * What has been measured.
 *
 * @param unit what it counts
 * @param value the median, where there are rounds
 * @param least of the rounds
 * @param most of them
 * @param rounds 0 if there are none
 * @param thrownAway rounds in which the machine was kept from its work
 * @param others the share of the machine that worked for others meanwhile; below 0 if nobody has looked
 */
public record Figure(String unit, double value, double least, double most, int rounds, int thrownAway, double others) {

    /** One that was measured once, and does not depend on what the machine does besides. */
    public static Figure once(String unit, double value) {
        return once(unit, value, -1);
    }

    static Figure once(String unit, double value, double others) {
        return new Figure(unit, value, value, value, 0, 0, others);
    }

    /** How many of the other this is. */
    Figure to(Figure other) {
        return once("", value / other.value, Math.max(others, other.others));
    }
}
