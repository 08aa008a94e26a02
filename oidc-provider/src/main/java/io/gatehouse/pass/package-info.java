/** Who need not wait: whoever brings a pass that an operator has signed, or comes from an address of theirs. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {
            "door",
            "lane",
            "outbound",
            "room",
            "secret",
            "setting",
            "time",
            "value",
            "waitingroom",
            "web"
        })
package io.gatehouse.pass;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
