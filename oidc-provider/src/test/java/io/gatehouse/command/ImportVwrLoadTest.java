package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomStore;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The line of a large event goes from its exports to a room over HTTP, twice: how long that takes, and that
 * every visitor keeps the number.
 */
@Tag("load")
class ImportVwrLoadTest {

    private static final int WAITING = 100_000;
    private static final int SERVED = 7_000;
    /** Of the served, the last ones: as many as the room has slots. */
    private static final int INSIDE = 500;

    private static final int GONE = SERVED - INSIDE;
    private static final int LAST = SERVED + WAITING;
    private static final int VALIDITY = 3_600;

    @TempDir
    private Path folder;

    @Test
    void givenAHundredThousandWhoWait_whenImportedToTheEmbeddedStore_thenAllKeepTheirNumbers() throws IOException {
        isImported("import.embedded");
    }

    @Test
    void givenAHundredThousandWhoWait_whenImportedToRedis_thenAllKeepTheirNumbers() throws IOException {
        try (var redis = RedisServer.start()) {
            isImported("import.redis", redis.settings());
        }
    }

    @Test
    void givenAHundredThousandWhoWait_whenImportedToDynamoDb_thenAllKeepTheirNumbers() throws IOException {
        try (var local = DynamoDbLocal.startForLoad()) {
            isImported("import.dynamodb", local.settings("dynamodb", "table-" + UUID.randomUUID()));
        }
    }

    private void isImported(String row, String... store) throws IOException {
        var settings = Stream.concat(
                Stream.of(store),
                Stream.of(
                        "gatehouse.rooms.shop.capacity=" + INSIDE,
                        "gatehouse.rooms.shop.aws-api.enabled=true",
                        "gatehouse.rooms.shop.aws-api.token-issuer=" + OldTokens.ISSUER,
                        "gatehouse.rooms.shop.aws-api.private-key=" + OldTokens.KEY.toJSONString(),
                        "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                        "gatehouse.api-clients.nightly.scopes=rooms.operate"));
        try (var gatehouse = RunningGatehouse.start(settings.toArray(String[]::new))) {
            var client = new AwsClient(gatehouse, "", "192.0.2.1");
            var tokens = new OldTokens("shop", gatehouse.clock().instant().getEpochSecond() - 60);
            export(tokens);

            var begun = System.nanoTime();
            imports(gatehouse, client);
            var seconds = (System.nanoTime() - begun) / 1e9;

            var first = lineOf(gatehouse);
            var ids = gatehouse.bean(RequestIds.class);
            assertThat(first.stream().map(place -> ids.of(place.id())))
                    .containsExactlyElementsOf(IntStream.rangeClosed(GONE + 1, LAST)
                            .mapToObj(ImportVwrLoadTest::id)
                            .toList());
            imports(gatehouse, client);
            assertThat(lineOf(gatehouse)).as("imported once more").isEqualTo(first);
            assertThat(IntStream.of(SERVED, SERVED + 1, LAST).mapToLong(visitor -> number(client, visitor)))
                    .containsExactly((long) SERVED, SERVED + 1L, (long) LAST);
            assertThat(number(client, GONE)).isZero();
            assertThat(IntStream.rangeClosed(GONE + 1, SERVED)
                            .mapToObj(visitor -> tokens.signed(id(visitor), visitor, VALIDITY))
                            .map(token -> Login.get(gatehouse.issuer() + "/verify?room=shop", "Bearer " + token)
                                    .status()))
                    .as("old tokens")
                    .containsOnly(200);
            new Figures("ImportVwrLoadTest").tell(row, Figure.once("s", seconds));
        }
    }

    private void export(OldTokens tokens) throws IOException {
        try (var out = Files.newBufferedWriter(folder.resolve("positions.json"), UTF_8)) {
            for (var number = LAST; number > 0; number--) {
                out.write("{\"Item\":{\"request_id\":{\"S\":\"" + id(number)
                        + "\"},\"event_id\":{\"S\":\"shop\"},\"queue_position\":{\"N\":\"" + number
                        + "\"},\"entry_time\":{\"N\":\"1700000000\"},\"status\":{\"N\":\"1\"}}}\n");
            }
        }
        Files.writeString(
                folder.resolve("counters.txt"),
                "serving_counter " + SERVED + "\nqueue_counter " + LAST + "\nmax_queue_position_expired " + GONE
                        + "\n");
        Files.write(
                folder.resolve("tokens.json"),
                IntStream.rangeClosed(GONE + 1, SERVED)
                        .mapToObj(visitor -> "{\"Item\":" + tokens.row(id(visitor), VALIDITY, 0) + "}")
                        .toList());
    }

    private void imports(RunningGatehouse gatehouse, AwsClient client) {
        var printed = new ByteArrayOutputStream();
        var status = ImportVwrCommand.run(
                new String[] {
                    "import-vwr",
                    folder.resolve("positions.json").toString(),
                    folder.resolve("counters.txt").toString(),
                    folder.resolve("tokens.json").toString(),
                    "--event=shop",
                    "--to=" + gatehouse.issuer()
                },
                new ByteArrayInputStream(
                        client.bearer("nightly", "rooms.operate").getBytes(UTF_8)),
                new PrintStream(printed, true, UTF_8));
        assertThat(status).as(printed.toString(UTF_8)).isZero();
        gatehouse.tick();
        var seen = gatehouse.room("shop").snapshot();
        assertThat(List.of(seen.issued(), seen.admitted(), seen.turns(), seen.waiting()))
                .as("the slots are taken, so no visitor is called")
                .containsExactly((long) INSIDE + WAITING, (long) INSIDE, 0L, (long) WAITING);
    }

    /** All places, by position. */
    private static List<Place> lineOf(RunningGatehouse gatehouse) {
        var store = gatehouse.bean(RoomStore.class);
        var room = gatehouse.room("shop").id();
        var places = LongStream.iterate(1, first -> first <= INSIDE + WAITING, first -> first + store.most())
                .mapToObj(first -> LongStream.range(first, first + store.most())
                        .mapToObj(Position::of)
                        .toList())
                .flatMap(positions -> store.at(room, positions).stream())
                .toList();
        assertThat(places.stream().map(place -> place.position().number()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, INSIDE + WAITING).boxed().toList());
        return places;
    }

    private static long number(AwsClient client, int visitor) {
        return client.gets("/queue_num", "event_id", "shop", "request_id", id(visitor))
                .json()
                .path("queue_number")
                .asLong();
    }

    private static String id(int visitor) {
        return String.format(Locale.ROOT, "0b1c2d3e-4f50-4a61-8b72-%012x", visitor);
    }
}
