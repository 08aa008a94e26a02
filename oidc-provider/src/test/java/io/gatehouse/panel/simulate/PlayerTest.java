package io.gatehouse.panel.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.simulate.Scenario;
import io.gatehouse.simulate.ScenarioReader;
import io.gatehouse.simulate.SiteModel;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A node plays one simulation at a time, and no request waits long for it. */
class PlayerTest {

    @AutoClose
    private final Player player = new Player(Duration.ZERO);

    private final CountDownLatch gate = new CountDownLatch(1);

    @Test
    void givenASimulationThatTakesLong_whenOthersAsk_thenAllAreToldToComeAgainAndItsOutcomeIsKept() {
        var slow = plan("slow", seed -> (inside, at) -> {
            gate.await();
            return new SiteModel.Health(Duration.ZERO, 0, 0);
        });
        var quick = plan("quick", seed -> (inside, at) -> new SiteModel.Health(Duration.ZERO, 0, 0));

        var first = refused(slow);
        var other = refused(new Asked("unread", Map.of(), () -> {
            throw new AssertionError("a busy node reads no history");
        }));
        gate.countDown();
        await().ignoreExceptionsInstanceOf(RefusedException.class)
                .until(() -> player.play(slow).outcome().visitors() == 10);

        assertThat(first).isEqualTo(Problem.STILL_PLAYED);
        assertThat(other).isEqualTo(Problem.SIMULATIONS_BUSY);
        assertThat(first.retryAfter()).isPresent();
        assertThat(other.retryAfter()).isPresent();
        await().ignoreExceptionsInstanceOf(RefusedException.class)
                .until(() -> player.play(quick).outcome().visitors() == 10);
    }

    private Problem refused(Asked asked) {
        return catchThrowableOfType(RefusedException.class, () -> player.play(asked))
                .problem();
    }

    /** One second of a site, which may have to wait. */
    @FunctionalInterface
    private interface Running {
        SiteModel.Health second(long inside, Duration at) throws InterruptedException;
    }

    @FunctionalInterface
    private interface Model {
        Running begin(long seed);
    }

    private static Asked plan(String key, Model model) {
        var settings = new RoomSettings(Optional.empty(), OptionalLong.of(5), false);
        var room = new Room(
                new RoomId("shop"),
                "Shop",
                settings,
                Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
                Optional.empty());
        var plain = ScenarioReader.read(room, Optional.empty(), Map.of("length", "1m", "arrivals.visitors", "10"));
        SiteModel site = seed -> {
            var running = model.begin(seed);
            return (inside, at) -> {
                try {
                    return running.second(inside, at);
                } catch (InterruptedException stopped) {
                    throw new IllegalStateException(stopped);
                }
            };
        };
        var scenario = new Scenario(
                room,
                plain.span(),
                plain.arrivals(),
                plain.crowd(),
                List.of(),
                Optional.of(site),
                plain.tune(),
                plain.seed());
        return new Asked(
                key,
                Map.of(),
                () -> new Plan(Map.of(), scenario, Optional.empty(), List.of(), List.of(), ZoneOffset.UTC));
    }
}
