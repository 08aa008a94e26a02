package io.gatehouse.panel.simulate;

import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.simulate.Simulation;
import io.gatehouse.time.Workers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays simulations in one thread of its own, one at a time on a node, so that a sale that runs keeps its
 * processors. A request waits a few seconds for it; a caller that asks for the same once more gets the
 * outcome, which is kept for a while. Nothing is kept of callers: any node plays the same to the last bit.
 */
final class Player implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Player.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** An outcome has some megabytes at most. */
    private static final int KEPT = 4;

    private final ExecutorService worker = Executors.newSingleThreadExecutor(Workers.named("simulation"));
    private final Map<String, CompletableFuture<Played>> known = new LinkedHashMap<>();

    private final Duration patience;

    Player() {
        this(PATIENCE);
    }

    /** @param patience how long a request waits */
    Player(Duration patience) {
        this.patience = patience;
    }

    /** The outcome. The history is read when the simulation is played, and once. */
    Played play(Asked asked) {
        return awaited(asked.key(), of(asked));
    }

    private synchronized CompletableFuture<Played> of(Asked asked) {
        var same = known.get(asked.key());
        if (same != null) {
            return same;
        }
        if (known.values().stream().anyMatch(one -> !one.isDone())) {
            throw new RefusedException(
                    Problem.SIMULATIONS_BUSY, "this node plays one simulation at a time; try again in some seconds");
        }
        while (known.size() >= KEPT) {
            known.remove(known.keySet().iterator().next());
        }
        var playing = CompletableFuture.supplyAsync(() -> played(asked.reading().plan()), worker);
        known.put(asked.key(), playing);
        return playing;
    }

    private static Played played(Plan plan) {
        return new Played(plan, new Simulation(plan.scenario()).run());
    }

    private Played awaited(String key, CompletableFuture<Played> playing) {
        try {
            return playing.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException notOver) {
            throw new RefusedException(
                    Problem.STILL_PLAYED, "it is still being played; ask for the same again in some seconds");
        } catch (ExecutionException failed) {
            forget(key);
            if (failed.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            LOG.error("a simulation broke off", failed.getCause());
            throw new IllegalStateException("a simulation broke off", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the node stops", stopped);
        }
    }

    private synchronized void forget(String key) {
        known.remove(key);
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
