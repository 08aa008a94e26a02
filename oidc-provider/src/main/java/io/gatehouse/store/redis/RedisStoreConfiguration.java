package io.gatehouse.store.redis;

import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.GuardedExpiringStore;
import io.gatehouse.store.GuardedRoomStore;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Keeps everything in Redis, when that is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gatehouse.store", havingValue = "redis")
@Import(RedisConnectionConfiguration.class)
class RedisStoreConfiguration {

    @Bean
    RoomStore roomStore(RedisLink redis) {
        return new GuardedRoomStore(new RedisRoomStore(redis));
    }

    @Bean
    ExpiringStore expiringStore(RedisLink redis) {
        return new GuardedExpiringStore(new RedisExpiringStore(redis));
    }
}
