package io.gatehouse.oidc.device;

import io.gatehouse.setting.Spans;
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
        Spans.require("gatehouse.device.user-code-ttl", userCodeTtl, Duration.ofMinutes(1), Duration.ofHours(1), "15m");
        Spans.require("gatehouse.device.code-ttl", codeTtl, userCodeTtl, Duration.ofDays(7), "1d");
    }
}
