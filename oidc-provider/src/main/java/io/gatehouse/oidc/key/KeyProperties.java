package io.gatehouse.oidc.key;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The signing keys.
 *
 * @param publishAhead How long a new signing key is published before it signs; 10s or more; clients keep keys
 *     for an hour or more.
 */
@ConfigurationProperties("gatehouse.keys")
record KeyProperties(@DefaultValue("1h") Duration publishAhead) {

    KeyProperties {
        if (publishAhead.compareTo(SigningKeys.KNOWN_EVERYWHERE) < 0) {
            throw new IllegalArgumentException(
                    "gatehouse.keys.publish-ahead must be 10s or more, so that all nodes publish a key before one signs"
                            + " with it, for example 1h, was " + publishAhead);
        }
    }
}
