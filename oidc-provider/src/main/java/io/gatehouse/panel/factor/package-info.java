/**
 * The second factor of operators: its form, its storage, its set-up, and its proof. Sign-ins, and the moment
 * when it is asked for, belong to {@code panel.operator}.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Factor",
        allowedDependencies = {"value", "secret", "setting", "time"})
package io.gatehouse.panel.factor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
