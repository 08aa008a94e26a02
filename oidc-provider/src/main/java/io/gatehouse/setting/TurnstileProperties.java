package io.gatehouse.setting;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The turnstile.
 *
 * @param tick How often rooms are looked at, visitors called and boards renewed; 100ms to 1m.
 */
@ConfigurationProperties("gatehouse.turnstile")
public record TurnstileProperties(@DefaultValue("1s") Duration tick) {

    public TurnstileProperties {
        Spans.require("gatehouse.turnstile.tick", tick, Duration.ofMillis(100), Duration.ofMinutes(1), "1s");
    }
}
