package io.gatehouse.panel.sale;

import io.gatehouse.panel.site.SiteDefinition;
import io.gatehouse.room.Room;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sale as it was typed, read and without fault.
 *
 * @param etag of the definition that it replaces; empty for a new room
 * @param settings of the room, by the names of the configuration
 * @param room as these settings make it
 * @param visitors how many are expected; empty: it is not simulated
 */
record Sale(Optional<String> etag, Map<String, String> settings, Room room, PlannedSite site, Optional<Long> visitors) {

    /**
     * The summary that an operator reads before the sale is made.
     *
     * @param facts what is made, by its name
     * @param notes how it was simulated, and what came of it
     * @param warnings what stops sales, though it is allowed
     */
    record Summary(List<Fact> facts, List<String> notes, List<String> warnings) {}

    /** A name, and what it is. */
    record Fact(String name, String says) {}

    /**
     * The result of making a sale.
     *
     * @param site with the secret that was made; empty where none was
     * @param trouble why the site does not lead to the room; empty where it does
     */
    record Made(Optional<SiteDefinition> site, Optional<String> trouble) {}
}
