package io.gatehouse.visitor.moving;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Places that visitors carry from one browser to another.
 *
 * @param linkTtl How long a link works that carries a place; 1m to 1h, 0s for no such links.
 */
@ConfigurationProperties("gatehouse.moving")
record MovingProperties(@DefaultValue("10m") Duration linkTtl) {

    MovingProperties {
        if (!linkTtl.isZero() && (linkTtl.toMinutes() < 1 || linkTtl.compareTo(Duration.ofHours(1)) > 0)) {
            throw new IllegalArgumentException(
                    "gatehouse.moving.link-ttl must be 1m to 1h, or 0s for no links, for example 10m, was " + linkTtl);
        }
    }
}
