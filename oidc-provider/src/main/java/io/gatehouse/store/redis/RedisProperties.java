package io.gatehouse.store.redis;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What Gatehouse asks of Redis; how it is reached is Spring Boot's {@code spring.data.redis}.
 *
 * @param replicas How many replicas must have a write before anyone is told of it; 0 asks for none.
 * @param recovery After Redis has lost who waits, with DynamoDB behind it: how long the call waits for
 *     visitors to report back before it goes past their positions.
 */
@ConfigurationProperties("gatehouse.redis")
record RedisProperties(@DefaultValue("0") int replicas, @DefaultValue("2m") Duration recovery) {}
