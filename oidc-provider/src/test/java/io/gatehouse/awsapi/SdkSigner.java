package io.gatehouse.awsapi;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.function.Consumer;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Signs as AWS's own SDK does. */
public final class SdkSigner {

    public static final String KEY = "AKIAIOSFODNN7EXAMPLE";
    public static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

    public static final AwsCredentialsIdentity IDENTITY = AwsCredentialsIdentity.create(KEY, SECRET);

    private SdkSigner() {}

    /** The request with a signature for API Gateway, and whatever else is to be said of it. */
    public static SdkHttpRequest sign(
            SdkHttpRequest request,
            String body,
            Clock clock,
            AwsCredentialsIdentity who,
            Consumer<SignRequest.Builder<AwsCredentialsIdentity>> more) {
        return AwsV4HttpSigner.create()
                .sign(signing -> {
                    signing.identity(who)
                            .request(request)
                            .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "execute-api")
                            .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                            .putProperty(HttpSigner.SIGNING_CLOCK, clock);
                    if (!body.isEmpty()) {
                        signing.payload(ContentStreamProvider.fromUtf8String(body));
                    }
                    more.accept(signing);
                })
                .request();
    }

    /** A call of the private API that this key pair has signed, to be sent. */
    public static HttpRequest request(
            String method, String address, String body, Clock clock, String keyId, String secret) {
        return request(method, address, body, clock, AwsCredentialsIdentity.create(keyId, secret), more -> {})
                .build();
    }

    static HttpRequest.Builder request(
            String method,
            String address,
            String body,
            Clock clock,
            AwsCredentialsIdentity who,
            Consumer<SignRequest.Builder<AwsCredentialsIdentity>> more) {
        var request =
                SdkHttpRequest.builder().method(SdkHttpMethod.fromValue(method)).uri(URI.create(address));
        if (!body.isEmpty()) {
            request.putHeader("Content-Type", "application/json");
        }
        var signed = sign(request.build(), body, clock, who, more);
        var sent = HttpRequest.newBuilder(signed.getUri())
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        signed.headers().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("host") && !name.equalsIgnoreCase("content-length")) {
                values.forEach(value -> sent.header(name, value));
            }
        });
        return sent;
    }
}
