package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis can be read and not be written: what those who wait, their boards and the balancer see. */
class RedisReadOnlyTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final RedisServer redis = RedisServer.start();
    private final RunningGatehouse gatehouse = RunningGatehouse.start(
            redis.settings()[0],
            redis.settings()[1],
            "spring.data.redis.timeout=1m",
            "gatehouse.rooms.shop.rate=10/1m",
            "gatehouse.rooms.shop.claim-window=10m");
    private final Browser called = gatehouse.browser();
    private final Browser waiting = gatehouse.browser();

    @BeforeEach
    void oneIsCalledAndOneWaits() {
        called.opens("/rooms/shop/enter");
        waiting.opens("/rooms/shop/enter");
        assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(1);
    }

    @AfterEach
    void stop() {
        gatehouse.close();
        redis.close();
    }

    @Test
    void givenAFullRedis_whenSomebodyCouldBeCalled_thenTheNodeIsNotReadyAndBoardsStayFresh() {
        isFull();

        gatehouse.pass(Duration.ofMinutes(1));

        ticks("not ready", () -> readiness() == 503);
        ticks("fresh", () -> board().contains("\"stale\":false"));
        assertThat(board()).contains("\"issued\":2", "\"serving\":1");
        assertThat(stage(waiting)).isEqualTo("WAITING");
        hasRoomAgain();
        ticks("called", () -> stage(waiting).equals("TURN"));
        ticks("ready", () -> readiness() == 200);
    }

    @Test
    void givenARedisThatHasBecomeAReplica_whenManyWantToJoin_thenThoseWhoWaitSeeTheirPlace() {
        assertThat(redis.say("REPLICAOF", "127.0.0.1", "1")).isEqualTo("OK");

        for (int time = 0; time < 20; time++) {
            assertThat(gatehouse.browser().opens("/rooms/shop/enter").status()).isEqualTo(503);
            assertThat(waiting.gets("/rooms/shop/place").status()).isEqualTo(200);
        }

        ticks("fresh", () -> board().contains("\"stale\":false"));
        assertThat(redis.say("REPLICAOF", "NO", "ONE")).isEqualTo("OK");
        assertThat(gatehouse.browser().opens("/rooms/shop/enter").status()).isEqualTo(200);
    }

    @Test
    void givenAFullRedis_whenAnAdmissionEndsAndTheHourPasses_thenThatIsSeenThoughNothingIsWritten() {
        isFull();

        gatehouse.pass(Duration.ofMinutes(61));

        ticks("fresh", () -> board().contains("\"stale\":false"));
        assertThat(stage(called)).isEqualTo("ABANDONED");
        assertThat(stage(waiting)).isEqualTo("WAITING");
        assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
        assertThat(gatehouse.room("shop").at(Position.of(1)))
                .hasValueSatisfying(place -> assertThat(place.stage()).isEqualTo(Stage.ABANDONED));
        assertThat(redis.say("HVALS", "gatehouse:{shop}:places")).contains(",A,");
        hasRoomAgain();
        ticks("called", () -> stage(waiting).equals("TURN"));
        assertThat(stage(called)).isEqualTo("ABANDONED");
    }

    /** Until this is so. */
    private void ticks(String what, BooleanSupplier isSo) {
        await(what).atMost(SOON).pollDelay(Duration.ZERO).until(() -> {
            gatehouse.tick();
            return isSo.getAsBoolean();
        });
    }

    private void isFull() {
        assertThat(redis.say("CONFIG", "SET", "maxmemory", "1")).isEqualTo("OK");
    }

    private void hasRoomAgain() {
        assertThat(redis.say("CONFIG", "SET", "maxmemory", "0")).isEqualTo("OK");
    }

    private int readiness() {
        return gatehouse.browser().gets("/actuator/health/readiness").status();
    }

    private String board() {
        return gatehouse.browser().gets("/rooms/shop/board").body();
    }

    private static String stage(Browser visitor) {
        return visitor.gets("/rooms/shop/place").body().replaceAll("(?s).*\"stage\":\"(\\w+)\".*", "$1");
    }
}
