package io.gatehouse.awsapi;

import java.time.Clock;
import java.util.function.Consumer;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Signs as AWS's own SDK does. */
final class SdkSigner {

    static final String KEY = "AKIAIOSFODNN7EXAMPLE";
    static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

    static final AwsCredentialsIdentity IDENTITY = AwsCredentialsIdentity.create(KEY, SECRET);

    private SdkSigner() {}

    /** The request with a signature for API Gateway, and whatever else is to be said of it. */
    static SdkHttpRequest sign(
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
}
