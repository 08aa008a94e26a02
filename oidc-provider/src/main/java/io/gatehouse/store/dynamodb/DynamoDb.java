package io.gatehouse.store.dynamodb;

import io.gatehouse.setting.InvalidSettingException;
import java.time.Duration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/**
 * The client, and how patient it is.
 *
 * <p>The blocking Apache client: it keeps connections and gives up on a connect of its own, which the JDK's
 * does not let one set apart. Failed and throttled requests are repeated by the SDK, after pauses that grow,
 * with a bound on repeats in all, so that an overloaded table is not overloaded further. Visitors wait
 * meanwhile; they get no error.
 */
final class DynamoDb {

    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(25);
    private static final Duration THROTTLED_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final int ATTEMPTS = 8;
    private static final int CONNECTIONS = 200;

    /** The limits of one request, and of all its repeats and the operation that needs it. */
    enum Timeouts {
        /** While a visitor waits. */
        VISITOR(Duration.ofMillis(1500), Duration.ofSeconds(4)),
        /** While a node starts. */
        START(Duration.ofSeconds(20), Duration.ofMinutes(1));

        private final Duration attempt;
        private final Duration call;

        Timeouts(Duration attempt, Duration call) {
            this.attempt = attempt;
            this.call = call;
        }

        /** The limit of a request with all its repeats, and of an operation with all its requests. */
        Duration call() {
            return call;
        }
    }

    private DynamoDb() {}

    static DynamoDbClient client(
            DynamoDbProperties properties, Timeouts timeout, ExecutionInterceptor... interceptors) {
        var retries = DefaultRetryStrategy.standardStrategyBuilder()
                .maxAttempts(ATTEMPTS)
                .backoffStrategy(BackoffStrategy.exponentialDelay(PAUSE, LONGEST_PAUSE))
                .throttlingBackoffStrategy(BackoffStrategy.exponentialDelay(THROTTLED_PAUSE, LONGEST_PAUSE))
                .retryOnException(TransactionInProgressException.class)
                .build();
        var builder = DynamoDbClient.builder()
                .httpClientBuilder(Apache5HttpClient.builder()
                        .maxConnections(CONNECTIONS)
                        .connectionTimeout(CONNECT)
                        .socketTimeout(timeout.attempt)
                        .connectionAcquisitionTimeout(timeout.attempt)
                        .tcpKeepAlive(true))
                .overrideConfiguration(override -> {
                    override.apiCallAttemptTimeout(timeout.attempt)
                            .apiCallTimeout(timeout.call)
                            .retryStrategy(retries);
                    for (var interceptor : interceptors) {
                        override.addExecutionInterceptor(interceptor);
                    }
                });
        if (properties.region() != null) {
            builder.region(Region.of(properties.region()));
        }
        if (properties.endpoint() != null) {
            builder.endpointOverride(properties.endpoint());
        }
        try {
            return builder.build();
        } catch (SdkClientException withoutRegion) {
            throw new InvalidSettingException(
                    "gatehouse.dynamodb.region",
                    "is not set, and the environment has none: " + withoutRegion.getMessage(),
                    "eu-central-1");
        }
    }
}
