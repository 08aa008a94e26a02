package io.gatehouse.store.redis;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.room.RoomStore;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.ConditionalOnStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.StartWait;
import io.gatehouse.store.StoreGuards;
import io.gatehouse.store.StoreTime;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.NamedNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connects to Redis by Spring Boot's settings, for the stores that need it, and makes what each of them keeps
 * there.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnStore({StoreKind.REDIS, StoreKind.REDIS_DYNAMODB})
@Import(DataRedisAutoConfiguration.class)
@EnableConfigurationProperties(RedisProperties.class)
class RedisConnectionConfiguration {

    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final int PROBES = 3;

    @Bean
    LettuceClientOptionsBuilderCustomizer lettuceOptions(DataRedisProperties properties) {
        var timeout = Optional.ofNullable(properties.getConnectTimeout())
                .orElse(SocketOptions.DEFAULT_CONNECT_TIMEOUT_DURATION);
        return options -> customize(options, timeout);
    }

    @Bean
    RedisLink redisLink(
            LettuceConnectionFactory factory, RedisProperties properties, StoreProperties kept, Scheduler scheduler) {
        if (properties.replicas() < 0) {
            throw new InvalidSettingException(
                    "gatehouse.redis.replicas", "must be 0 or more, was " + properties.replicas(), "1");
        }
        var client = factory.getRequiredNativeClient();
        var keepsAll = kept.store() == StoreKind.REDIS;
        new RedisStartCheck(properties.replicas(), keepsAll, StartWait.ofANode(scheduler), settings(factory))
                .look(client);
        return new RedisLink(client, properties.replicas(), scheduler);
    }

    /** The settings that say where Redis is. */
    private static String settings(LettuceConnectionFactory factory) {
        var sentinels = factory.getSentinelConfiguration();
        if (sentinels != null) {
            return "spring.data.redis.sentinel.nodes, which are " + sentinels.getSentinels()
                    + ", and spring.data.redis.sentinel.master, which is "
                    + Optional.ofNullable(sentinels.getMaster())
                            .map(NamedNode::getName)
                            .orElse("not set");
        }
        return factory.getClusterConfiguration() != null
                ? "spring.data.redis.cluster.nodes"
                : "spring.data.redis.url, or host and port";
    }

    /** Refuses what cannot be sent now, sends nothing twice by itself, and notices a machine that is gone. */
    static void customize(ClientOptions.Builder options, Duration connectTimeout) {
        var alive = KeepAliveOptions.builder()
                .enable()
                .idle(IDLE)
                .interval(INTERVAL)
                .count(PROBES);
        options.autoReconnect(true)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(command -> true)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(connectTimeout)
                        .keepAlive(alive.build())
                        .build());
    }

    /** Keeps everything in Redis. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnStore(StoreKind.REDIS)
    static class Everything {

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

    /** Keeps in Redis who waits; all else is in DynamoDB. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnStore(StoreKind.REDIS_DYNAMODB)
    static class WhoWaits {

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
}
