/** The sites at the panel: how each is defined, set up and checked, and the keys that their tokens are signed with. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Site",
        allowedDependencies = {
            "addition",
            "check",
            "ledger",
            "panel.answer",
            "panel.operator",
            "secret",
            "site",
            "time",
            "value",
            "oidc :: key",
            "room",
            "setting",
            "setup",
            "waitingroom"
        })
package io.gatehouse.panel.site;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
