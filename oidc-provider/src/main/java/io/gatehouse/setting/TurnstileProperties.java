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
        if (tick.toMillis() < 100 || tick.toMinutes() > 1) {
            throw new IllegalArgumentException(
                    "gatehouse.turnstile.tick must be 100ms to 1m, for example 1s, was " + tick);
        }
    }
}
