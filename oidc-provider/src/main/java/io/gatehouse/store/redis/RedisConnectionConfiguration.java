package io.gatehouse.store.redis;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.StartWait;
import io.gatehouse.time.Scheduler;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SocketOptions.KeepAliveOptions;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.NamedNode;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Connects to Redis by Spring Boot's settings. Taken in by each configuration of a store that needs it. */
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
}
