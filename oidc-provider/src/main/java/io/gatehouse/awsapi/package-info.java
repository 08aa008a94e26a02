/**
 * The API of the "Virtual Waiting Room on AWS", for clients that were written for it: over the same line as
 * everything else, in the foreign words, which are right here and nowhere else. Nothing of it is there unless
 * a room switches it on.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "addition",
            "board",
            "door",
            "draw",
            "entrant",
            "event",
            "forecast",
            "health",
            "ledger",
            "oidc :: gate",
            "oidc :: key",
            "outbound",
            "room",
            "schedule",
            "secret",
            "setting",
            "stock",
            "time",
            "value",
            "waitingroom",
            "web"
        })
package io.gatehouse.awsapi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
