package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import tools.jackson.databind.json.JsonMapper;

/** An event is brought from the tables and the Redis of the old stack, which have its own layouts. */
@Tag("faults")
class ImportVwrAccountTest {

    private static final String REGION = "aws.region";
    /** More than a page of a scan has. */
    private static final int JOINED = 6_000;

    private static final int SERVED = 40;

    private final String positions = "QueuePositionEntryTimeTable-" + UUID.randomUUID();
    private final String tokens = "TokenTable-" + UUID.randomUUID();
    private final String serving = "ServingCounterIssuedAtTable-" + UUID.randomUUID();
    private final DynamoDbLocal local = DynamoDbLocal.shared();
    private final HttpServer secrets;
    private String told = "";

    ImportVwrAccountTest() throws IOException {
        secrets = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    /** As the environment of an operator says it. */
    @BeforeEach
    void nameTheRegion() {
        local.settings("dynamodb", positions); // Names the credentials, too.
        System.setProperty(REGION, "eu-central-1");
        secrets.createContext("/", ImportVwrAccountTest::tellSecret);
        secrets.start();
    }

    @AfterEach
    void forgetTheRegion() {
        System.clearProperty(REGION);
        secrets.stop(0);
    }

    @Test
    void givenTheOldStackItself_whenItsEventIsRehearsedAndImported_thenItIsHereAndNothingIsChangedThere()
            throws Exception {
        var key = "--secrets-manager=http://localhost:" + secrets.getAddress().getPort();
        try (var redis = RedisServer.start();
                var client = DynamoDbClient.builder()
                        .endpointOverride(local.endpoint())
                        .region(Region.EU_CENTRAL_1)
                        .build();
                var gatehouse = RunningGatehouse.start(
                                "gatehouse.rooms.sized.capacity=20",
                                "gatehouse.rooms.sized.aws-api.enabled=true",
                                "gatehouse.rooms.sized.aws-api.event-id=Sample",
                                "gatehouse.rooms.sized.aws-api.token-issuer=" + OldTokens.ISSUER,
                                "gatehouse.rooms.sized.aws-api.private-key=" + OldTokens.KEY.toJSONString(),
                                "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                                "gatehouse.api-clients.nightly.scopes=rooms.operate")
                        .standing()) {
            var page = new AwsClient(gatehouse, "", "192.0.2.1");
            var old = new OldTokens("Sample", gatehouse.clock().instant().getEpochSecond() - 60);
            fill(client, old);
            redis.say(
                    "MSET",
                    "queue_counter",
                    String.valueOf(JOINED),
                    "serving_counter",
                    String.valueOf(SERVED),
                    "token_counter",
                    "30",
                    "max_queue_position_expired",
                    "10",
                    "reset_in_progress",
                    "0");
            redis.say("CONFIG", "SET", "requirepass", "of-the-old-stack");
            var before = List.of(items(client, positions), items(client, tokens), items(client, serving));
            var from = "--redis=redis://:of-the-old-stack@localhost:" + redis.port();

            assertThat(imports(page, from, "--dry-run", key, "--jwk=old/jwk-private"))
                    .as(told)
                    .isZero();
            var rehearsed = told;
            assertThat(page.gets("/waiting_num", "event_id", "Sample").body()).isEqualTo("{\"waiting_num\":0}");
            for (var n = 0; n < 2; n++) {
                assertThat(imports(page, from, "--to=" + gatehouse.issuer(), key, "--jwk=old/jwk-private"))
                        .as(told)
                        .isZero();
                gatehouse.tick();
            }

            assertThat(rehearsed)
                    .contains("up to number 10 no visitor is brought", "20 visitors are inside, 10 were called")
                    .contains((JOINED - SERVED) + " numbers wait, from 41 to " + JOINED);
            assertThat(told).startsWith(rehearsed.substring(0, rehearsed.indexOf("this was")));
            assertThat(IntStream.of(11, 31, 41, JOINED).mapToLong(n -> number(page, n)))
                    .containsExactly(11L, 31L, 41L, (long) JOINED);
            assertThat(Login.get(gatehouse.issuer() + "/verify?room=sized", "Bearer " + old.signed(id(11), 11, 3600))
                            .status())
                    .isEqualTo(200);
            var seen = gatehouse.room("sized").snapshot();
            assertThat(List.of(seen.admitted(), seen.turns(), seen.waiting()))
                    .as("no other is called before they are fewer than 20")
                    .containsExactly(20L, 10L, (long) JOINED - SERVED);
            assertThat(List.of(items(client, positions), items(client, tokens), items(client, serving)))
                    .isEqualTo(before);
            assertThat(page.gets("/queue_pos_expiry", "event_id", "Sample", "request_id", id(31))
                            .body())
                    .isEqualTo("{\"expires_in\":700}");

            assertThat(imports(page, "--redis=redis://localhost:" + redis.port(), "--dry-run"))
                    .as("without the password")
                    .isEqualTo(1);
            assertThat(told).contains("Redis cannot be read");
            assertThat(imports(page, "--redis=localhost", "--dry-run")).isEqualTo(1);
            assertThat(told).contains("--redis must be an address like");
            assertThat(imports(page, from, "--dry-run", key, "--jwk=old/none")).isEqualTo(1);
            assertThat(told).contains("secret old/none cannot be read: AWS answered 400 ResourceNotFoundException");
            client.deleteTable(request -> request.tableName(tokens));
            assertThat(imports(page, from, "--dry-run")).isEqualTo(1);
            assertThat(told).contains("table " + tokens + " cannot be read");
        }
    }

    /** As Secrets Manager answers GetSecretValue. */
    private static void tellSecret(HttpExchange exchange) throws IOException {
        var asked = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
        var isSigned = exchange.getRequestHeaders()
                        .getFirst("Authorization")
                        .matches("AWS4-HMAC-SHA256 Credential=\\w+/\\d{8}/eu-central-1/secretsmanager/aws4_request, .*")
                && exchange.getRequestHeaders().getFirst("X-Amz-Target").equals("secretsmanager.GetSecretValue");
        var isThere = isSigned && asked.path("SecretId").asString().equals("old/jwk-private");
        var answer = isThere
                ? Map.of("Name", "old/jwk-private", "SecretString", OldTokens.KEY.toJSONString())
                : Map.of("__type", "ResourceNotFoundException");
        var body = JsonMapper.shared().writeValueAsBytes(answer);
        exchange.sendResponseHeaders(isThere ? 200 : 400, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private int imports(AwsClient page, String... options) {
        var printed = new ByteArrayOutputStream();
        var status = ImportVwrCommand.run(
                Stream.concat(
                                Stream.of(
                                        "import-vwr",
                                        "--event=Sample",
                                        "--positions-table=" + positions,
                                        "--tokens-table=" + tokens,
                                        "--serving-table=" + serving,
                                        "--expiry-period=900",
                                        "--dynamodb=" + local.endpoint()),
                                Stream.of(options))
                        .toArray(String[]::new),
                new ByteArrayInputStream(page.bearer("nightly", "rooms.operate").getBytes(UTF_8)),
                new PrintStream(printed, true, UTF_8));
        told = printed.toString(UTF_8);
        return status;
    }

    /** Of 40 who were called the first 10 were late, the next 20 are inside, and 10 have no token yet. */
    private void fill(DynamoDbClient client, OldTokens old) {
        table(client, positions);
        table(client, tokens);
        table(client, serving, "event_id", "serving_counter");
        put(
                client,
                serving,
                List.of(Map.of(
                        "event_id",
                        AttributeValue.fromS("Sample"),
                        "serving_counter",
                        AttributeValue.fromN(String.valueOf(SERVED)),
                        "issue_time",
                        AttributeValue.fromN(String.valueOf(old.issuedAt() - 200)),
                        "queue_positions_served",
                        AttributeValue.fromN("20"))));
        put(
                client,
                positions,
                IntStream.rangeClosed(1, JOINED)
                        .mapToObj(n -> Map.of(
                                "request_id",
                                AttributeValue.fromS(id(n)),
                                "event_id",
                                AttributeValue.fromS("Sample"),
                                "queue_position",
                                AttributeValue.fromN(String.valueOf(n)),
                                "entry_time",
                                AttributeValue.fromN(String.valueOf(old.issuedAt() - JOINED + n)),
                                "status",
                                AttributeValue.fromN("1")))
                        .toList());
        put(
                client,
                tokens,
                IntStream.rangeClosed(11, 30)
                        .mapToObj(n -> Map.of(
                                "request_id",
                                AttributeValue.fromS(id(n)),
                                "event_id",
                                AttributeValue.fromS("Sample"),
                                "issued_at",
                                AttributeValue.fromN(String.valueOf(old.issuedAt())),
                                "not_before",
                                AttributeValue.fromN(String.valueOf(old.issuedAt())),
                                "expires",
                                AttributeValue.fromN(String.valueOf(old.issuedAt() + 3600)),
                                "queue_number",
                                AttributeValue.fromN(String.valueOf(n)),
                                "issuer",
                                AttributeValue.fromS(OldTokens.ISSUER),
                                "session_status",
                                AttributeValue.fromN("0")))
                        .toList());
    }

    private static void table(DynamoDbClient client, String name) {
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(DynamoDbLocal.attribute("request_id", ScalarAttributeType.S))
                .keySchema(DynamoDbLocal.key("request_id", KeyType.HASH)));
    }

    private static void table(DynamoDbClient client, String name, String text, String number) {
        client.createTable(request -> request.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        DynamoDbLocal.attribute(text, ScalarAttributeType.S),
                        DynamoDbLocal.attribute(number, ScalarAttributeType.N))
                .keySchema(DynamoDbLocal.key(text, KeyType.HASH), DynamoDbLocal.key(number, KeyType.RANGE)));
    }

    private static void put(DynamoDbClient client, String table, List<Map<String, AttributeValue>> items) {
        for (int from = 0; from < items.size(); from += 25) {
            var puts = items.subList(from, Math.min(items.size(), from + 25)).stream()
                    .map(item -> WriteRequest.builder()
                            .putRequest(put -> put.item(item))
                            .build())
                    .toList();
            client.batchWriteItem(request -> request.requestItems(Map.of(table, puts)));
        }
    }

    private static Set<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
        return client.scanPaginator(request -> request.tableName(table)).items().stream()
                .collect(Collectors.toSet());
    }

    private static long number(AwsClient page, int visitor) {
        return page.gets("/queue_num", "event_id", "Sample", "request_id", id(visitor))
                .json()
                .path("queue_number")
                .asLong();
    }

    private static String id(int visitor) {
        return String.format(Locale.ROOT, "0b1c2d3e-4f50-4a61-8b72-%012x", visitor);
    }
}
