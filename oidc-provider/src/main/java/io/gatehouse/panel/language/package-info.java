/** The panel in the language of its reader: pages are rendered in English, and translated before they are sent. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Language",
        allowedDependencies = {"panel.answer", "panel.operator", "setting", "web", "words"})
package io.gatehouse.panel.language;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
