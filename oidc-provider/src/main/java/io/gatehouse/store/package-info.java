/**
 * Where lines, what sites' logins need, and ledgers are kept. Public are configuration alone, and
 * {@link WaitingLine}, by which one store keeps who waits for another.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "draw",
            "lane",
            "metrics",
            "room",
            "schedule",
            "stock",
            "value",
            "ledger",
            "setting",
            "time"
        })
package io.gatehouse.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
