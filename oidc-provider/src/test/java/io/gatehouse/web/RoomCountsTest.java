package io.gatehouse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomId;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RoomCountsTest {

    private static final RoomId SHOP = new RoomId("shop");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RoomCounts counts = new RoomCounts(registry, "newcomers", "Sent away", "busy", "full");

    @Test
    void givenCountersUnderWay_whenTheMetersOfTheRoomAreRemovedMeanwhile_thenNobodyWaitsForTheOther() throws Exception {
        var isUnderWay = new CountDownLatch(1);
        var isRemoved = new CountDownLatch(1);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                if ("full".equals(id.getTag("answer"))) {
                    isUnderWay.countDown();
                    await(isRemoved);
                }
                return id;
            }
        });
        var known = CompletableFuture.runAsync(() -> counts.knows(SHOP));
        await(isUnderWay);

        var removed = CompletableFuture.runAsync(() -> registry.getMeters().forEach(registry::remove));
        removed.get(20, TimeUnit.SECONDS); // for ever, if it waits
        isRemoved.countDown();
        known.join();
        counts.count(SHOP, "busy");

        assertThat(registry.get("newcomers")
                        .tags("room", "shop", "answer", "busy")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }
}
