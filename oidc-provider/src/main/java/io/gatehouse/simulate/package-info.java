/**
 * A sale that is played before it happens: the line, its inlets and its turnstile under a virtual clock, with
 * a crowd by chance. No rule of the line is here.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "addition",
            "chart",
            "draw",
            "forecast",
            "history",
            "inlet",
            "lane",
            "room",
            "schedule",
            "setting",
            "stock",
            "time",
            "tune",
            "waitingroom"
        })
package io.gatehouse.simulate;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
