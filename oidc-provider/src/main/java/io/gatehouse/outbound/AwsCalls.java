package io.gatehouse.outbound;

import io.gatehouse.setting.InvalidSettingException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Calls of an AWS service that speaks AWS JSON, with the credentials of the SDK's default chain. The SDK
 * signs, and {@link Outbound} asks: a client of the SDK's would read an error without an end into memory.
 */
public final class AwsCalls {

    private static final Pattern REGION = Pattern.compile("[a-z0-9-]+");
    private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

    /**
     * A service.
     *
     * @param name in its address and in signatures
     * @param target what stands before the name of an operation
     * @param version of AWS JSON
     */
    public record Service(String name, String target, String version) {}

    private final Service service;
    private final String region;
    private final URI endpoint;
    private final Outbound server;
    private final AwsCredentialsProvider credentials =
            DefaultCredentialsProvider.builder().build();

    public AwsCalls(Service service, String region, URI endpoint, Outbound server) {
        this.service = service;
        this.region = region;
        this.endpoint = endpoint;
        this.server = server;
    }

    /**
     * The name of the region in a setting; that of the environment unless said.
     *
     * @param property the full name of the setting
     * @throws InvalidSettingException when it is no name, or there is none
     */
    public static String region(String property, @Nullable String given) {
        String name;
        try {
            name = given == null
                    ? new DefaultAwsRegionProviderChain().getRegion().id()
                    : given;
        } catch (SdkClientException withoutRegion) {
            throw new InvalidSettingException(property, "is not set, and the environment has none", "eu-central-1");
        }
        if (!REGION.matcher(name).matches()) {
            throw new InvalidSettingException(
                    property, "must be the name of a region, was \"" + name + "\"", "eu-central-1");
        }
        return name;
    }

    /** The address of a service in a region. */
    public static URI endpoint(Service service, String region) {
        return URI.create("https://" + service.name + "." + region + "."
                + PartitionMetadata.of(Region.of(region)).dnsSuffix());
    }

    /**
     * Asks for an operation.
     *
     * @param body JSON
     * @param clock for the time of the signature
     * @throws IOException if there is no whole answer; {@link Failures} knows whether it was sent
     * @throws SdkClientException if there are no credentials; then nothing was sent
     */
    public HttpResponse<String> ask(String operation, String body, Clock clock) throws IOException {
        var unsigned = SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(endpoint)
                .putHeader("Content-Type", "application/x-amz-json-" + service.version)
                .putHeader("X-Amz-Target", service.target + "." + operation)
                .build();
        var signed = SIGNER.sign(sign -> sign.identity(credentials.resolveCredentials())
                        .request(unsigned)
                        .payload(ContentStreamProvider.fromUtf8String(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service.name)
                        .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                        .putProperty(HttpSigner.SIGNING_CLOCK, clock))
                .request();
        var request = HttpRequest.newBuilder(endpoint).POST(HttpRequest.BodyPublishers.ofString(body));
        signed.forEachHeader((name, values) -> {
            if (!"Host".equalsIgnoreCase(name)) { // the client writes it by itself
                values.forEach(value -> request.header(name, value));
            }
        });
        return server.read(request);
    }
}
