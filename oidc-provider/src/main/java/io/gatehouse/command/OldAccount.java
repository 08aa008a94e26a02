package io.gatehouse.command;

import io.gatehouse.outbound.AwsCalls;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.setting.Loopback;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The state of the old stack, read from its tables, its Redis and its secret: its scans, with consistent
 * reads, three GETs and a GetSecretValue. Credentials and region are those of the AWS SDK's default chain.
 *
 * @param tables the names of its tables
 * @param redis the address of its Redis
 * @param password of that Redis; empty: none
 * @param endpoint of DynamoDB, empty for that of the region
 * @param secret names the private key
 */
record OldAccount(Tables tables, String redis, String password, String endpoint, Secret secret) implements OldStack {

    /**
     * Names of tables.
     *
     * @param positions of queue positions
     * @param tokens of tokens
     * @param expiry with that of serving counters
     */
    record Tables(String positions, String tokens, Optional<Expiry> expiry) {}

    /**
     * A secret of Secrets Manager.
     *
     * @param name empty: the key is not brought
     * @param endpoint of Secrets Manager, empty for that of the region
     */
    record Secret(String name, String endpoint) {}

    private static final AwsCalls.Service SECRETS = new AwsCalls.Service("secretsmanager", "secretsmanager", "1.1");

    private static final JsonMapper JSON = new JsonMapper();

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return "table " + tables.positions;
    }

    @Override
    public List<Item> positions() throws UnusableException {
        return scan(tables.positions);
    }

    @Override
    public Optional<List<Item>> tokens() throws UnusableException {
        return Optional.of(scan(tables.tokens));
    }

    @Override
    public Optional<Expiry> expiry() {
        return tables.expiry;
    }

    @Override
    public List<Item> serving(Expiry expiry) throws UnusableException {
        return scan(expiry.table());
    }

    @Override
    public Optional<String> key() throws IOException, UnusableException {
        if (secret.name.isEmpty()) {
            return Optional.empty();
        }
        try {
            var region = new DefaultAwsRegionProviderChain().getRegion().id();
            var at = secret.endpoint.isEmpty() ? AwsCalls.endpoint(SECRETS, region) : URI.create(secret.endpoint);
            if (!Loopback.isHttpsOrLoopback(at)) {
                throw new UnusableException("--secrets-manager must be an https address, or http on this machine");
            }
            var answer = new AwsCalls(SECRETS, region, at, new Outbound(Bounds.ofDocuments(PATIENCE, 1)))
                    .ask("GetSecretValue", JSON.writeValueAsString(Map.of("SecretId", secret.name)), Clock.systemUTC());
            var value = JSON.readTree(answer.body());
            if (answer.statusCode() == 200 && value.path("SecretString").isString()) {
                return Optional.of(value.path("SecretString").asString());
            }
            throw new UnusableException("secret " + secret.name + " cannot be read: AWS answered " + answer.statusCode()
                    + " " + value.path("__type").asString("without a reason"));
        } catch (SdkException | IllegalArgumentException refused) {
            throw new UnusableException("secret " + secret.name + " cannot be read: " + refused.getMessage());
        } catch (JacksonException mayQuoteTheKey) {
            throw new UnusableException("secret " + secret.name + " cannot be read: the answer is no JSON");
        }
    }

    private List<Item> scan(String table) throws UnusableException {
        try (var client = client()) {
            var all = new ArrayList<Item>();
            client.scanPaginator(request -> request.tableName(table).consistentRead(true))
                    .items()
                    .forEach(row -> {
                        var texts = new HashMap<String, String>();
                        var numbers = new HashMap<String, String>();
                        row.forEach((name, value) -> {
                            Optional.ofNullable(value.s()).ifPresent(text -> texts.put(name, text));
                            Optional.ofNullable(value.n()).ifPresent(number -> numbers.put(name, number));
                        });
                        all.add(new Item(texts, numbers));
                    });
            return all;
        } catch (SdkException | IllegalArgumentException | NullPointerException refused) { // The last: no scheme.
            throw new UnusableException("table " + table + " cannot be read: " + refused.getMessage());
        }
    }

    private DynamoDbClient client() {
        var builder = DynamoDbClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder().socketTimeout(PATIENCE))
                .overrideConfiguration(each -> each.apiCallTimeout(PATIENCE));
        if (!endpoint.isEmpty()) {
            builder.endpointOverride(URI.create(endpoint));
        }
        return builder.build();
    }

    @Override
    public Map<String, Long> counters() throws IOException, UnusableException {
        try {
            var at = RedisURI.create(redis);
            at.setTimeout(PATIENCE);
            if (!password.isEmpty()) {
                at.setAuthentication(password);
            }
            return counters(at);
        } catch (IllegalArgumentException noAddress) {
            throw new UnusableException(
                    "--redis must be an address like rediss://" + "host:1785, with the password in REDISCLI_AUTH");
        } catch (RedisException refused) {
            throw new UnusableException("Redis cannot be read: " + refused.getMessage());
        }
    }

    private static Map<String, Long> counters(RedisURI at) throws UnusableException {
        var client = RedisClient.create(at);
        try (var connection = client.connect()) {
            var found = new HashMap<String, Long>();
            for (var name : OldLine.COUNTERS) {
                var value = connection.sync().get(name);
                if (value != null && !value.matches("-?\\d{1,15}")) {
                    throw new UnusableException(name + " in Redis is no whole number: \"" + value + "\"");
                }
                Optional.ofNullable(value).map(Long::valueOf).ifPresent(number -> found.put(name, number));
            }
            return found;
        } finally {
            client.shutdown();
        }
    }

    @Override
    public String toString() {
        return "OldAccount[" + tables.positions + "]";
    }
}
