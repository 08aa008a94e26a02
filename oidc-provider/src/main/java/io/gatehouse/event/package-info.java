/**
 * Events: what happens in a room, told to receivers that the configuration names. They lie in an outbox in
 * the store until each receiver has them, so that one that is slow or away holds nobody up, and hears of all
 * when it is back.
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
