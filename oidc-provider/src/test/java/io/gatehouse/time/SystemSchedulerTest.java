package io.gatehouse.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On the machine's own time, which no test can move: spans are short, and nothing is too late. */
class SystemSchedulerTest {

    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofDays(1);

    private final SystemScheduler scheduler = new SystemScheduler();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void givenATask_whenItsDelayHasPassed_thenItRuns() throws Exception {
        var ran = new CountDownLatch(1);
        var early = Deadline.after(MOMENT, scheduler);

        scheduler.schedule(ran::countDown, MOMENT);

        isReached(ran);
        assertThat(early.isExpired()).isTrue();
    }

    @Test
    void givenATaskThatFails_whenItIsRepeated_thenItComesAgainAndOthersDoToo() throws Exception {
        var runs = new CountDownLatch(3);
        var others = new CountDownLatch(3);

        scheduler.repeat(
                () -> {
                    runs.countDown();
                    throw new IllegalStateException("as it should be");
                },
                MOMENT);
        scheduler.repeat(others::countDown, MOMENT);

        isReached(runs);
        isReached(others);
    }

    @Test
    void givenARepeatedTask_whenItIsClosed_thenItComesNoMore() throws Exception {
        var runs = new CountDownLatch(2);
        var repetition = scheduler.repeat(runs::countDown, MOMENT);
        isReached(runs);

        repetition.close();

        scheduler.close();
        assertThatThrownBy(() -> scheduler.schedule(() -> {}, MOMENT)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void givenAThread_whenItPauses_thenTheWholeSpanPasses() {
        var end = Deadline.after(MOMENT, scheduler);

        scheduler.pause(MOMENT);

        assertThat(end.isExpired()).isTrue();
    }

    @Test
    void givenAThreadThatIsToStop_whenItPauses_thenItGoesOnAndIsStillToStop() {
        Thread.currentThread().interrupt();

        scheduler.pause(LONG);

        assertThat(Thread.interrupted()).isTrue();
    }

    private static void isReached(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    }
}
