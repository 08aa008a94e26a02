package io.gatehouse.store.redis;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What Gatehouse asks of Redis; how it is reached is Spring Boot's {@code spring.data.redis}.
 *
 * @param replicas How many replicas must have a write before anyone is told of it; 0 asks for none.
 */
@ConfigurationProperties("gatehouse.redis")
record RedisProperties(@DefaultValue("0") int replicas) {}
