/**
 * The archive: a copy of ledgers, minute history and reports in S3-compatible storage, which outlives the
 * store. No tick and no visitor waits for it. {@code docs/operate/archive.md} says which object has what.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"history", "ledger", "room", "setting", "time", "value"})
package io.gatehouse.archive;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
