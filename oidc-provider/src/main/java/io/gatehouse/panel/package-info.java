/**
 * The operator's side: the API of the control panel and its screens. Here are its locks, and what puts it
 * together.
 *
 * <pre>
 * panel ──► language, alert, accesskey ──► operator ──► answer, factor
 *
 * sale ──► simulate ──► history, definition
 *      ──► room, site
 * bulk ──► room, definition ──► schedule, lobby
 * find, calendar, draw, ledger, codes, preview, site, account, client ──► operator
 * </pre>
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "alert",
            "panel.accesskey",
            "panel.alert",
            "panel.answer",
            "panel.language",
            "panel.operator",
            "metrics",
            "room",
            "setting",
            "web",
            "door"
        })
package io.gatehouse.panel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
