/** The visitor's side: the place cookie, joining and leaving, the board, and the pages that are seen while waiting. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "draw",
            "entrant",
            "lane",
            "room",
            "schedule",
            "forecast",
            "pass",
            "secret",
            "setting",
            "stock",
            "time",
            "value",
            "web",
            "words",
            "door",
            "door :: stream"
        })
package io.gatehouse.visitor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
