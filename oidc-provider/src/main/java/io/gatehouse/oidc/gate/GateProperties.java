package io.gatehouse.oidc.gate;

import io.gatehouse.setting.Spans;
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
        Spans.require("gatehouse.gate.remember", remember, Duration.ZERO, Duration.ofMinutes(1), "5s");
    }
}
