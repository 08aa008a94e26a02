/**
 * The key pairs of the AWS Virtual Waiting Room's private API at the panel: which there are, another one, and
 * one less.
 */
@NullMarked
@ApplicationModule(
        displayName = "Panel Access Key",
        allowedDependencies = {
            "addition",
            "awsapi :: key",
            "awsapi :: setting",
            "ledger",
            "panel.answer",
            "panel.operator",
            "room",
            "secret",
            "setting"
        })
package io.gatehouse.panel.accesskey;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
