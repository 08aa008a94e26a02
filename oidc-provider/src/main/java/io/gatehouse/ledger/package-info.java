/**
 * The ledger: an append-only record of what became of each room's line and of what operators did to it, chained by hashes
 * and signed now and then, so that anybody who has it can check it.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"room", "schedule", "draw", "lane", "stock", "oidc :: key", "secret", "setting", "time"})
package io.gatehouse.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
