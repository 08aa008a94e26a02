/**
 * The visitor's endpoints: entering a room, waiting, taking the turn, leaving, and asking for the place or
 * the board.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "board",
            "browser",
            "door",
            "door :: stream",
            "draw",
            "entrant",
            "forecast",
            "lane",
            "notice",
            "page",
            "pass",
            "room",
            "schedule",
            "secret",
            "setting",
            "stock",
            "time",
            "value",
            "waitingroom",
            "web",
            "words"
        })
package io.gatehouse.visitor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
