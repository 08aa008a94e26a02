package io.gatehouse.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Line;
import io.gatehouse.room.Lines;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cuts the power at random moments of a busy time: what was written but not yet synchronized may be there
 * block by block, in any order, or not.
 */
class LossOfPowerTest {

    private static final RoomId SHOP = new RoomId("shop");
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final int COMMITS = 300;
    private static final int CUTS = FaultSize.of(150, 800);

    private final TreeMap<Integer, Long> acknowledged = new TreeMap<>();
    private final Random random = new Random();
    private final Instant now = MutableClock.standing().instant();
    private final Path folder;

    LossOfPowerTest(@TempDir(factory = FolderInMemory.class) Path folder) {
        this.folder = folder;
    }

    @Test
    void givenABusyTime_whenThePowerIsCutAtAnyMoment_thenAllThatWasAcknowledgedIsThere() throws IOException {
        var seed = random.nextLong();
        random.setSeed(seed);
        var file = folder.resolve("gatehouse.mv.db");
        Contents.create(file);
        var image = Files.readAllBytes(file);
        beBusy(Contents.read(RecordedDisk.record(file), NewestChunks.of(file)));
        var moments = RecordedDisk.moment();

        for (int i = 0; i < CUTS; i++) {
            var moment = random.nextInt(moments);
            Files.write(file, RecordedDisk.lossOfPower(image, moment, random));
            assertThat(issued(file))
                    .as("seed %d, cut at moment %d of %d", seed, moment, moments)
                    .isGreaterThanOrEqualTo(acknowledgedAt(moment));
        }
    }

    private void beBusy(Contents contents) {
        var housekeeping = new Housekeeping(MutableClock.standing());
        for (int commit = 0; commit < COMMITS; commit++) {
            visit(contents, random.nextInt(20));
            if (commit % 7 == 0) {
                housekeeping.run(contents);
            }
            contents.commit();
            contents.synchronize();
            acknowledged.put(RecordedDisk.moment(), contents.line(SHOP).run(line -> line.counters()
                    .issued()));
        }
        contents.fail(new IllegalStateException("no power"));
    }

    private void visit(Contents contents, int visitors) {
        for (int i = 0; i < visitors; i++) {
            contents.line(SHOP).run(line -> line.join(new PlaceId(UUID.randomUUID()), now));
            var value = ByteBuffer.allocate(12 + 800);
            RecordFormat.put(value, ExpiringStore.FOREVER);
            contents.values().put("value-" + random.nextInt(100), value.array());
        }
        contents.line(SHOP).run(places -> {
            var line = new Line(new LinesInMemory(room -> places), SHOP, TERMS, Lanes.NONE);
            line.serve(line.snapshot(now), new Advance(visitors / 2, 0, now), true, now);
            line.at(Position.of(1 + random.nextInt(200)), now)
                    .ifPresent(place -> line.apply(place.id(), Act.CLAIM, now));
            return true;
        });
    }

    private static long issued(Path file) throws IOException {
        var contents = Contents.read(file, NewestChunks.of(file));
        try {
            return contents.line(SHOP).run(line -> line.counters().issued());
        } finally {
            contents.fail(new IllegalStateException("looked at"));
        }
    }

    private long acknowledgedAt(int moment) {
        var last = acknowledged.floorEntry(moment);
        return last == null ? 0 : last.getValue();
    }
}
