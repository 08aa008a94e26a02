/**
 * What is counted for those who watch an installation from outside: of each room what the last tick saw of it
 * and what became of its visitors, of the stores how they answer. {@code docs/operate/metrics.md} says what
 * each meter means.
 *
 * <p>A scrape reads what is in memory, and asks no store; what a request adds to is found once, and not for
 * each request.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "forecast",
            "history",
            "inlet",
            "lane",
            "ledger",
            "room",
            "secret",
            "setting",
            "stock",
            "time",
            "value",
            "web"
        })
package io.gatehouse.metrics;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
