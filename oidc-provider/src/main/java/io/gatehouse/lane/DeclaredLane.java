package io.gatehouse.lane;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A lane beside the default one as it is written in JSON and in forms; or the default one, where it weighs
 * more than 1.
 */
public record DeclaredLane(String lane, int weight, boolean first, boolean offered) {

    /** The word for a lane that is first. */
    public static final String FIRST = "first";

    /** The word for a lane that the waiting page offers. */
    public static final String OFFERED = "offered";

    /** All lanes, the default one before the others. */
    public static List<DeclaredLane> all(Lanes lanes) {
        return Stream.concat(
                        Stream.of(lanes.others()).filter(others -> others.weight() > 1),
                        lanes.declared().stream().sorted(Comparator.comparing(Lane::name)))
                .map(lane -> new DeclaredLane(lane.name(), lane.weight(), lane.isFirst(), lane.isOffered()))
                .toList();
    }

    /** The lane in a line, as it is typed. */
    public String line() {
        return lane
                + (first ? " " + FIRST : "")
                + (first && weight == 1 ? "" : " " + weight)
                + (offered ? " " + OFFERED : "");
    }
}
