package io.gatehouse.oidc.gate;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The gate.
 *
 * @param remember How long a node remembers that a visitor is inside, and so lets them pass after their
 *     admission has ended; 0s to 1m.
 */
@ConfigurationProperties("gatehouse.gate")
record GateProperties(@DefaultValue("5s") Duration remember) {

    GateProperties {
        if (remember.isNegative() || remember.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException(
                    "gatehouse.gate.remember must be 0s to 1m, for example 5s, was " + remember);
        }
    }
}
