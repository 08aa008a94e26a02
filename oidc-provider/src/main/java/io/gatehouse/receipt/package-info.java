/**
 * The fate of the places of receipts, for their visitors and for operators. It stands beside
 * {@code visitor}, because it reads the ledger, which knows the signing keys.
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
package io.gatehouse.receipt;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
