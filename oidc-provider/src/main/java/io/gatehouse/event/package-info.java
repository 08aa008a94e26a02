/**
 * Events of a room for the receivers in the configuration. They lie in an outbox in the store until each
 * receiver has them, so that a slow or missing receiver delays nothing, and gets all when it is back.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "draw",
            "lane",
            "outbound",
            "room",
            "schedule",
            "secret",
            "setting",
            "stock",
            "time",
            "value"
        })
package io.gatehouse.event;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
