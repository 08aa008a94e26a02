package io.gatehouse.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.archive.StoreFront.Fault;
import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.testing.Crowd;
import io.gatehouse.time.MutableScheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The archive of a service in a store of objects, which fails in every way. Each test has a prefix of its own. */
@Tag("faults")
class ArchiveTest {

    private static final RoomId SHOP = new RoomId("shop");

    @SuppressWarnings("NullAway.Init")
    private static S3Mock store;

    @SuppressWarnings("NullAway.Init")
    private static StoreFront front;

    @SuppressWarnings("NullAway.Init")
    private static S3Client client;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    @TempDir
    private Path folder;

    private final String prefix = "p" + UUID.randomUUID() + "/";
    private final List<Archive> archives = new ArrayList<>();

    @BeforeAll
    static void start(@TempDir Path objects) {
        store = new S3Mock(objects);
        front = new StoreFront(store.address(), store::dies);
        client = S3Client.builder()
                .endpointOverride(store.address())
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .build();
        client.createBucket(request -> request.bucket("locked").objectLockEnabledForBucket(true));
        client.createBucket(request -> request.bucket("plain"));
        gatehouse = RunningGatehouse.start(
                        "gatehouse.rooms.shop.capacity=5",
                        "gatehouse.api-clients.watcher.secret=" + RunningGatehouse.SECRET,
                        "gatehouse.api-clients.watcher.scopes=rooms.read",
                        "gatehouse.archive.bucket=locked",
                        "gatehouse.archive.prefix=house/",
                        "gatehouse.archive.endpoint=" + front.address(),
                        "gatehouse.archive.path-style=true",
                        "gatehouse.archive.access-key=" + StoreFront.KEY,
                        "gatehouse.archive.secret-key=" + RunningGatehouse.SECRET,
                        "gatehouse.archive.lock=compliance",
                        "gatehouse.archive.lock-for=30d")
                .standing();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        client.close();
        front.close();
        store.close();
    }

    @BeforeEach
    void hourGoesBy() {
        hour();
        front.written().clear();
    }

    @AfterEach
    void mend() {
        front.is(Fault.NONE);
        archives.forEach(Archive::close);
    }

    @Test
    void givenADayWithTwoOpenings_whenItIsOver_thenTheBucketHasLedgerHistoryAndReportOnce() throws IOException {
        var archive = gatehouse.bean(Archive.class);
        gatehouse.reopens("shop");
        for (int hour = 0; hour < 26; hour++) {
            hour();
            archive.settle();
        }

        assertThat(archive.trouble()).isEmpty();
        assertThat(archive.waitsSince(SHOP)).isEmpty();
        assertVerified("locked", "house/");
        assertThat(names("locked", "house/shop/minutes/")).isNotEmpty();
        assertThat(names("locked", "house/shop/hours/")).isNotEmpty();
        assertThat(text("locked", "house/shop/reports/000000000001.json")).contains("\"opening\":1", "\"joined\":");
        assertThat(front.written())
                .filteredOn(request -> request.containsKey("X-amz-object-lock-mode"))
                .isNotEmpty()
                .allSatisfy(request -> {
                    assertThat(request.get("X-amz-object-lock-mode")).containsExactly("COMPLIANCE");
                    assertThat(Instant.parse(String.join(
                                    "", request.getOrDefault("X-amz-object-lock-retain-until-date", List.of()))))
                            .isAfter(gatehouse.clock().instant().plus(Duration.ofDays(28)));
                    assertThat(request.get("If-none-match")).containsExactly("*");
                });
    }

    @Test
    void givenSeveralNodes_whenAllWriteAtOnce_thenEachPartIsWrittenOnce() throws Exception {
        var nodes = List.of(archive("lock=governance"), archive("lock=governance"), archive("lock=governance"));
        var next = nodes.iterator();

        Crowd.of(3, () -> {
            Archive node;
            synchronized (next) {
                node = next.next();
            }
            node.settle();
            return node;
        });
        nodes.forEach(Archive::settle);

        assertThat(nodes).allSatisfy(node -> assertThat(node.trouble()).isEmpty());
        assertThat(front.written()).hasSameSizeAs(names("locked", prefix));
        assertVerified("locked", prefix);
    }

    @Test
    void givenAStoreThatIsKilledWhileItWrites_whenItIsBack_thenNothingIsMissingAndNothingIsThereTwice()
            throws IOException {
        var archive = archive("answer-within=20s");
        front.is(Fault.DIES);
        archive.settle();
        assertThat(archive.trouble()).contains("the store did not answer");
        assertThat(archive.waitsSince(SHOP)).isPresent();

        hour();
        archive.settle();
        store.isBack();
        front.is(Fault.NONE);
        archive.settle();

        assertThat(archive.trouble()).isEmpty();
        assertThat(archive.waitsSince(SHOP)).isEmpty();
        assertVerified("locked", prefix);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FULL       | answered 507 InsufficientStorage",
                "OVERLOADED | answered 503 SlowDown",
                "HANGS      | did not answer",
                "ENDLESS    | did not answer",
                "GARBAGE    | the store"
            })
    void givenAStoreInTrouble_whenItIsWell_thenTheLineHasGoneOnAndNothingIsMissing(Fault fault, String said)
            throws IOException {
        var archive = archive("answer-within=3s");
        front.is(fault);

        archive.settle();
        hour();

        assertThat(archive.trouble()).contains(said);
        assertThat(archive.behind(SHOP)).isPositive();
        assertThat(names("locked", prefix)).isEmpty();
        front.is(Fault.NONE);
        archive.settle();
        assertThat(archive.trouble()).isEmpty();
        assertThat(archive.behind(SHOP)).isZero();
        assertVerified("locked", prefix);
    }

    /** A store that hangs is given up after forty seconds: a visitor who waited for it would come behind that. */
    @Test
    void givenAStoreThatHangs_whenAVisitorComesMeanwhile_thenItIsCalledBeforeTheStoreIsGivenUp() {
        var archive = gatehouse.bean(Archive.class);
        archive.settle();
        front.is(Fault.HANGS);
        var before = front.hanging();
        hour();
        gatehouse.elapse(Duration.ofMinutes(1));
        await().until(() -> front.hanging() > before);
        var room = gatehouse.room("shop");
        room.change(settings -> new RoomSettings(settings.rate(), OptionalLong.of(1_000), false));

        var issued = room.snapshot().issued();
        var page = gatehouse.browser().opens("/rooms/shop/enter");

        assertThat(page.isOutside()).as("let in, at the site").isTrue();
        assertThat(room.snapshot().issued()).isEqualTo(issued + 1);
        assertThat(archive.trouble()).as("still waits for the store").isEmpty();
        front.is(Fault.NONE);
        archive.settle();
        hour();
        archive.settle();
        assertThat(archive.trouble()).isEmpty();
        assertThat(archive.waitsSince(SHOP)).isEmpty();
    }

    @Test
    void givenWrongCredentials_whenItWrites_thenThatIsSaidAndNoSecretIs() {
        var archive = archive("access-key=AKIAWRONG", "secret-key=topsecret");

        archive.settle();

        assertThat(archive.trouble())
                .contains("answered 403 InvalidAccessKeyId")
                .doesNotContain("topsecret");
        assertThat(names("locked", prefix)).isEmpty();
    }

    @Test
    void givenAStoreWithoutConditions_whenItWrites_thenPartsAreWrittenAndNoneIsWrittenAnew() throws IOException {
        front.is(Fault.WITHOUT_CONDITIONS);
        var one = archive();
        one.settle();
        var first = client.listObjectsV2(request -> request.bucket("locked").prefix(prefix))
                .contents();
        var other = archive();
        other.settle();

        assertThat(one.trouble()).isEmpty();
        assertThat(other.trouble()).isEmpty();
        assertThat(client.listObjectsV2(request -> request.bucket("locked").prefix(prefix))
                        .contents())
                .isEqualTo(first);
        assertVerified("locked", prefix);
    }

    @Test
    void givenAConflict_whenItWrites_thenItGoesOnLater() throws IOException {
        var archive = archive();
        front.is(Fault.CONFLICT);
        archive.settle();
        assertThat(archive.trouble()).contains("another node writes");

        front.is(Fault.NONE);
        archive.settle();

        assertThat(archive.trouble()).isEmpty();
        assertVerified("locked", prefix);
    }

    @Test
    void givenABucketWithoutObjectLock_whenALockIsWanted_thenNoLedgerIsWrittenAndThatIsSaid() {
        var archive = archive("bucket=plain", "lock=compliance");

        archive.settle();

        assertThat(archive.trouble()).contains("the bucket plain has no Object Lock");
        assertThat(archive.waitsSince(SHOP)).isPresent();
        assertThat(names("plain", prefix + "shop/ledger/")).isEmpty();
    }

    @Test
    void givenTheLedgerOfTheHouse_whenAnHourIsOver_thenItIsCopiedToo() throws IOException {
        var ledgers = gatehouse.bean(Ledgers.class);
        ledgers.house("operator alice", "signed in with the password");
        ledgers.house("operator alice", "operator bob added as viewer, with a link");
        hour();

        var archive = archive();
        archive.settle();

        assertThat(archive.trouble()).isEmpty();
        assertThat(archive.waitsSince(RoomId.HOUSE)).isEmpty();
        assertThat(verified("locked", prefix + RoomId.HOUSE + "/ledger/"))
                .contains("operator bob added as viewer, with a link");
        assertThat(names("locked", prefix + RoomId.HOUSE)).allMatch(name -> name.contains("/ledger/"));
    }

    @Test
    void givenAnObjectOfAnother_whenItIsInTheWay_thenItStaysAndThatIsSaid() {
        var archive = archive();
        var key = prefix + "shop/ledger/000000000001.jsonl";
        client.putObject(
                request -> request.bucket("locked").key(key).metadata(Map.of("to", "2", "hash", "0".repeat(64))),
                RequestBody.fromString("mine"));

        archive.settle();

        assertThat(archive.trouble()).contains("is no part of this ledger");
        assertThat(text("locked", key)).isEqualTo("mine");
        assertThat(names("locked", prefix + "shop/ledger/")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ledger/999999999999.jsonl",
                "minutes/9999-12-31.jsonl",
                "hours/2026-02-31.jsonl",
                "reports/000000999999.json"
            })
    void givenAnObjectFarAhead_whenItIsGone_thenTheSeriesGoesOn(String name) throws IOException {
        var archive = archive();
        var key = prefix + "shop/" + name;
        client.putObject(request -> request.bucket("locked").key(key), RequestBody.fromString("mine"));
        archive.settle();
        assertThat(archive.trouble()).contains("the object shop/" + name + " in the bucket");

        client.deleteObject(request -> request.bucket("locked").key(key));
        archive.settle();

        assertThat(archive.trouble()).isEmpty();
        assertVerified("locked", prefix);
    }

    /** Visitors come, minutes are counted, and what is an hour old is due. */
    private static void hour() {
        gatehouse.room("shop").join(new PlaceId(UUID.randomUUID()));
        gatehouse.tick();
        for (int part = 0; part < 4; part++) {
            gatehouse.pass(Duration.ofMinutes(17));
        }
    }

    /** Another node of the same installation. */
    private Archive archive(String... settings) {
        var all = new HashMap<String, String>(Map.of(
                "bucket", "locked",
                "prefix", prefix,
                "endpoint", front.address().toString(),
                "path-style", "true",
                "access-key", StoreFront.KEY,
                "secret-key", "any",
                "answer-within", "20s"));
        for (var line : settings) {
            all.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        var properties = new Binder(new MapConfigurationPropertySource(all))
                .bind("", ArchiveProperties.class)
                .get();
        var archive = new Archive(
                Optional.of(new Bucket(String.valueOf(properties.bucket()), properties)),
                List.of(),
                gatehouse.bean(Archive.Sources.class),
                gatehouse.bean(MutableScheduler.class));
        archives.add(archive);
        return archive;
    }

    /** The parts of this folder, one behind the other, which are a ledger that is whole. */
    private String verified(String bucket, String folderOfParts) throws IOException {
        var file = folder.resolve("ledger.jsonl");
        var parts = new StringBuilder();
        names(bucket, folderOfParts).forEach(key -> parts.append(text(bucket, key)));
        Files.writeString(file, parts);
        var out = new ByteArrayOutputStream();
        assertThat(VerifyLedgerCommand.run(
                        new String[] {"verify-ledger", file.toString()}, new PrintStream(out, true, UTF_8)))
                .as(out.toString(UTF_8))
                .isZero();
        return parts.toString();
    }

    /** The ledger of the room is there, up to an entry of an hour ago. */
    private void assertVerified(String bucket, String prefix) throws IOException {
        var entries = verified(bucket, prefix + "shop/ledger/")
                .lines()
                .filter(line -> !line.startsWith("{\"format\""))
                .toList();
        var all = gatehouse
                .bean(Ledgers.class)
                .export(SHOP, 1)
                .orElseThrow()
                .skip(1)
                .flatMap(List::stream)
                .toList();
        assertThat(all).startsWith(entries.toArray(new String[0]));
        assertThat(entries).isNotEmpty();
    }

    private static List<String> names(String bucket, String prefix) {
        return client.listObjectsV2(request -> request.bucket(bucket).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .sorted()
                .toList();
    }

    private static String text(String bucket, String key) {
        return client.getObjectAsBytes(request -> request.bucket(bucket).key(key))
                .asUtf8String();
    }
}
