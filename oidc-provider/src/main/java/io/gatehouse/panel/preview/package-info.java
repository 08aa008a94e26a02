/** The waiting page at the panel, with words and looks that are not said yet. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Preview",
        allowedDependencies = {"board", "page", "panel.answer", "panel.operator", "words", "room", "waitingroom"})
package io.gatehouse.panel.preview;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
