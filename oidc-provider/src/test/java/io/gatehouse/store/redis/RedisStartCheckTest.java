package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.StartWait;
import io.gatehouse.store.combined.BothStores;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.time.MutableScheduler;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What is said at the start of how Redis is set up. */
@ExtendWith(OutputCaptureExtension.class)
class RedisStartCheckTest {

    @BeforeEach
    void hearHints() {
        ((Logger) LoggerFactory.getLogger(RedisStartCheck.class)).setLevel(Level.INFO);
    }

    @Test
    void givenARedisThatKeepsEverything_whenLookedAt_thenNothingIsSaid(CapturedOutput said) {
        look("--appendonly", "yes", "--appendfsync", "always");

        assertThat(said.getAll()).doesNotContain("Redis has", "Redis does not");
    }

    @Test
    void givenARedisThatEvicts_whenLookedAt_thenThatIsSaid(CapturedOutput said) {
        look("--maxmemory-policy", "allkeys-lru");

        assertThat(said.getAll()).contains("WARN", "maxmemory-policy allkeys-lru", "Set maxmemory-policy noeviction");
    }

    @Test
    void givenARedisWithoutAnAppendOnlyFile_whenLookedAt_thenWhatIsLostIsSaid(CapturedOutput said) {
        look();

        assertThat(said.getAll()).contains("WARN", "appendonly no", "are lost", "Set appendonly yes");
    }

    @Test
    void givenARedisThatSynchronizesLateOrNever_whenLookedAt_thenThatIsSaid(CapturedOutput said) {
        look("--appendonly", "yes", "--appendfsync", "no");
        assertThat(said.getAll()).contains("WARN", "appendfsync no");

        look("--appendonly", "yes", "--appendfsync", "everysec");

        assertThat(said.getAll()).contains("appendfsync everysec: a loss of power may lose the last second");
    }

    @Test
    void givenASettingThatMayNotBeRead_whenLookedAt_thenItIsSaidThatItIsNotChecked(CapturedOutput said) {
        look("--user", "default", "on", "nopass", "~*", "+@all", "-config");

        assertThat(said.getAll()).contains("WARN", "does not let its settings be read", "not checked");
    }

    @Test
    void givenReplicas_whenNobodyWaitsForThem_thenThatIsSaid(CapturedOutput said) {
        try (var master = RedisServer.start("--appendonly", "yes");
                var replica = RedisServer.follow(master)) {
            look(master, 0);
            look(master, 2);

            assertThat(said.getAll())
                    .contains("has 1 replicas, and neither min-replicas-to-write nor")
                    .contains("has 1 replicas, and gatehouse.redis.replicas is 2: nothing can be acknowledged");
            look(replica, 0);
            assertThat(said.getAll()).contains("is a replica, which cannot be written to");
        }
    }

    @Test
    void givenARedisOfAnOldVersion_whenTheServiceStarts_thenItIsRefusedAndOneParagraphSaysSo(CapturedOutput said) {
        try (var old = RedisOfOld.start("6.2.11")) {
            assertThatThrownBy(() -> RunningGatehouse.start(
                            "gatehouse.store=redis", "spring.data.redis.url=redis://localhost:" + old.port()))
                    .rootCause()
                    .isInstanceOf(RedisStartException.class);

            assertThat(said.getAll())
                    .contains("Gatehouse does not start: Redis is version 6.2.11, and version 7 or later is needed")
                    .contains("Upgrade Redis")
                    .doesNotContain("cannot be reached yet")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void givenARedisThatStartsLater_whenTheServiceStarts_thenItWaitsForItAndSaysSo(CapturedOutput said)
            throws Exception {
        try (var redis = RedisServer.notYet()) {
            Executor threads = task -> new Thread(task).start();
            var start = CompletableFuture.supplyAsync(() -> RunningGatehouse.start(redis.settings()), threads);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> said.getAll().contains("Redis cannot be reached yet, trying for another"));
            redis.starts();

            try (var gatehouse = start.get(5, TimeUnit.MINUTES)) {
                RedisStory.isTold(gatehouse);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givenARedisThatHangs_whenLookedAt_thenItIsWaitedForAndThatIsSaid(boolean isCluster, CapturedOutput said)
            throws Exception {
        try (var redis = isCluster ? clusterOfOne() : RedisServer.start();
                var scheduler = MutableScheduler.goingOn()) {
            redis.freezes();
            Executor threads = task -> new Thread(task).start();
            var brief = RedisURI.create("localhost", redis.port());
            brief.setTimeout(Duration.ofSeconds(1));

            var wait = new StartWait(Duration.ofDays(1), scheduler);
            var looked = CompletableFuture.runAsync(
                    () -> look(isCluster ? RedisClusterClient.create(brief) : RedisClient.create(brief), 0, wait),
                    threads);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> said.getAll().contains("Redis cannot be reached yet, trying for another"));
            redis.thaws();

            await().atMost(Duration.ofMinutes(5)).until(() -> {
                scheduler.advance(Duration.ofSeconds(2));
                return looked.isDone();
            });
            looked.join();
            assertThat(said.getAll()).contains("appendonly no");
        }
    }

    @Test
    void givenNobodyListens_whenTheTimeIsUp_thenItIsSaidWhoWasLookedFor() {
        try (var nobody = RedisServer.notYet()) {
            assertThatThrownBy(() -> look(nobody, 0))
                    .isInstanceOf(RedisStartException.class)
                    .hasMessageContaining("Redis cannot be used: Unable to connect")
                    .hasMessageContaining("localhost")
                    .hasMessageContaining("" + nobody.port());
        }
    }

    @Test
    void givenNoSentinelListens_whenTheTimeIsUp_thenTheSettingsOfSentinelAreNamed() {
        var nobody = "localhost:" + FreePorts.next();

        new ApplicationContextRunner()
                .withUserConfiguration(RedisConnectionConfiguration.class)
                .withBean(StoreProperties.class, () -> new StoreProperties(StoreKind.REDIS, Path.of("unused")))
                .withBean(MutableScheduler.class) // stands, so that the minute passes at once
                .withPropertyValues("gatehouse.store=redis", "spring.data.redis.sentinel.master=line")
                .withPropertyValues("spring.data.redis.sentinel.nodes=" + nobody)
                .run(context -> assertThat(new RedisStartFailureAnalyzer()
                                .analyze(Objects.requireNonNull(context.getStartupFailure())))
                        .extracting(FailureAnalysis::getAction)
                        .asString()
                        .contains("spring.data.redis.sentinel.nodes, which are [" + nobody + "]")
                        .contains("spring.data.redis.sentinel.master, which is line"));
    }

    @Test
    void givenANodeOfACluster_whenItIsNamedAlone_thenTheStartSaysHowToNameThemAll() {
        try (var node = RedisServer.start("--cluster-enabled", "yes", "--cluster-port", "" + FreePorts.next())) {
            assertThatThrownBy(() -> look(node, 0))
                    .isInstanceOf(RedisStartException.class)
                    .hasMessageContaining("node of a cluster");
        }
    }

    @Test
    void givenAUserWhoMayNotAskForInfo_whenLookedAtForBoth_thenItIsRefusedAndTheRightIsNamed(CapturedOutput said) {
        try (var server = RedisServer.start("--user", "default", "on", "nopass", "~*", "+@all", "-info")) {
            look(server, 0);
            assertThat(said.getAll()).contains("WARN", "does not tell its version");

            assertThatThrownBy(() -> RunningGatehouse.start(BothStores.settings(server)))
                    .hasStackTraceContaining("NOPERM");

            assertThat(said.getAll())
                    .contains("Gatehouse does not start: Redis does not let INFO be asked")
                    .contains("spring.data.redis.username", "ACL SETUSER <that user> +info")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void givenAClusterThatStopsWhole_whenLookedAt_thenThatIsSaidOfItsMasters(CapturedOutput said) {
        var sentence = "has cluster-require-full-coverage yes: when any master is away";
        try (var cluster = RedisCluster.start()) {
            look(cluster);
            assertThat(said.getAll()).contains("WARN", sentence, "Set cluster-require-full-coverage no");
            var before = said.getAll().length();

            cluster.nodes().forEach(node -> node.say("CONFIG", "SET", "cluster-require-full-coverage", "no"));
            look(cluster);

            assertThat(said.getAll().substring(before)).doesNotContain(sentence);
        }
    }

    private static void look(RedisCluster cluster) {
        var uris = cluster.nodes().stream()
                .map(node -> RedisURI.create("127.0.0.1", node.port()))
                .toList();
        look(RedisClusterClient.create(uris), 0, new StartWait(Duration.ZERO, new MutableScheduler()));
    }

    private static void look(String... arguments) {
        try (var server = RedisServer.start(arguments)) {
            look(server, 0);
        }
    }

    private static void look(RedisServer server, int replicas) {
        var none = new StartWait(Duration.ZERO, new MutableScheduler());
        look(RedisClient.create(RedisURI.create("localhost", server.port())), replicas, none);
    }

    private static RedisServer clusterOfOne() {
        var node = RedisServer.start("--cluster-enabled", "yes", "--cluster-port", "" + FreePorts.next());
        assertThat(node.say("CLUSTER", "ADDSLOTSRANGE", "0", "16383")).isEqualTo("OK");
        return node;
    }

    private static void look(AbstractRedisClient client, int replicas, StartWait wait) {
        try {
            new RedisStartCheck(replicas, true, wait, "spring.data.redis.url").look(client);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        }
    }
}
