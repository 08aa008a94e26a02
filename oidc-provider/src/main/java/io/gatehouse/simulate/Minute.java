package io.gatehouse.simulate;

import io.gatehouse.room.Advance;
import java.time.Instant;
import java.util.Optional;

/**
 * A minute of a simulation: what happened in it, and how the room stood at its end.
 *
 * @param from its beginning
 * @param arrived visitors who arrived, programs among them, and of these:
 * @param refused those who got no place
 * @param called first calls
 * @param claimed turns that were claimed
 * @param noShows turns that lapsed
 * @param left visitors who left the line by the button
 * @param waiting visitors in line at the end
 * @param turns open turns at the end
 * @param inside admissions that hold a slot at the end
 * @param held the rule that held the line for most of the minute; empty while no visitor waited
 * @param limit the limit that the room had found at the end, in slots or in turns a minute; empty where it
 *     finds none
 * @param site how the site fared at the end
 */
public record Minute(
        Instant from,
        long arrived,
        long refused,
        long called,
        long claimed,
        long noShows,
        long left,
        long waiting,
        long turns,
        long inside,
        Optional<Advance.Why> held,
        Optional<Double> limit,
        Optional<SiteModel.Health> site) {}
