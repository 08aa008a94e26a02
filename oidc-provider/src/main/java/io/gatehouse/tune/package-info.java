/**
 * Rooms that find their limit by themselves: the law, what it hears of the sites, and the one record a room
 * that all nodes move.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "event",
            "health",
            "inlet",
            "ledger",
            "outbound",
            "room",
            "schedule",
            "setting",
            "site",
            "stock",
            "time",
            "value"
        })
package io.gatehouse.tune;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
