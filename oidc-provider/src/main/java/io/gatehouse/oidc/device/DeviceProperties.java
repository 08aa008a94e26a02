package io.gatehouse.oidc.device;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the codes of devices last (RFC 8628).
 *
 * @param userCodeTtl How long a visitor has to enter the code that their device shows; 1m to 1h.
 * @param codeTtl How long a device may wait for its visitor in all, which is the longest wait in line; up to
 *     7d.
 */
@ConfigurationProperties("gatehouse.device")
record DeviceProperties(@DefaultValue("15m") Duration userCodeTtl, @DefaultValue("1d") Duration codeTtl) {

    DeviceProperties {
        if (userCodeTtl.toSeconds() < 60 || userCodeTtl.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "gatehouse.device.user-code-ttl must be 1m to 1h, for example 15m, was " + userCodeTtl);
        }
        if (codeTtl.compareTo(userCodeTtl) < 0 || codeTtl.compareTo(Duration.ofDays(7)) > 0) {
            throw new IllegalArgumentException(
                    "gatehouse.device.code-ttl must be from user-code-ttl to 7d, for example 1d, was " + codeTtl);
        }
    }
}
