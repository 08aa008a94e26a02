/**
 * The effect of an operator's act on the visitors in a lobby: the rule for all acts, and the confirmation
 * that it takes.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Lobby",
        allowedDependencies = {"draw", "panel.answer", "room", "schedule", "waitingroom"})
package io.gatehouse.panel.lobby;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
