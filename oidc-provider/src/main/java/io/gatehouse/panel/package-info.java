/**
 * The operator's side: the API of the control panel and its screens. Here are its locks, and what puts it
 * together.
 *
 * <pre>
 * panel ──► simulate ──► history, definition
 *       ──► room, bulk, find, calendar, alert, draw, history, ledger, codes, preview, definition
 *       ──► site, account, client, accesskey
 *       ──► lobby, operator ──► answer, factor
 * </pre>
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "alert",
            "panel.accesskey",
            "panel.alert",
            "panel.account",
            "panel.answer",
            "panel.bulk",
            "panel.calendar",
            "panel.client",
            "panel.codes",
            "panel.definition",
            "panel.draw",
            "panel.find",
            "panel.history",
            "panel.language",
            "panel.ledger",
            "panel.operator",
            "panel.preview",
            "panel.room",
            "panel.sale",
            "panel.simulate",
            "panel.site",
            "metrics",
            "room",
            "setting",
            "web",
            "door"
        })
package io.gatehouse.panel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
