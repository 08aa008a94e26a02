package io.gatehouse.promise;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * This release goes on from what a node of 1.0 has written into each store. With {@code
 * -Dpromise.record=true} the test first records what this release writes: once for each minor release, in a
 * folder of its own.
 */
class RecordedStoresTest {

    private static final Path RECORDED = Path.of("src/test/resources/io/gatehouse/promise/1.0");
    private static final boolean IS_RECORDING = Boolean.getBoolean("promise.record");
    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    @Test
    void givenTheFolderOfANodeOfOneZero_whenThisReleaseGoesOnInIt_thenNobodyLosesAPlaceAndAllThatWasSaidHolds()
            throws Exception {
        var recorded = RECORDED.resolve("embedded");
        var visitors = recorded.resolve("visitors.json");
        if (IS_RECORDING) {
            FileSystemUtils.deleteRecursively(recorded);
            write(visitors, Evening.happens(Files.createDirectories(recorded)));
            Files.delete(recorded.resolve("gatehouse.lock"));
        }
        FileSystemUtils.copyRecursively(recorded, folder);

        Evening.goesOn(JSON.readTree(Files.readString(visitors)), folder);
    }

    /** Texts, hashes and sorted sets by key; a byte is a letter. Lifetimes are left out. */
    @Test
    void givenTheRedisOfANodeOfOneZero_whenThisReleaseGoesOnWithIt_thenNobodyLosesAPlaceAndAllThatWasSaidHolds()
            throws Exception {
        var file = RECORDED.resolve("redis.json");
        if (IS_RECORDING) {
            try (var redis = RedisServer.start()) {
                var all = JSON.createObjectNode();
                all.set("visitors", Evening.happens(folder, redis.settings()));
                in(redis, commands -> commands.keys("*").stream().sorted().forEach(key -> all.withObject("kept")
                        .set(key, read(commands, key))));
                write(file, all);
            }
        }
        try (var redis = RedisServer.start()) {
            var recorded = JSON.readTree(Files.readString(file));
            in(redis, commands -> recorded.path("kept").forEachEntry((key, value) -> put(commands, key, value)));

            Evening.goesOn(recorded.path("visitors"), folder, redis.settings());
        }
    }

    private static void in(RedisServer redis, Consumer<RedisCommands<String, String>> what) {
        var client = RedisClient.create(redis.url());
        try (var connection = client.connect(new StringCodec(ISO_8859_1))) {
            what.accept(connection.sync());
        } finally {
            client.shutdown();
        }
    }

    private static JsonNode read(RedisCommands<String, String> redis, String key) {
        return switch (redis.type(key)) {
            case "string" -> JSON.valueToTree(redis.get(key));
            case "hash" -> JSON.valueToTree(redis.hgetall(key));
            case "zset" ->
                JSON.valueToTree(redis.zrangeWithScores(key, 0, -1).stream()
                        .map(one -> Map.of("member", one.getValue(), "score", one.getScore()))
                        .toList());
            default -> throw new IllegalStateException(key + " is of another type");
        };
    }

    private static void put(RedisCommands<String, String> redis, String key, JsonNode value) {
        if (value.isString()) {
            redis.set(key, value.asString());
        } else if (value.isObject()) {
            value.forEachEntry((field, text) -> redis.hset(key, field, text.asString()));
        } else {
            value.forEach(one -> redis.zadd(
                    key, one.path("score").asDouble(), one.path("member").asString()));
        }
    }

    /** Items as exports have them. */
    @Test
    @Tag("faults")
    void givenTheTableOfANodeOfOneZero_whenThisReleaseGoesOnWithIt_thenNobodyLosesAPlaceAndAllThatWasSaidHolds()
            throws Exception {
        var file = RECORDED.resolve("dynamodb.json");
        var table = "recorded-" + UUID.randomUUID();
        var settings = DynamoDbLocal.shared().settings("dynamodb", table);
        try (var client = DynamoDbClient.builder()
                .endpointOverride(DynamoDbLocal.shared().endpoint())
                .region(Region.EU_CENTRAL_1)
                .build()) {
            if (IS_RECORDING) {
                var all = JSON.createObjectNode();
                all.set("visitors", Evening.happens(folder, settings));
                var kept = all.withArray("kept");
                client.scanPaginator(request -> request.tableName(table))
                        .items()
                        .forEach(item -> kept.add(JSON.valueToTree(item.entrySet().stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, one -> typed(one.getValue()))))));
                write(file, all);
                client.deleteTable(request -> request.tableName(table));
            }
            var recorded = JSON.readTree(Files.readString(file));
            create(client, table);
            recorded.path("kept")
                    .forEach(item -> client.putItem(request -> request.tableName(table)
                            .item(item.propertyStream()
                                    .collect(Collectors.toMap(Map.Entry::getKey, one -> value(one.getValue()))))));

            Evening.goesOn(recorded.path("visitors"), folder, settings);
        }
    }

    private static Map<String, Object> typed(AttributeValue value) {
        return switch (value.type()) {
            case S -> Map.of("S", value.s());
            case N -> Map.of("N", value.n());
            case BOOL -> Map.of("BOOL", value.bool());
            case B -> Map.of("B", value.b().asByteArray());
            default -> throw new IllegalStateException("another type: " + value);
        };
    }

    private static AttributeValue value(JsonNode typed) {
        var type = typed.propertyNames().iterator().next();
        var value = typed.path(type);
        return switch (type) {
            case "S" -> AttributeValue.fromS(value.asString());
            case "N" -> AttributeValue.fromN(value.asString());
            case "BOOL" -> AttributeValue.fromBool(value.asBoolean());
            default -> AttributeValue.fromB(SdkBytes.fromByteArray(value.binaryValue()));
        };
    }

    /** As a node of 1.0 creates it. */
    private static void create(DynamoDbClient client, String table) {
        client.createTable(request -> request.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        DynamoDbLocal.attribute("pk", ScalarAttributeType.S),
                        DynamoDbLocal.attribute("agenda", ScalarAttributeType.S),
                        DynamoDbLocal.attribute("at", ScalarAttributeType.N))
                .keySchema(DynamoDbLocal.key("pk", KeyType.HASH))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("agenda")
                        .keySchema(DynamoDbLocal.key("agenda", KeyType.HASH), DynamoDbLocal.key("at", KeyType.RANGE))
                        .projection(projection -> projection.projectionType(ProjectionType.KEYS_ONLY))
                        .build()));
    }

    private static void write(Path file, JsonNode all) throws IOException {
        Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n");
    }
}
