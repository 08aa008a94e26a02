/**
 * The verifiable shuffle of a lobby: commitment, permutation, receipts, and the check of all three. The
 * package knows no framework.
 */
@NullMarked
@ApplicationModule(allowedDependencies = "secret")
package io.gatehouse.draw;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
