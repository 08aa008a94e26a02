package io.gatehouse.store.embedded;

import static io.gatehouse.store.embedded.StoreProcess.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a store when its process, or its disk, comes to an end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoreProcessTest {

    private static final int JOINS = 6_000;

    private final Map<UUID, Long> acknowledged = new HashMap<>();
    private final Path folder;

    StoreProcessTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void givenAProcessWithTheFolder_whenASecondOneStarts_thenItIsRefusedByName() throws Exception {
        try (var first = StoreProcess.start(folder, "hold")) {
            assertThat(first.line()).isEqualTo("open");

            try (var second = StoreProcess.start(folder, "hold")) {
                assertThat(second.line()).contains(folder.toString()).contains("in use by another process");
            }
        }
    }

    @Test
    void givenSixtyFourClients_whenTheProcessIsKilledThreeTimes_thenEveryAcknowledgedPlaceIsThere() throws Exception {
        for (int kill = 1; kill <= 3; kill++) {
            try (var process = StoreProcess.start(folder, "join", String.valueOf(JOINS))) {
                listen(process, JOINS * kill / 4);
                process.kill();
                listen(process, Integer.MAX_VALUE);
            }
        }
        try (var process =
                StoreProcess.start(folder, "join", String.valueOf(Math.max(1, JOINS - acknowledged.size())))) {
            assertThat(listen(process, Integer.MAX_VALUE)).isEqualTo("end");
            process.end();
        }

        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(JOINS);
        everyAcknowledgedPlaceIsThere();
    }

    @Test
    void givenAFullDisk_whenVisitorsJoin_thenTheyAreRefusedAndNothingAcknowledgedIsLost() throws Exception {
        try (var process = StoreProcess.start("ulimit -S -f 1024; ", folder, "fill")) {
            assertThat(listen(process, Integer.MAX_VALUE)).isEqualTo("refused");
            process.say("go on");
            assertThat(listen(process, Integer.MAX_VALUE)).isEqualTo("still refused");

            new ProcessBuilder("prlimit", "--pid", String.valueOf(process.pid()), "--fsize=unlimited:unlimited")
                    .inheritIO()
                    .start()
                    .waitFor();
            process.say("there is space again");
            assertThat(listen(process, Integer.MAX_VALUE)).isEqualTo("healed");
            process.kill();
        }

        assertThat(acknowledged).isNotEmpty();
        everyAcknowledgedPlaceIsThere();
    }

    /** Notes what it acknowledges, until there are so many, or it says something else: that is returned. */
    private String listen(StoreProcess process, int enough) throws IOException {
        var line = process.line();
        while (line.equals("open") || line.startsWith("joined ")) {
            var words = line.split(" ", -1);
            if (words.length == 3 && words[2].length() == 36) {
                acknowledged.put(UUID.fromString(words[2]), Long.valueOf(words[1]));
            }
            if (acknowledged.size() >= enough) {
                return "";
            }
            line = process.line();
        }
        return line;
    }

    private void everyAcknowledgedPlaceIsThere() {
        var now = Instant.EPOCH;
        try (var file = EmbeddedStores.file(folder)) {
            var store = new Lines(new EmbeddedRoomStore(file));
            var issued = store.snapshot(SHOP, now).issued();
            var present = new HashSet<PlaceId>();
            for (long position = 1; position <= issued; position++) {
                present.add(store.at(SHOP, position, now).map(Place::id).orElseThrow());
            }
            assertThat(present).hasSize((int) issued);
            acknowledged.forEach((id, position) -> assertThat(
                            store.find(SHOP, new PlaceId(id), now).map(Place::number))
                    .as("place that was acknowledged at %d", position)
                    .contains(position));
        }
    }
}
