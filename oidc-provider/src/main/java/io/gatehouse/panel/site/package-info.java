/** The sites at the panel: how each is set up, and the keys that their tokens are signed with. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Site",
        allowedDependencies = {
            "panel.answer",
            "panel.operator",
            "site",
            "value",
            "oidc :: key",
            "room",
            "setting",
            "setup"
        })
package io.gatehouse.panel.site;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
