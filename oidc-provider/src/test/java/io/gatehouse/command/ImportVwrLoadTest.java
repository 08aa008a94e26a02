package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the line of a large event takes from its exports to a room, over HTTP. */
@Tag("load")
class ImportVwrLoadTest {

    private static final int WAITING = 100_000;
    private static final int SERVED = 7_000;

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
        isImported("import.dynamodb", DynamoDbLocal.shared().settings("dynamodb", "table-" + UUID.randomUUID()));
    }

    private void isImported(String row, String... store) throws IOException {
        try (var out = Files.newBufferedWriter(folder.resolve("positions.json"), UTF_8)) {
            for (var number = SERVED + WAITING; number > 0; number--) {
                out.write("{\"Item\":{\"request_id\":{\"S\":\"" + id(number)
                        + "\"},\"event_id\":{\"S\":\"shop\"},\"queue_position\":{\"N\":\"" + number
                        + "\"},\"entry_time\":{\"N\":\"1700000000\"},\"status\":{\"N\":\"1\"}}}\n");
            }
        }
        Files.writeString(
                folder.resolve("counters.txt"),
                "serving_counter " + SERVED + "\nqueue_counter " + (SERVED + WAITING) + "\n");
        var settings = Stream.concat(
                Stream.of(store),
                Stream.of(
                        "gatehouse.rooms.shop.aws-api.enabled=true",
                        "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                        "gatehouse.api-clients.nightly.scopes=rooms.operate"));
        try (var gatehouse = RunningGatehouse.start(settings.toArray(String[]::new))) {
            var client = new AwsClient(gatehouse, "", "192.0.2.1");
            var token = client.bearer("nightly", "rooms.operate");
            var printed = new ByteArrayOutputStream();

            var begun = System.nanoTime();
            var status = ImportVwrCommand.run(
                    new String[] {
                        "import-vwr",
                        folder.resolve("positions.json").toString(),
                        folder.resolve("counters.txt").toString(),
                        "--event=shop",
                        "--to=" + gatehouse.issuer()
                    },
                    new ByteArrayInputStream(token.getBytes(UTF_8)),
                    new PrintStream(printed, true, UTF_8));
            var seconds = (System.nanoTime() - begun) / 1e9;

            assertThat(status).as(printed.toString(UTF_8)).isZero();
            assertThat(Stream.of(1, WAITING / 2, WAITING).map(nth -> number(client, SERVED + nth)))
                    .containsExactly(SERVED + 1L, SERVED + WAITING / 2L, SERVED + (long) WAITING);
            assertThat(gatehouse.room("shop").snapshot().waiting()).isEqualTo(WAITING);
            assertThat(number(client, SERVED)).isZero();
            new Figures("ImportVwrLoadTest").tell(row, Figure.once("s", seconds));
        }
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
