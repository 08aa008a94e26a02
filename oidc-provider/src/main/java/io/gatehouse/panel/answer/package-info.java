/** The input and the answers of the panel: its addresses, bodies and screens, and every refusal with its problem. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Answer",
        allowedDependencies = {"room", "secret", "setting", "web"})
package io.gatehouse.panel.answer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
