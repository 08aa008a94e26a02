/** The operators at the panel: accounts and sign-ins, the cookie and the token of acts, and the log of acts. */
@NullMarked
@ApplicationModule(
        displayName = "Panel Operator",
        allowedDependencies = {
            "addition",
            "ledger",
            "outbound",
            "panel.answer",
            "panel.factor",
            "room",
            "value",
            "secret",
            "setting",
            "time",
            "web",
            "door"
        })
package io.gatehouse.panel.operator;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
