/**
 * The past draws of a room, and the files with which the public checks them. It reads the ledger, so it
 * stands beside {@code visitor}.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "board",
            "door",
            "draw",
            "ledger",
            "page",
            "room",
            "schedule",
            "time",
            "waitingroom",
            "web",
            "words"
        })
package io.gatehouse.pastdraw;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
