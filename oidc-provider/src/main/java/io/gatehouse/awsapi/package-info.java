/**
 * The API of the "Virtual Waiting Room on AWS", for clients that were written for it. It uses the same line,
 * under the words of that product, which belong only here. It exists only if a room switches it on.
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
