package io.gatehouse.faults;

import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.Wire;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * As many visitors as there are, always: each waits, is inside for as long as an admission lasts and asks the
 * shop for a page each second meanwhile, and then comes again as another one. A visit is counted from when
 * its visitor knows of it until its slot may be free, so those that are counted are certainly inside.
 */
final class Shoppers implements AutoCloseable {

    private static final int CLIENTS = 8;
    private static final Duration SOON = Duration.ofMillis(250);
    private static final Duration BETWEEN_PAGES = Duration.ofSeconds(1);

    private final RetryingVisitors crowd;
    private final TunedShop shop;
    private final Duration visit;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Schedule schedule = new Schedule();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CompletableFuture<Void> living;
    private volatile boolean isOver;

    Shoppers(int port, int many, Duration visit, TunedShop shop) {
        this.crowd = new RetryingVisitors(port);
        this.shop = shop;
        this.visit = visit;
        for (var number = 0; number < many; number++) {
            schedule.add(BETWEEN_PAGES.multipliedBy(number).dividedBy(many), wire -> comes(wire));
        }
        living = CompletableFuture.runAsync(
                () -> crowd.sends(CLIENTS, this::lives), work -> new Thread(work, "shoppers").start());
    }

    int inside() {
        return inside.get();
    }

    int mostInside() {
        return mostInside.get();
    }

    private void lives(Wire wire) {
        try {
            while (!isOver) {
                schedule.waits(wire);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error broken) {
            failure.compareAndSet(null, broken);
            throw broken;
        }
    }

    private void comes(Wire wire) {
        var first = RetryingVisitors.asks(wire, through -> through.gets("/rooms/shop/enter", ""));
        looks(wire, first.cookie());
    }

    private void looks(Wire wire, String cookie) {
        var asked = System.nanoTime();
        if (RetryingVisitors.isIn(RetryingVisitors.enters(wire, cookie))) {
            mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            asks(asked);
        } else {
            schedule.add(SOON, later -> looks(later, cookie));
        }
    }

    private void asks(long since) {
        var request = HttpRequest.newBuilder(shop.page()).build();
        CompletableFuture<?> unused = client.sendAsync(request, BodyHandlers.discarding());
        var left = visit.minusNanos(System.nanoTime() - since);
        if (left.compareTo(BETWEEN_PAGES) > 0) {
            schedule.add(BETWEEN_PAGES, wire -> asks(since));
        } else {
            schedule.add(left.isNegative() ? Duration.ZERO : left, wire -> {
                inside.decrementAndGet();
                comes(wire);
            });
        }
    }

    @Override
    public void close() {
        isOver = true;
        living.join();
    }
}
