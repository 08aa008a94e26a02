/** The board: one status document for each room, which every page reads and any cache may keep; made once a tick. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "door :: stream",
            "draw",
            "forecast",
            "lane",
            "room",
            "schedule",
            "stock",
            "time",
            "words",
            "waitingroom"
        })
package io.gatehouse.board;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
