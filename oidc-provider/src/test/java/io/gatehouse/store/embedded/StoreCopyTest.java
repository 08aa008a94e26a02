package io.gatehouse.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the commands {@code backup} and {@code restore} do with folders, whole and not. */
@ExtendWith(OutputCaptureExtension.class)
class StoreCopyTest {

    private static final RoomId SHOP = new RoomId("shop");
    private static final int BUSY = 400;

    private final MutableClock clock = MutableClock.standing();
    private final MutableScheduler scheduler = MutableScheduler.goingOn();
    private final Path folder;
    private final Path data;
    private final Path copy;

    StoreCopyTest(@TempDir(factory = FolderInMemory.class) Path folder) {
        this.folder = folder;
        this.data = folder.resolve("data");
        this.copy = folder.resolve("copy");
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void givenARunningNode_whenItIsCopied_thenTheCopyHasAllThatWasAcknowledged() throws IOException {
        try (var file = EmbeddedFile.open(data, clock, scheduler)) {
            var server = new CopyServer(file, data, scheduler);
            server.start();
            Files.writeString(data.resolve("master.key"), "secret");
            joins(file, 1);
            new EmbeddedLedgerStore(file).append(SHOP, 0, "", List.of(line()));

            assertThat(StoreCopy.take(data, copy, clock.instant())).isTrue();
            joins(file, 1);
            server.stop();
        }

        var kept = StoreCopy.restored(copy, folder.resolve("restored"));

        assertThat(kept.rooms())
                .singleElement()
                .isEqualTo(new StoreCopy.KeptRoom("shop", 1, 1, 1, Optional.of(clock.instant())));
        assertThat(folder.resolve("restored/master.key")).hasContent("secret");
        assertThat(Files.getPosixFilePermissions(copy.resolve("master.key")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (var file = EmbeddedFile.open(folder.resolve("restored"), clock, scheduler)) {
            assertThat(joins(file, 1)).isEqualTo(2);
        }
    }

    /** A node that reused space would overwrite what a slow reader has not read yet. */
    @Test
    void givenASlowReader_whenCommitsGoOn_thenItGetsTheMomentThatItAskedFor() throws IOException {
        try (var file = EmbeddedFile.open(data, clock, scheduler)) {
            joins(file, BUSY);
            var part = Files.createDirectory(folder.resolve("part")).resolve("gatehouse.mv.db");

            try (var image = file.image();
                    var out = Files.newOutputStream(part)) {
                image.writeTo(new Slow(out, () -> joins(file, 20)));
            }

            var contents = Contents.read(part, NewestChunks.of(part));
            assertThat(contents.rooms()).singleElement().satisfies(room -> assertThat(room.waiting())
                    .isEqualTo(BUSY));
            contents.close();
        }
    }

    /** The file grows while a copy is read, so a reader who stands still must not keep it open. */
    @Test
    void givenAReaderThatTakesNothing_whenAMinuteHasPassed_thenItIsCutOffAndTheNextGetsItsCopy(CapturedOutput output)
            throws IOException {
        try (var file = EmbeddedFile.open(data, clock, scheduler);
                var hanging = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            var server = new CopyServer(file, data, scheduler);
            server.start();
            var large =
                    new LedgerEntry(1, "0".repeat(64), clock.instant(), "created", Map.of("title", text(4_000_000)));
            new EmbeddedLedgerStore(file).append(SHOP, 0, "", List.of(large.line()));
            hanging.connect(UnixDomainSocketAddress.of(data.resolve(CopyServer.SOCKET)));
            var length = ByteBuffer.allocate(Long.BYTES);
            while (length.hasRemaining()) {
                hanging.read(length);
            }
            joins(file, 1);

            await().pollInSameThread().pollInterval(Duration.ofMillis(20)).until(() -> {
                scheduler.advance(Duration.ofSeconds(30));
                return output.getOut().contains("a backup was not made");
            });

            joins(file, 1);
            StoreCopy.take(data, copy, clock.instant());
            server.stop();
        }
        assertThat(StoreCopy.tried(copy).rooms().get(0).waiting()).isEqualTo(2);
    }

    /** No two characters of it are told in fewer. */
    private static String text(int length) {
        var bytes = new byte[length / 2];
        new Random(26).nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void givenNoNode_whenItIsCopied_thenTheCommandReadsTheFile() throws IOException {
        keeps(3);

        assertThat(StoreCopy.take(data, copy, clock.instant())).isFalse();

        assertThat(StoreCopy.tried(copy).rooms().get(0).waiting()).isEqualTo(3);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("data", "copy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cut | is not the file of its manifest",
                "altered | is not the file of its manifest",
                "missing | gatehouse.mv.db is missing",
                "no manifest | there is no manifest.json in it",
                "half a manifest | was altered or is not whole",
                "newer | has format 2; this release reads format 1",
                "a path | was altered or is not whole"
            })
    void givenACopyThatIsNotWhole_whenItIsRestored_thenThatIsSaidAndNothingChanges(String fault, String says)
            throws IOException {
        keeps(3);
        StoreCopy.take(data, copy, clock.instant());
        harm(fault);

        assertThatThrownBy(() -> StoreCopy.tried(copy))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(says);
        assertThatThrownBy(() -> StoreCopy.restored(copy, folder.resolve("restored")))
                .hasMessageContaining(says);
        assertThat(folder.resolve("restored")).doesNotExist();
    }

    @Test
    void givenFoldersInUse_whenCopiedOrRestored_thenTheyAreLeftAlone() throws IOException {
        keeps(3);
        StoreCopy.take(data, copy, clock.instant());

        assertThatThrownBy(() -> StoreCopy.take(data, copy, clock.instant())).hasMessageContaining("is not empty");
        assertThatThrownBy(() -> StoreCopy.restored(copy, data)).hasMessageContaining("is not empty");
        assertThatThrownBy(() -> StoreCopy.take(folder.resolve("none"), folder.resolve("new"), clock.instant()))
                .hasMessageContaining("there is no embedded store in");
        try (var file = EmbeddedFile.open(data, clock, scheduler)) {
            assertThat(joins(file, 1)).isEqualTo(4);
            assertThatThrownBy(() -> StoreCopy.take(data, folder.resolve("new"), clock.instant()))
                    .hasMessageContaining("gives no copy")
                    .hasMessageContaining("nothing is left of it");
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("data", "copy");
    }

    private void harm(String fault) throws IOException {
        var store = copy.resolve("gatehouse.mv.db");
        var manifest = copy.resolve("manifest.json");
        switch (fault) {
            case "cut" -> {
                try (var file = FileChannel.open(store, StandardOpenOption.WRITE)) {
                    file.truncate(file.size() - 1);
                }
            }
            case "altered" -> {
                var bytes = Files.readAllBytes(store);
                bytes[bytes.length / 2] ^= 1;
                Files.write(store, bytes);
            }
            case "missing" -> Files.delete(store);
            case "no manifest" -> Files.delete(manifest);
            case "half a manifest" ->
                Files.writeString(manifest, Files.readString(manifest).substring(0, 60));
            case "newer" ->
                Files.writeString(manifest, Files.readString(manifest).replace("\"format\":1", "\"format\":2"));
            default ->
                Files.writeString(
                        manifest, Files.readString(manifest).replace("gatehouse.mv.db", "../data/gatehouse.mv.db"));
        }
    }

    private void keeps(int places) {
        try (var file = EmbeddedFile.open(data, clock, scheduler)) {
            joins(file, places);
        }
    }

    /** The position of the last one. */
    private long joins(EmbeddedFile file, int places) {
        var rooms = new EmbeddedRoomStore(file);
        var position = 0L;
        for (var n = 0; n < places; n++) {
            position = rooms.join(SHOP, new PlaceId(UUID.randomUUID()), clock.instant())
                    .place()
                    .number();
        }
        return position;
    }

    private String line() {
        return new LedgerEntry(1, "0".repeat(64), clock.instant(), "created", Map.of()).line();
    }

    /** Others commit between any two pieces. */
    private static final class Slow extends OutputStream {

        private final OutputStream out;
        private final Runnable meanwhile;

        Slow(OutputStream out, Runnable meanwhile) {
            this.out = out;
            this.meanwhile = meanwhile;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
            meanwhile.run();
        }
    }
}
