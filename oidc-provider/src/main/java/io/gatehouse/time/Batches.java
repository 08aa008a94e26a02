package io.gatehouse.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks many questions in one, without anybody waiting for more to come: while one batch is under way, the next gathers.
 * Alone, a question goes out at once; in a crowd, one question goes out for many. Whoever comes first when nothing is
 * under way asks for all who are there, and then leaves the lead to the first of those who have come since; no threads
 * of our own are needed.
 *
 * <p>Nothing is remembered: an answer is of a question that was put after it was asked for.
 */
public final class Batches<Q, A> {

    private record Call<Q, A>(Q question, CompletableFuture<Boolean> leads, CompletableFuture<A> answer) {}

    private final int most;
    private final Function<List<Q>, List<A>> work;
    private final Queue<Call<Q, A>> gathering = new ArrayDeque<>();
    private boolean isUnderWay;

    /**
     * @param most how many questions fit into a batch
     * @param work answers a batch, in its order
     */
    public Batches(int most, Function<List<Q>, List<A>> work) {
        this.most = most;
        this.work = work;
    }

    /** The answer; if its batch failed, what that failed with is thrown. */
    public A ask(Q question) {
        var call = gather(question);
        if (call.leads.join()) {
            lead();
        }
        return outcome(call);
    }

    /**
     * The same, but others are waited for no longer than this: empty when they have not been ready by then, or this thread
     * has been interrupted. The question may have been put all the same. Whoever leads waits for nobody.
     */
    public Optional<A> ask(Q question, Duration within) {
        var call = gather(question);
        try {
            if (call.leads.get(within.toNanos(), TimeUnit.NANOSECONDS)) {
                lead();
            }
        } catch (TimeoutException late) {
            withdraw(call);
            return Optional.empty();
        } catch (InterruptedException stopped) {
            withdraw(call);
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        }
        return Optional.of(outcome(call));
    }

    private Call<Q, A> gather(Q question) {
        var call = new Call<Q, A>(question, new CompletableFuture<>(), new CompletableFuture<>());
        synchronized (gathering) {
            gathering.add(call);
            if (!isUnderWay) {
                isUnderWay = true;
                call.leads.complete(true);
            }
        }
        return call;
    }

    /** It may have been given the lead at this very moment: then somebody else is. */
    private void withdraw(Call<Q, A> call) {
        synchronized (gathering) {
            if (gathering.remove(call) && call.leads.isDone()) {
                passOn();
            }
        }
    }

    private static <Q, A> A outcome(Call<Q, A> call) {
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
