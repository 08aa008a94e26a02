/**
 * The meters for operators who watch an installation from outside: of each room the last look and the fates
 * of its visitors, of the stores their answers. {@code docs/operate/metrics.md} says what each meter means.
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
