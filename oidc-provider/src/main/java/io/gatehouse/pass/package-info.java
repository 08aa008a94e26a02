/**
 * Visitors who need not wait: they bring a pass that an operator has signed, or come from an exempt address.
 */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"door", "jwk", "lane", "room", "secret", "setting", "time", "value", "waitingroom", "web"
        })
package io.gatehouse.pass;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
