package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy that the command {@code backup} takes while a crowd joins has every place that was acknowledged before. */
@Tag("faults")
class BackupTest {

    private static final int BEFORE = 1_000;
    private static final int AFTER = 1_000;
    private static final int CLIENTS = 16;

    /** Less than the file of {@value #BEFORE} places. */
    private static final int KILOBYTES = 32;

    private final Queue<Ticket> tickets = new ConcurrentLinkedQueue<>();

    @Test
    void givenABackupUnderLoad_whenTheNodeIsKilledAndTheCopyRestored_thenNothingAcknowledgedBeforeItIsLost(
            @TempDir Path folder) throws Exception {
        var data = folder.resolve("data");
        var copy = folder.resolve("copy");
        var restored = folder.resolve("restored");
        List<Ticket> before;
        try (var gatehouse = GatehouseProcess.ofMany(List.of(), FreePorts.next(), data)) {
            gatehouse.starts();
            var port = gatehouse.port();
            var joining = CompletableFuture.runAsync(() -> joinUntilKilled(port));
            awaitJoined(BEFORE);

            before = List.copyOf(tickets);
            assertThat(runs(onAFullDisk("backup", copy.toString(), "--gatehouse.data=" + data)))
                    .contains("no copy was made, and nothing is left of it: ", "ended with 1");
            assertThat(folder.toFile().list()).containsExactly("data");
            assertThat(runs("backup", copy.toString(), "--gatehouse.data=" + data))
                    .contains("copied the store", "the master key is in the copy");
            awaitJoined(tickets.size() + AFTER);
            gatehouse.isKilled();
            joining.join();
        }

        assertThat(runs(onAFullDisk("restore", copy.toString(), "--to=" + restored)))
                .contains("ended with 1");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("data", "copy");
        assertThat(runs("restore", copy.toString(), "--to=" + restored))
                .contains("room shop: ", " waiting", "the copy is whole");
        try (var gatehouse = GatehouseProcess.ofMany(List.of(), FreePorts.next(), restored)) {
            gatehouse.starts();
            try (var wire = new Wire(gatehouse.port())) {
                for (var ticket : before) {
                    assertThat(Ticket.view(wire.gets("/rooms/shop/place", ticket.cookie())))
                            .isEqualTo(new Ticket.View(ticket.position(), "WAITING"));
                }
            }
        }
        System.out.printf("%d places before the backup, %d in all%n", before.size(), tickets.size());
    }

    private void awaitJoined(int many) {
        await().atMost(Duration.ofMinutes(3))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> tickets.size() >= many);
    }

    private void joinUntilKilled(int port) {
        try {
            Crowd.of(CLIENTS, () -> {
                try (var wire = new Wire(port)) {
                    while (true) {
                        var cookie = wire.gets("/rooms/shop/enter", "").cookie();
                        tickets.add(Ticket.of(wire.gets("/rooms/shop/enter?request=&cookie=set", cookie)));
                    }
                } catch (IOException killed) {
                    return true;
                }
            });
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static String runs(String... arguments) {
        return runs(command(arguments));
    }

    private static String runs(List<String> command) {
        return TestProcess.run(new ProcessBuilder(command));
    }

    /** The command where no file grows beyond {@value #KILOBYTES} KB; it tells its exit status. */
    private static List<String> onAFullDisk(String... arguments) {
        var limited = new ArrayList<>(
                List.of("sh", "-c", "ulimit -f " + 2 * KILOBYTES + "; \"$@\" || echo ended with $?", "sh"));
        limited.addAll(command(arguments));
        return limited;
    }

    private static List<String> command(String... arguments) {
        var command = TestProcess.jdk(
                "java", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-jar", GatehouseProcess.JAR.toString());
        command.addAll(List.of(arguments));
        return command;
    }
}
