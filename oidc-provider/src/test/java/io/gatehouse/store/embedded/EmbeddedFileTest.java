package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Counters;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.ShowUp;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.PlacesAsKept;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedFileTest {

    private static final RoomId SHOP = new RoomId("shop");
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));

    private final MutableClock clock = MutableClock.standing();
    private final MutableScheduler scheduler = MutableScheduler.goingOn();
    private final Path folder;

    EmbeddedFileTest(@TempDir(factory = FolderInMemory.class) Path folder) {
        this.folder = folder;
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    // --- what is kept

    @Test
    void givenALineInAllItsStages_whenReopened_thenItIsTheSame() {
        List<Optional<Place>> before;
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            someOfEverything(store);
            before = all(store);
        }

        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            assertThat(all(store)).isEqualTo(before);
            assertThat(store.snapshot(SHOP, now()).letIn()).isEqualTo(5);
            assertThat(store.snapshot(SHOP, now()).pacedUntil()).isEqualTo(now().plusNanos(123_456_789));
            assertThat(store.snapshot(SHOP, now()).changed())
                    .contains(new RoomSettings(Optional.of(Rate.parse("7/90s")), OptionalLong.of(3), true));
            LineInvariants.hold(store, SHOP, now());
        }
    }

    @Test
    void givenPlacesOfAnEarlierRelease_whenTheyAreRead_thenTheyAreTheSameAlsoOnceTheyAreWrittenAnew() {
        var kept =
                """
                0000112233445566778800000000000000010000000000000003000000006afd86c00754d4c0
                0001112233445566778800000000000000020000000000000003000000006afd86c00754d4c0000000006afd94d02282d6c0
                0143112233445566778800000000000000030000000000000003000000006afd86c00754d4c0000000006afda2e02282d6c0000000014161305f2d7a5a39
                01c7112233445566778800000000000000040000000000000003000000006afd86c00754d4c0000000006afdb0f02282d6c00000001420202020202020200a
                0201112233445566778800000000000000050000000000000003000000006afd86c00754d4c0000000006afdbf002282d6c0
                0387112233445566778800000000000000060000000000000003000000006afd86c00754d4c0000000006afdcd102282d6c002
                0300112233445566778800000000000000070000000000000003000000006afd86c00754d4c0
                0409112233445566778800000000000000080000000000000003000000006afd86c00754d4c0000000006afddb202282d6c0000000006afd86fc0754d4c0000000006afd871a0754d4c000
                04ff112233445566778800000000000000090000000000000003000000006afd86c00754d4c0000000006afde9302282d6c0000000024161305f2d7a5a3903000000006afd86fc0754d4c0000000006afd871a0754d4c0024161305f2d7a5a394242424262626262
                09391122334455667788000000000000000a0000000000000003000000006afd86c00754d4c0000000006afdf7402282d6c0000000006afd86fc0754d4c0000000006afd871a0754d4c0024161305f2d7a5a394242424262626262
                05391122334455667788000000000000000b0000000000000003000000006afd86c00754d4c0000000006afe05502282d6c0000000006afd86fc0754d4c0000000006afd871a0754d4c0024161305f2d7a5a394242424262626262
                06091122334455667788000000000000000c0000000000000003000000006afd86c00754d4c0000000006afe13602282d6c0000000006afd86fc0754d4c0000000006afd871a0754d4c000
                07051122334455667788000000000000000d0000000000000003000000006afd86c00754d4c0000000006afe21702282d6c0
                08411122334455667788000000000000000e0000000000000003000000006afd86c00754d4c0000000006afe2f802282d6c0000000014161305f2d7a5a39
                """
                        .lines()
                        .map(HexFormat.of()::parseHex)
                        .toList();
        var places = PlacesAsKept.all();

        for (int i = 0; i < places.size(); i++) {
            var place = places.get(i);
            assertThat(RecordFormat.place(place.position(), kept.get(i))).isEqualTo(place);
            assertThat(RecordFormat.place(place.position(), RecordFormat.bytes(place)))
                    .isEqualTo(place);
        }
    }

    @Test
    void givenADrawAndOneWhoIsExempt_whenReopened_thenThoseCalledAreCalledAndTheOthersWait() {
        var seed = new Seed("5eed".repeat(16));
        var draw = LobbyDraw.opened(new Draw("shop", "20261127t0900z-1", "Kurs \u2013 morgen"), seed, 0);
        List<Optional<Place>> before;
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            for (var come = 0; come < 5; come++) {
                store.join(SHOP, anyone(), now());
            }
            draw = draw.frozen(5, "ab".repeat(32), RankedBehind.NOBODY).drawn("drand", seed);
            store.draw(SHOP, store.snapshot(SHOP, now()), draw);
            var called = store.called(SHOP, store.snapshot(SHOP, now()), new Advance(2, 0, Instant.EPOCH), TERMS, now())
                    .orElseThrow();
            var exempt = all(store).stream()
                    .flatMap(Optional::stream)
                    .filter(place -> place.stage() == Stage.WAITING)
                    .reduce((first, last) -> last)
                    .orElseThrow();
            store.calledOutOfTurn(SHOP, store.snapshot(SHOP, now()), List.of(exempt.id()), TERMS, now());
            assertThat(called).hasSize(2);
            before = all(store);
        }

        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            assertThat(all(store)).isEqualTo(before);
            assertThat(store.snapshot(SHOP, now()).draw()).contains(draw.called(2));
        }
    }

    @Test
    void givenSettingsOfALaterRelease_whenTheyAreRead_thenThatIsRefused() {
        var settings = new RoomSettings(Optional.of(Rate.parse("7/90s")), OptionalLong.of(3), true);
        var kept = RecordFormat.bytes(new Counters(
                1,
                1,
                0,
                0,
                Endings.NONE,
                0,
                Instant.EPOCH,
                Optional.of(settings),
                Optional.empty(),
                LaneCounters.NONE,
                ShowUp.NONE));
        var later = new String(kept, ISO_8859_1).replace("{\"rate\"", "{\"later\":1,\"rate\"");

        assertThat(RecordFormat.counters(kept).changed()).contains(settings);
        assertThatThrownBy(() -> RecordFormat.counters(later.getBytes(ISO_8859_1)))
                .hasMessageContaining("a later release");
    }

    @Test
    void givenWhatTimeHasBroughtAbout_whenOnlyLookedAt_thenItIsKeptToo() {
        var id = anyone();
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            store.join(SHOP, id, now());
            store.serve(SHOP, store.snapshot(SHOP, now()), new Advance(1, 0, now()), TERMS, now());
            store.snapshot(SHOP, now().plus(Duration.ofMinutes(10)));
        }

        try (var file = open()) {
            var place =
                    new Lines(new EmbeddedRoomStore(file)).find(SHOP, id, now()).orElseThrow();
            assertThat(place.stage()).isEqualTo(Stage.LAPSED);
        }
    }

    @Test
    void givenARoomThatNobodyHasJoined_whenReopened_thenItsSettingsAreKept() {
        try (var file = open()) {
            new Lines(new EmbeddedRoomStore(file)).letIn(SHOP, 5, now());
        }

        try (var file = open()) {
            assertThat(new Lines(new EmbeddedRoomStore(file))
                            .snapshot(SHOP, now())
                            .letIn())
                    .isEqualTo(5);
        }
    }

    @Test
    void givenANewOpening_whenReopened_thenTheOldPlacesAreGone() {
        var id = anyone();
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            store.join(SHOP, id, now());
            store.open(SHOP, NextOpening.following(1), now());
            store.join(SHOP, anyone(), now());
        }

        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            assertThat(store.find(SHOP, id, now())).isEmpty();
            assertThat(store.snapshot(SHOP, now()).opening()).isEqualTo(2);
            assertThat(store.snapshot(SHOP, now()).issued()).isEqualTo(1);
        }
    }

    @Test
    void givenValues_whenReopened_thenThoseWhoseTimeHasNotComeAreThere() {
        try (var file = open()) {
            var store = new EmbeddedExpiringStore(file);
            store.put("brief", new byte[] {1}, now().plusSeconds(1), now());
            store.put("kept", new byte[] {2}, ExpiringStore.FOREVER, now());
        }
        clock.advance(Duration.ofSeconds(1));

        try (var file = open()) {
            var store = new EmbeddedExpiringStore(file);
            assertThat(store.get("brief", now())).isEmpty();
            assertThat(store.get("kept", now())).contains(new byte[] {2});
        }
    }

    @Test
    void givenAValueThatNobodyWaitsFor_whenSomebodyJoins_thenItIsOnDiskWithThemAndNotBefore() throws IOException {
        try (var standing = new MutableScheduler();
                var file = EmbeddedFile.open(folder, clock, standing)) {
            var values = new EmbeddedExpiringStore(file);
            var before = Files.readAllBytes(folder.resolve("gatehouse.mv.db"));

            values.putUnacknowledged("parked", new byte[] {1}, ExpiringStore.FOREVER, now());

            assertThat(folder.resolve("gatehouse.mv.db")).hasBinaryContent(before);
            new Lines(new EmbeddedRoomStore(file)).join(SHOP, anyone(), now());
            var copy = Files.createDirectory(folder.resolve("copy"));
            Files.copy(folder.resolve("gatehouse.mv.db"), copy.resolve("gatehouse.mv.db"));
            try (var asAfterAKill = EmbeddedFile.open(copy, clock, standing)) {
                assertThat(new EmbeddedExpiringStore(asAfterAKill).get("parked", now()))
                        .contains(new byte[] {1});
            }
        }
    }

    @Test
    void givenAValueThatNobodyWaitsFor_whenOthersAreRead_thenOnlyItsOwnReaderWaitsForTheDisk() throws IOException {
        try (var standing = new MutableScheduler();
                var file = EmbeddedFile.open(folder, clock, standing)) {
            var values = new EmbeddedExpiringStore(file);
            var rooms = new EmbeddedRoomStore(file);
            var place = new Lines(rooms).join(SHOP, anyone(), now()).place();
            values.put("kept", new byte[] {1}, ExpiringStore.FOREVER, now());
            values.putUnacknowledged("parked", new byte[] {1}, ExpiringStore.FOREVER, now());
            var before = Files.readAllBytes(folder.resolve("gatehouse.mv.db"));

            assertThat(values.get("kept", now())).isPresent();
            assertThat(values.get("unknown", now())).isEmpty();
            assertThat(rooms.find(SHOP, place.id())).isPresent();
            assertThat(rooms.find(SHOP, anyone())).isEmpty();
            assertThat(folder.resolve("gatehouse.mv.db")).hasBinaryContent(before);

            assertThat(values.get("parked", now())).isPresent();
            assertThat(Files.readAllBytes(folder.resolve("gatehouse.mv.db"))).isNotEqualTo(before);
        }
    }

    @Test
    void givenAValueThatNobodyWaitsFor_whenHouseIsKept_thenItIsOnDisk() throws IOException {
        try (var standing = new MutableScheduler();
                var file = EmbeddedFile.open(folder, clock, standing)) {
            var before = Files.readAllBytes(folder.resolve("gatehouse.mv.db"));
            new EmbeddedExpiringStore(file).putUnacknowledged("parked", new byte[] {1}, ExpiringStore.FOREVER, now());

            await().atMost(Duration.ofMinutes(1)).until(() -> {
                standing.advance(Housekeeping.PAUSE);
                return !Arrays.equals(before, Files.readAllBytes(folder.resolve("gatehouse.mv.db")));
            });
        }
    }

    @Test
    void givenValuesWhoseTimeHasCome_whenHouseIsKept_thenTheyAreRemovedAndOthersStay() {
        try (var file = open()) {
            var store = new EmbeddedExpiringStore(file);
            for (int i = 0; i < 500; i++) {
                var until = i % 2 == 0 ? now().plusSeconds(1) : ExpiringStore.FOREVER;
                store.put("value-" + i, new byte[100], until, now());
            }
            clock.advance(Duration.ofSeconds(1));

            await().atMost(Duration.ofMinutes(1)).until(() -> {
                scheduler.advance(Duration.ofSeconds(1));
                return file.call(contents -> contents.values().size()) == 250;
            });
            assertThat(store.get("value-1", now())).isPresent();
        }
    }

    @Test
    void givenManyValues_whenAFewKeysAreAskedFor_thenTheOthersAreNotRead() {
        try (var store = new MVStore.Builder()
                .fileName(folder.resolve("many").toString())
                .cacheSize(0)
                .open()) {
            var values = new CheckedMap<>("values", store.<String, byte[]>openMap("values"), new Changes());
            IntStream.range(0, 20_000).forEach(i -> values.put("value-" + i, new byte[100]));
            store.commit();
            var before = store.getFileStore().getReadCount();

            var keys = values.keysAfter(null, 3);

            assertThat(keys).containsExactly("value-0", "value-1", "value-10");
            assertThat(store.getFileStore().getReadCount() - before).isLessThan(20);
        }
    }

    // --- the folder

    @Test
    void givenNoFolder_whenOpened_thenItIsMadeForItsOwnerOnly() throws Exception {
        var fresh = folder.resolve("not/there/yet");

        EmbeddedFile.open(fresh, clock, scheduler).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh)))
                .isEqualTo("rwx------");
        assertThat(fresh.resolve("gatehouse.mv.db")).isNotEmptyFile();
    }

    @Test
    void givenAFolderThatOthersRead_whenOpened_thenTheFileIsForItsOwnerOnly() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        EmbeddedFile.open(folder, clock, scheduler).close();
        var file = folder.resolve("gatehouse.mv.db");
        var made = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        EmbeddedFile.open(folder, clock, scheduler).close();

        assertThat(made).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void givenAFolderThatCannotBeMade_whenOpened_thenItIsRefusedByName() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "in the way");

        assertThatThrownBy(() -> EmbeddedFile.open(file.resolve("data"), clock, scheduler))
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> EmbeddedFile.open(file, clock, scheduler)).isInstanceOf(DataFolderException.class);
        assertThat(file).hasContent("in the way");
    }

    @Test
    void givenAFolderInUse_whenOpenedOnceMore_thenItIsRefusedByNameAndStaysUsable() {
        try (var file = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(DataFolderException.class)
                    .hasMessageContaining(folder.toString())
                    .hasMessageContaining("in use");

            assertThat(new Lines(new EmbeddedRoomStore(file))
                            .join(SHOP, anyone(), now())
                            .isFirst())
                    .isTrue();
        }
    }

    @Test
    void givenAClosedFile_whenUsed_thenTheStoreIsAway() {
        var file = open();
        file.close();

        assertThatThrownBy(() -> new Lines(new EmbeddedRoomStore(file)).snapshot(SHOP, now()))
                .isInstanceOf(StoreUnavailableException.class);
        file.close();
        open().close();
    }

    @Test
    void givenAFileClosed_whenThreadsAreCounted_thenTheCommitterIsGone() {
        for (int i = 0; i < 5; i++) {
            open().close();
        }

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("gatehouse-committer-of-" + folder))
                .isEmpty();
    }

    // --- trouble

    @Test
    void givenACommandThatFailsHalfWay_whenTheFileIsReadAnew_thenNothingOfItIsThere() {
        var id = anyone();
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            store.join(SHOP, anyone(), now());

            assertThatThrownBy(() -> file.call(contents -> {
                        contents.line(SHOP).run(line -> line.join(id, now()));
                        throw new IllegalStateException("half-way");
                    }))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("half-way");
            assertThatThrownBy(() -> store.snapshot(SHOP, now())).isInstanceOf(StoreUnavailableException.class);

            scheduler.advance(Duration.ofSeconds(1));
            assertThat(store.snapshot(SHOP, now()).issued()).isEqualTo(1);
            assertThat(store.find(SHOP, id, now())).isEmpty();
            assertThat(store.join(SHOP, id, now()).place().number()).isEqualTo(2);
        }
    }

    @Test
    void givenACommandThatIsRefused_whenOthersFollow_thenTheStoreIsNotAway() {
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));

            assertThatThrownBy(() -> store.letIn(SHOP, -1, now())).isInstanceOf(IllegalArgumentException.class);

            assertThat(store.snapshot(SHOP, now()).letIn()).isZero();
        }
    }

    @Test
    void givenAThreadThatIsToStop_whenItAsks_thenItIsRefusedAndOthersAreNot() {
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));

            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store.join(SHOP, anyone(), now())).isInstanceOf(StoreUnavailableException.class);
            assertThat(Thread.interrupted()).isTrue();

            assertThat(store.join(SHOP, anyone(), now()).place().number()).isEqualTo(1);
        }
    }

    // --- foreign and damaged files

    @Test
    void givenSomeOtherFile_whenOpened_thenItIsRefusedAndLeftAsItIs() throws Exception {
        refuses("Dear diary,\nToday I waited in line.\n".getBytes(UTF_8));
        refuses(new byte[0]);
        refuses(new byte[100_000]);
        var noise = new byte[50_000];
        new Random(3).nextBytes(noise);
        refuses(noise);
    }

    @Test
    void givenAStoreOfSomeoneElse_whenOpened_thenItIsRefusedAndLeftAsItIs() throws Exception {
        var path = folder.resolve("gatehouse.mv.db");
        try (var foreign = MVStore.open(path.toString())) {
            foreign.openMap("lines").put("shop", "theirs");
        }

        refuses(Files.readAllBytes(path));
    }

    @Test
    void givenAFileWithoutItsEnd_whenOpened_thenItIsRefusedUnlessNothingIsMissing() throws Exception {
        var whole = filled();
        var right = read(whole);
        var refused = 0;

        for (int part = 1; part < 20; part++) {
            refused += refusesOrReads(right, Arrays.copyOf(whole, whole.length * part / 20));
        }
        refused += refusesOrReads(right, Arrays.copyOf(whole, whole.length - 1));
        refused += refusesOrReads(right, Arrays.copyOf(whole, whole.length - 4096));

        assertThat(refused).as("of 21").isGreaterThan(18);
    }

    @Test
    void givenAFileAsAKillLeavesIt_whenItsEndIsCutOff_thenItIsRefusedUnlessNothingIsMissing() throws Exception {
        var killed = filledAndKilled();
        var right = read(killed);

        for (int cut = 1; cut < 20; cut++) {
            refusesOrReads(right, Arrays.copyOf(killed, killed.length - cut * 2048));
        }
    }

    @Test
    void givenAFileAsAKillLeavesIt_whenItsNewestChunkIsDamaged_thenNothingIsTakenBackSilently() throws Exception {
        var killed = filledAndKilled();
        var newest = newestFooter(killed);

        killed[newest + 8] ^= 1;

        refuses(killed);
    }

    @Test
    void givenACommitThatNobodyWasToldOf_whenItIsTornByALossOfPower_thenTheOneBeforeCounts() throws Exception {
        var path = folder.resolve("gatehouse.mv.db");
        List<Optional<Place>> acknowledged;
        byte[] before;
        byte[] torn;
        try (var file = open()) {
            var store = new Lines(new EmbeddedRoomStore(file));
            someOfEverything(store);
            acknowledged = all(store);
            before = Files.readAllBytes(path);
            store.join(SHOP, anyone(), now());
            torn = Files.readAllBytes(path);
        }

        torn[newestFooter(torn) + 8] ^= 1;
        System.arraycopy(before, NewestChunks.POSITION, torn, NewestChunks.POSITION, NewestChunks.LENGTH);

        assertThat(read(torn)).isEqualTo(acknowledged);
    }

    @Test
    void givenAnyDamagedByte_whenOpened_thenItIsRefusedUnlessAllThatIsThereIsRight() throws Exception {
        var whole = filled();
        var right = read(whole);
        var random = new Random(20261121);
        var refused = 0;

        for (int i = 0; i < 150; i++) {
            var damaged = whole.clone();
            damaged[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
            refused += refusesOrReads(right, damaged);
        }

        assertThat(refused).as("of 150").isGreaterThan(50);
    }

    private List<Optional<Place>> read(byte[] bytes) throws IOException {
        Files.write(folder.resolve("gatehouse.mv.db"), bytes);
        try (var file = open()) {
            return all(new Lines(new EmbeddedRoomStore(file)));
        }
    }

    private int refusesOrReads(List<Optional<Place>> right, byte[] bytes) throws IOException {
        try {
            assertThat(read(bytes)).isEqualTo(right);
            return 0;
        } catch (DataFolderException refusal) {
            assertThat(refusal).hasMessageContaining(folder.toString());
            assertThat(Files.readAllBytes(folder.resolve("gatehouse.mv.db"))).isEqualTo(bytes);
            return 1;
        }
    }

    /** Where the footer of the chunk with the highest version begins. */
    private static int newestFooter(byte[] bytes) {
        var text = new String(bytes, ISO_8859_1);
        var footer = Pattern.compile("chunk:[0-9a-f]+,len:[0-9a-f]+,version:([0-9a-f]+),fletcher:")
                .matcher(text);
        var newest = 0L;
        var start = 0;
        while (footer.find()) {
            if (Long.parseLong(footer.group(1), 16) >= newest) {
                newest = Long.parseLong(footer.group(1), 16);
                start = footer.start();
            }
        }
        return start;
    }

    private void refuses(byte[] bytes) throws IOException {
        var path = folder.resolve("gatehouse.mv.db");
        Files.write(path, bytes);

        assertThatThrownBy(this::open)
                .as("%d bytes", bytes.length)
                .isInstanceOf(DataFolderException.class)
                .hasMessageContaining(path.toString());
        assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
    }

    /** A file with a long line in it, closed in order. */
    private byte[] filled() throws IOException {
        try (var file = open()) {
            fill(file);
        }
        return Files.readAllBytes(folder.resolve("gatehouse.mv.db"));
    }

    /** The same, as it is on disk while it is in use. */
    private byte[] filledAndKilled() throws IOException {
        try (var file = open()) {
            fill(file);
            return Files.readAllBytes(folder.resolve("gatehouse.mv.db"));
        }
    }

    /** In few commits, so that most of the file is in use. */
    private void fill(EmbeddedFile file) {
        someOfEverything(new Lines(new EmbeddedRoomStore(file)));
        file.call(contents -> {
            for (int i = 0; i < 1_000; i++) {
                contents.line(SHOP).run(line -> line.join(anyone(), now()));
                contents.values().put("value-" + i, new byte[300]);
            }
            return true;
        });
    }

    private void someOfEverything(Lines store) {
        var places = new ArrayList<PlaceId>();
        for (int i = 0; i < 12; i++) {
            places.add(store.join(SHOP, anyone(), now().plusNanos(i)).place().id());
        }
        store.serve(SHOP, store.snapshot(SHOP, now()), new Advance(2, 0, now()), TERMS, now());
        clock.advance(TERMS.claimWindow());
        store.apply(SHOP, places.get(0), Act.RETURN, TERMS, now());
        store.serve(SHOP, store.snapshot(SHOP, now()), new Advance(6, 0, now().plusNanos(123_456_789)), TERMS, now());
        store.apply(SHOP, places.get(2), Act.CLAIM, TERMS, now());
        store.apply(SHOP, places.get(2), Act.ARRIVE, TERMS, now());
        store.apply(SHOP, places.get(3), Act.CLAIM, TERMS, now());
        store.apply(SHOP, places.get(3), Act.COMPLETE, TERMS, now());
        store.apply(SHOP, places.get(4), Act.EXTEND, TERMS, now());
        store.apply(SHOP, places.get(5), Act.CLAIM, TERMS, now());
        store.apply(SHOP, places.get(10), Act.LEAVE, TERMS, now());
        store.letIn(SHOP, 5, now());
        var settings = new RoomSettings(Optional.of(Rate.parse("7/90s")), OptionalLong.of(3), true);
        store.change(SHOP, Optional.empty(), Optional.of(settings), now());
    }

    private List<Optional<Place>> all(Lines store) {
        var all = new ArrayList<Optional<Place>>();
        var issued = store.snapshot(SHOP, now()).issued();
        for (long position = 1; position <= issued; position++) {
            all.add(store.at(SHOP, position, now()));
        }
        return all;
    }

    private EmbeddedFile open() {
        return EmbeddedFile.open(folder, clock, scheduler);
    }

    private Instant now() {
        return clock.instant();
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }
}
