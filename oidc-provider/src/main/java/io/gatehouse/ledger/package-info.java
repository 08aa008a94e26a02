/**
 * The ledger: an append-only record of each room's line and of its operators' acts, chained by hashes and
 * signed at checkpoints, so that anyone with a copy can check it.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"room", "schedule", "draw", "lane", "stock", "oidc :: key", "secret", "setting", "time"})
package io.gatehouse.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
