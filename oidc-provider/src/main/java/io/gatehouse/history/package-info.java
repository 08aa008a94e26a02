/**
 * The minute history: what each room was like in every minute, kept for the panel's charts and reports, the
 * forecast and the simulator. Beside the ledger: the ledger proves what happened to the line, the history
 * says how it went.
 *
 * <p>Knows no inlet and no forecast, so that both can read it. {@code waitingroom} shows it each look at a
 * room, and {@code metrics} tells it of waits and visits.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"lane", "room", "stock", "time", "value"})
package io.gatehouse.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
