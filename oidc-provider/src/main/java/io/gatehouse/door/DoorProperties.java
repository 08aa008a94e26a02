package io.gatehouse.door;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one client may hold of this node.
 *
 * @param connectionsPerAddress How many connections one address (of IPv6 its /64) may hold open at a time; 0
 *     for no bound. Not used behind trusted proxies.
 * @param headWithin How long the head of a request may take to arrive; 100ms to 1m.
 * @param bodyWithin How long the body of a request may take to arrive; 100ms to 1m.
 */
@ConfigurationProperties("gatehouse.door")
record DoorProperties(
        @DefaultValue("4000") int connectionsPerAddress,
        @DefaultValue("10s") Duration headWithin,
        @DefaultValue("10s") Duration bodyWithin) {}
