package io.gatehouse.health;

import io.gatehouse.time.Ticker;
import io.gatehouse.time.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest answers of outside sources. Threads of their own ask them, so that neither a tick nor another
 * source waits. A source that is still being asked is not asked again meanwhile.
 *
 * @param <A> what the sources answer
 */
public final class Answers<A> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private record Heard<A>(A answer, long at) {}

    private final Ticker ticker;
    private final Duration kept;
    private final Map<Source<A>, List<Heard<A>>> heard = new ConcurrentHashMap<>();
    private final Map<Source<A>, String> silent = new ConcurrentHashMap<>();
    private final Map<Source<A>, Long> underWay = new ConcurrentHashMap<>();
    private final ExecutorService threads;

    /**
     * @param threads the name of its threads
     * @param kept how long an answer counts
     */
    public Answers(String threads, Duration kept, Ticker ticker) {
        this.ticker = ticker;
        this.kept = kept;
        this.threads = Executors.newCachedThreadPool(Workers.named(threads));
    }

    /**
     * Asks a source, and does not wait for it.
     *
     * @param room for the log
     */
    public void ask(String room, Source<A> source) {
        if (underWay.putIfAbsent(source, ticker.read()) == null) {
            try {
                threads.execute(() -> askNow(room, source));
            } catch (RejectedExecutionException closed) {
                underWay.remove(source);
            }
        }
    }

    /** Asks a source, and waits for its answer. A source that falls silent is logged once. */
    public void askNow(String room, Source<A> source) {
        try {
            var answer = source.ask();
            silent.remove(source);
            heard.merge(source, List.of(new Heard<>(answer, ticker.read())), this::latest);
        } catch (IOException | RuntimeException noAnswer) {
            var why = Optional.ofNullable(noAnswer.getMessage()).orElseGet(noAnswer::toString);
            if (silent.put(source, why) == null) {
                LOG.warn("room {}: {} cannot be asked: {}", room, source, why);
            }
        } finally {
            underWay.remove(source);
        }
    }

    private List<Heard<A>> latest(List<Heard<A>> before, List<Heard<A>> next) {
        var all = new ArrayList<>(before);
        all.removeIf(one -> !isWithin(one, kept));
        all.addAll(next);
        return List.copyOf(all);
    }

    private boolean isWithin(Heard<A> one, Duration span) {
        return ticker.read() - one.at < span.toNanos();
    }

    /** The answers of this span, which is no longer than answers count; the latest is the last. */
    public List<A> within(Source<A> source, Duration span) {
        return heard.getOrDefault(source, List.of()).stream()
                .filter(one -> isWithin(one, span))
                .map(Heard::answer)
                .toList();
    }

    /** The latest answer that still counts. */
    public Optional<A> latest(Source<A> source) {
        return within(source, kept).stream().reduce((one, next) -> next);
    }

    /** Why the last question came to nothing; empty when it did not, or there was none. */
    public Optional<String> silence(Source<A> source) {
        return Optional.ofNullable(silent.get(source));
    }

    /** Whether the answer to a question has been open for longer than this. */
    public boolean isOverdue(Source<A> source, Duration patience) {
        return Optional.ofNullable(underWay.get(source))
                .filter(since -> ticker.read() - since > patience.toNanos())
                .isPresent();
    }

    /** Whether an answer is still to come. */
    public boolean isAsking() {
        return !underWay.isEmpty();
    }

    /** A source that is not asked any more. */
    public void forget(Source<A> source) {
        heard.remove(source);
        silent.remove(source);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
