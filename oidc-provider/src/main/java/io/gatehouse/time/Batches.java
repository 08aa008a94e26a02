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
 * Sends many questions as one, without waiting for more: while one batch is under way, the next gathers. A
 * single question goes out at once; in a crowd one question goes out for many. The first caller while nothing
 * is under way asks for all, and then leaves the lead to the first of the later callers; no threads of its
 * own are needed.
 *
 * <p>Nothing is remembered: an answer belongs to a question that was sent after its caller arrived.
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

    /** The answer; if the batch failed, its exception is thrown. */
    public A ask(Q question) {
        var call = gather(question);
        if (call.leads.join()) {
            lead();
        }
        return outcome(call);
    }

    /**
     * The answer, with a limit to the wait for other batches: empty if these were not ready by then, or if
     * this thread was interrupted. The question may have been sent nevertheless. The leader does not wait.
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

    /** The question may have got the lead at this moment: then another caller leads. */
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
