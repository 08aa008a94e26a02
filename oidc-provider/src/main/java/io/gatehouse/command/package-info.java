/** The commands of the jar: they start no service, print what they found, and end with a status. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "addition",
            "check",
            "draw",
            "ledger",
            "outbound",
            "site",
            "secret",
            "setting",
            "simulate",
            "store :: copy",
            "time"
        })
package io.gatehouse.command;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
