/** What the panel reads and answers: its addresses, bodies and screens, and every no with its problem. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Answer",
        allowedDependencies = {"room", "secret", "setting", "web"})
package io.gatehouse.panel.answer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
