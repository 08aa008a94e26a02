package io.gatehouse.health;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;

/** The clients of Amazon CloudWatch, one a region. Each call has a time over all. None is made before it is needed. */
public final class CloudWatchClients implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Map<String, CloudWatchClient> regions = new ConcurrentHashMap<>();
    private final Optional<SdkHttpClient> given;

    /** @param given how they reach Amazon; empty: as the SDK does */
    CloudWatchClients(Optional<SdkHttpClient> given) {
        this.given = given;
    }

    public CloudWatchClient in(String region) {
        return regions.computeIfAbsent(region, this::client);
    }

    private CloudWatchClient client(String region) {
        var client = CloudWatchClient.builder()
                .region(Region.of(region))
                .overrideConfiguration(override -> override.apiCallTimeout(PATIENCE));
        return given.map(client::httpClient)
                .orElseGet(() -> client.httpClientBuilder(
                        Apache5HttpClient.builder().connectionTimeout(PATIENCE).socketTimeout(PATIENCE)))
                .build();
    }

    @Override
    public void close() {
        regions.values().forEach(CloudWatchClient::close);
    }
}
