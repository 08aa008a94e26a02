/**
 * Notices: how a visitor who asked for it hears of the turn without looking at the waiting page. Addresses
 * lie sealed in the store until the turn has come, and stand in no event, ledger or log.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "board",
            "browser",
            "door",
            "draw",
            "forecast",
            "lane",
            "mail",
            "outbound",
            "page",
            "room",
            "schedule",
            "secret",
            "setting",
            "time",
            "value",
            "waitingroom",
            "web",
            "words"
        })
package io.gatehouse.notice;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
