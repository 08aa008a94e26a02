/**
 * The second factor of operators: what it is, how it lies in the store, how it is set up, and what proves that somebody has
 * it. Who signs in, and where they are asked for it, is the matter of {@code panel.operator}.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Factor",
        allowedDependencies = {"value", "secret", "setting", "time"})
package io.gatehouse.panel.factor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
