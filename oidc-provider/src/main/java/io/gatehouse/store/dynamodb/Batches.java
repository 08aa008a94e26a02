package io.gatehouse.store.dynamodb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Asks many questions in one, without anybody waiting for more to come: while one batch is under way, the next gathers.
 * Alone, a question goes out at once; in a crowd, one question goes out for many. Whoever comes first when nothing is
 * under way asks for all who are there, and then leaves the lead to the first of those who have come since; no threads
 * of our own are needed.
 *
 * <p>Nothing is remembered: an answer is of a question that was put after it was asked for.
 */
final class Batches<Q, A> {

    private record Call<Q, A>(Q question, CompletableFuture<Boolean> leads, CompletableFuture<A> answer) {}

    private final int most;
    private final Function<List<Q>, List<A>> work;
    private final Queue<Call<Q, A>> gathering = new ArrayDeque<>();
    private boolean isUnderWay;

    /**
     * @param most how many questions fit into a batch
     * @param work answers a batch, in its order
     */
    Batches(int most, Function<List<Q>, List<A>> work) {
        this.most = most;
        this.work = work;
    }

    A ask(Q question) {
        var call = new Call<Q, A>(question, new CompletableFuture<>(), new CompletableFuture<>());
        synchronized (gathering) {
            gathering.add(call);
            if (!isUnderWay) {
                isUnderWay = true;
                call.leads.complete(true);
            }
        }
        if (call.leads.join()) {
            lead();
        }
        try {
            return call.answer.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    private void lead() {
        var batch = new ArrayList<Call<Q, A>>();
        synchronized (gathering) {
            while (batch.size() < most && !gathering.isEmpty()) {
                batch.add(gathering.remove());
            }
        }
        try {
            answer(batch);
        } finally {
            passOn();
        }
    }

    private void answer(List<Call<Q, A>> batch) {
        try {
            var answers = work.apply(batch.stream().map(Call::question).toList());
            for (int number = 0; number < batch.size(); number++) {
                batch.get(number).answer.complete(answers.get(number));
            }
        } catch (Throwable failed) {
            batch.forEach(call -> call.answer.completeExceptionally(failed));
        } finally {
            batch.forEach(call -> call.leads.complete(false));
        }
    }

    private void passOn() {
        synchronized (gathering) {
            var next = gathering.peek();
            if (next == null) {
                isUnderWay = false;
            } else {
                next.leads.complete(true);
            }
        }
    }
}
