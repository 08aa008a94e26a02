package io.gatehouse.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.faults.FaultSize;
import io.gatehouse.room.RandomVisits;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRoomModelTest {

    private static final int SEEDS = FaultSize.of(80, 400);
    private static final int STEPS = 500;
    private final Path folder;

    EmbeddedRoomModelTest(@TempDir(factory = FolderInMemory.class) Path folder) {
        this.folder = folder;
    }

    @Test
    void givenRandomVisits_whenPlayedToTheStoreAndTheLine_thenAllAnswersAreEqualAcrossReopenings() {
        var start = new Random().nextInt(1_000_000);

        var comebacks = 0;
        for (int i = 0; i < SEEDS; i++) {
            comebacks += play(start + i);
        }

        assertThat(comebacks).as("visits came back by the grace").isPositive();
    }

    private int play(long seed) {
        var own = folder.resolve(String.valueOf(seed));
        var lengths = new Random(seed);
        var file = open(own);
        var visits = new RandomVisits(seed, new EmbeddedRoomStore(file));
        for (int played = 0; played < STEPS; ) {
            var steps = Math.min(STEPS - played, 50 + lengths.nextInt(250));
            visits.play(steps);
            played += steps;
            file.close();
            file = open(own);
            visits.reopened(new EmbeddedRoomStore(file));
            visits.compareAll();
        }
        file.close();
        return visits.comebacks();
    }

    private static EmbeddedFile open(Path folder) {
        return EmbeddedStores.file(folder);
    }
}
