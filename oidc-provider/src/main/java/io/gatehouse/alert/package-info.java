/**
 * Alerts: the rules of the house that say when a room is in trouble, and the ways by which operators hear of
 * it. The rules are pure; one node of several tells each alert.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "archive",
            "draw",
            "event",
            "forecast",
            "history",
            "inlet",
            "mail",
            "room",
            "secret",
            "setting",
            "stock",
            "time",
            "value",
            "waitingroom"
        })
package io.gatehouse.alert;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
