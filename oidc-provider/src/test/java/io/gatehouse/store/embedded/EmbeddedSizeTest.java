package io.gatehouse.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.bench.Growth;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Line;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.time.SystemScheduler;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much memory a visitor takes, and how large the file gets. */
class EmbeddedSizeTest {

    private static final RoomId SHOP = new RoomId("shop");

    private static final int AT_ONCE = 500;
    private static final int MOST_BYTES_A_VISITOR = 150;

    private final MutableClock clock = MutableClock.standing();
    private final Path folder;

    EmbeddedSizeTest(@TempDir(factory = FolderInMemory.class) Path folder) {
        this.folder = folder;
    }

    @Test
    @Tag("load")
    void givenThousandsToAMillionWhoWait_whenTheyJoinAndAreCalled_thenEachCostsTheSameAndTakesFewBytes() {
        var figures = new Figures("EmbeddedSizeTest");
        var seconds = new MutableScheduler();
        try (var file = EmbeddedFile.open(folder, clock, seconds)) {
            var each = Growth.of("embedded", figures, new EmbeddedRoomStore(file), clock, new Growth.Crowd() {
                @Override
                public void fills(WaitingRoom room, int many) {
                    for (var joined = 0; joined < many; joined += AT_ONCE) {
                        joinAtOnce(file, room.id(), AT_ONCE);
                        goesOn();
                    }
                }

                @Override
                public void goesOn() {
                    seconds.advance(Duration.ofSeconds(1)); // and house is kept
                }

                @Override
                public double worked() {
                    return 0;
                }

                @Override
                public long bytes() {
                    return heap();
                }
            });

            figures.tell("heap.embedded", Figure.once("bytes", each));
            assertThat(each).isLessThanOrEqualTo(MOST_BYTES_A_VISITOR);
        }
    }

    @Test
    void givenManyChanges_whenHouseIsKept_thenTheFileStaysSmall() throws IOException {
        try (var file = EmbeddedFile.open(folder, clock, new SystemScheduler())) {
            joinAtOnce(file, SHOP, 2_000);
            for (int i = 0; i < 120; i++) {
                change(file, 2_000);
            }
            var first = largest(file, 4_000);
            var second = largest(file, 4_000);

            System.out.println("FIGURE embedded store: file of " + first / 1024 + " KB at most in 4,000 commits, "
                    + second / 1024 + " KB in 4,000 more");
            assertThat(first).isLessThan(128L << 20);
            assertThat(second).isLessThan(first + first / 2);
        }
    }

    private long largest(EmbeddedFile file, int commits) throws IOException {
        var largest = 0L;
        for (int i = 0; i < commits; i++) {
            change(file, 2);
            largest = Math.max(largest, size());
        }
        return largest;
    }

    private void change(EmbeddedFile file, int many) {
        var number = new AtomicInteger();
        var now = clock.instant();
        file.call(contents -> {
            for (int i = 0; i < many; i++) {
                contents.line(SHOP).run(places -> {
                    new Line(
                                    new LinesInMemory(room -> places),
                                    SHOP,
                                    Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1)),
                                    Lanes.NONE)
                            .letIn(1, now);
                    return true;
                });
                var value = ByteBuffer.allocate(12 + 200).putInt(12, number.incrementAndGet());
                RecordFormat.put(value, ExpiringStore.FOREVER);
                contents.values().put("value-" + i % 50, value.array());
            }
            return true;
        });
    }

    private void joinAtOnce(EmbeddedFile file, RoomId room, int many) {
        Instant now = clock.instant();
        file.call(contents -> {
            for (int i = 0; i < many; i++) {
                contents.line(room).run(line -> line.join(anyone(), now));
            }
            return true;
        });
    }

    private long size() throws IOException {
        return Files.size(folder.resolve("gatehouse.mv.db"));
    }

    private static long heap() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }
}
