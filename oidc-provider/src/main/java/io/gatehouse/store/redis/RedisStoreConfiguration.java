package io.gatehouse.store.redis;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.store.StoreGuards;
import io.gatehouse.store.StoreTime;
import io.gatehouse.value.ExpiringStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Keeps everything in Redis, when that is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreKind.REDIS)
@Import(RedisConnectionConfiguration.class)
class RedisStoreConfiguration {

    @Bean
    RoomStore roomStore(RedisLink redis, StoreGuards guards) {
        return guards.before(new RedisRoomStore(redis));
    }

    @Bean
    StoreTime storeTime(RedisLink redis) {
        return redis::time;
    }

    @Bean
    ExpiringStore expiringStore(RedisLink redis, StoreGuards guards) {
        return guards.before(new RedisExpiringStore(redis));
    }

    @Bean
    LedgerStore ledgerStore(RedisLink redis, StoreGuards guards) {
        return guards.before(new RedisLedgerStore(redis));
    }
}
