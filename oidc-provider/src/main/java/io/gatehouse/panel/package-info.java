/**
 * The operator's side: the API of the control panel and its screens. Here are its locks, and what puts it together.
 *
 * <pre>
 * panel ──► room, definition, site, account ──► operator ──► answer, factor
 * </pre>
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "panel.account",
            "panel.answer",
            "panel.definition",
            "panel.operator",
            "panel.room",
            "panel.site",
            "room",
            "setting",
            "web",
            "door"
        })
package io.gatehouse.panel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
