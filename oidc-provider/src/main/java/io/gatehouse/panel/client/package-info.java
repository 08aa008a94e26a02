/** The API clients at the panel: which there are, and what owners do to them. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Client",
        allowedDependencies = {"addition", "ledger", "panel.answer", "panel.operator", "secret", "setting", "site"})
package io.gatehouse.panel.client;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
