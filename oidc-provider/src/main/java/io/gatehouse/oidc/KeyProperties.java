package io.gatehouse.oidc;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The signing keys.
 *
 * @param publishAhead How long a new signing key is published before it signs; clients keep keys for an hour or more.
 */
@ConfigurationProperties("gatehouse.keys")
record KeyProperties(@DefaultValue("1h") Duration publishAhead) {

    KeyProperties {
        if (publishAhead.isNegative()) {
            throw new IllegalArgumentException(
                    "gatehouse.keys.publish-ahead must be 0s or more, for example 1h, was " + publishAhead);
        }
    }
}
