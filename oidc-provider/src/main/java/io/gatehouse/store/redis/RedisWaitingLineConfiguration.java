package io.gatehouse.store.redis;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.time.Scheduler;
import java.security.SecureRandom;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Keeps in Redis who waits, when both stores are chosen; all else is in DynamoDB. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore(StoreKind.REDIS_DYNAMODB)
@Import(RedisConnectionConfiguration.class)
class RedisWaitingLineConfiguration {

    private static final Duration LONGEST_RECOVERY = Duration.ofHours(1);

    @Bean
    WaitingLine waitingLine(
            RedisLink redis,
            RedisProperties properties,
            PositionBlocks blocks,
            SecureRandom random,
            Scheduler scheduler) {
        var recovery = properties.recovery();
        if (recovery.isNegative() || recovery.compareTo(LONGEST_RECOVERY) > 0) {
            throw new InvalidSettingException(
                    "gatehouse.redis.recovery", "must be between 0s and 1h, was " + recovery, "2m");
        }
        return new RedisWaitingLine(redis, blocks, recovery, random, scheduler);
    }
}
