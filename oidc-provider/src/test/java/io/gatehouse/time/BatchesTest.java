package io.gatehouse.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.Crowd;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BatchesTest {

    @Test
    void givenABatchThatTakesLong_whenSomebodyDoesNotWaitForIt_thenTheyAreNotAskedForAndTheNextLeads()
            throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var put = new CopyOnWriteArrayList<String>();
        var batches = new Batches<String, String>(10, questions -> {
            put.addAll(questions);
            begun.countDown();
            await(mayEnd);
            return questions;
        });
        var slow = CompletableFuture.supplyAsync(() -> batches.ask("slow"), task -> new Thread(task).start());
        begun.await();

        var impatient = batches.ask("impatient", Duration.ZERO);
        mayEnd.countDown();

        assertThat(impatient).isEmpty();
        assertThat(slow.get()).isEqualTo("slow");
        assertThat(batches.ask("next", Duration.ZERO)).contains("next");
        assertThat(put).containsExactly("slow", "next");
    }

    @Test
    void givenMany_whenSomeGoAwayAsTheLeadReachesThem_thenAllOthersAreAnswered() throws Exception {
        var batches = new Batches<Integer, Integer>(2, questions -> questions);

        var answers = Crowd.of(8, () -> {
            for (var question = 0; question < 2_000; question++) {
                batches.ask(question, Duration.ZERO);
                assertThat(batches.ask(question)).isEqualTo(question);
            }
            return List.of();
        });

        assertThat(answers).hasSize(8);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
