package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The simulated crowd: a fixed number of visitors in line; a new one joins for each admitted one. */
final class Crowd implements AutoCloseable {

    private static final int THREADS = 4;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final ScheduledThreadPoolExecutor clockwork =
            new ScheduledThreadPoolExecutor(THREADS, Crowd::daemon, new ThreadPoolExecutor.DiscardPolicy());
    private final Set<CrowdVisitor> visitors = ConcurrentHashMap.newKeySet();
    private final AtomicReference<String> trouble = new AtomicReference<>("");
    private final Random chance = new Random();
    private final String shop;
    private final int size;

    Crowd(String shop, int size) {
        this.shop = shop;
        this.size = size;
    }

    /** The first visitors come within seconds, so that some are ahead of you when you open the address. */
    void gather() {
        for (int n = 0; n < size; n++) {
            after(Duration.ofMillis(chance.nextLong(3_000)), this::arrive);
        }
        after(Duration.ofSeconds(5), this::refill);
    }

    String inWords() {
        return "%d made-up visitors in line, %d in the shop%s"
                .formatted(
                        waiting(),
                        visitors.stream().filter(CrowdVisitor::isInside).count(),
                        trouble.get());
    }

    private long waiting() {
        return visitors.stream().filter(CrowdVisitor::isWaiting).count();
    }

    private void refill() {
        after(Duration.ofMillis(700), this::refill);
        if (waiting() < size) {
            arrive();
        }
    }

    private void arrive() {
        CrowdVisitor visitor = new CrowdVisitor(new Browser(http), shop, chance);
        visitors.add(visitor);
        step(visitor);
    }

    /** A visitor whose browser fails leaves; the others go on, and the demo reports the failure. */
    private void step(CrowdVisitor visitor) {
        try {
            Optional<Duration> next = visitor.step();
            next.ifPresentOrElse(pause -> after(pause, () -> step(visitor)), () -> visitors.remove(visitor));
        } catch (IOException | RuntimeException troubled) {
            trouble.set(" (one has given up: " + troubled.getMessage() + ")");
            visitors.remove(visitor);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void after(Duration pause, Runnable work) {
        ScheduledFuture<?> unused = clockwork.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "crowd");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
