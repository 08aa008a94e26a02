package io.gatehouse.awsapi.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gatehouse.awsapi.SdkSigner;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.testing.MutableClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** Whatever AWS's SDK signs is believed; what has been changed since is not, to the letter. */
class SignatureV4Test {

    private static final String BODY = "{\"event_id\":\"Sample\",\"increment_by\":5}";

    private static final String CONTENT = "x-amz-content-sha256";
    private static final String TYPE = "content-type";

    private final MutableClock clock = MutableClock.standing();
    private final SignatureV4 signatures = of("gatehouse.internal");

    private static SignatureV4 of(String ownHost) {
        return new SignatureV4(id -> Optional.of(SdkSigner.SECRET).filter(secret -> id.equals(SdkSigner.KEY)), ownHost);
    }

    private record Case(
            SdkHttpRequest request,
            String body,
            AwsCredentialsIdentity who,
            Consumer<SignRequest.Builder<AwsCredentialsIdentity>> more) {

        @Override
        public String toString() {
            return request.method() + " " + request.getUri() + " "
                    + request.headers().keySet();
        }
    }

    private static SdkHttpRequest.Builder request(SdkHttpMethod method, String address) {
        return SdkHttpRequest.builder().method(method).uri(URI.create("https://wait.example.com" + address));
    }

    static Stream<Case> whatTheSdkSigns() {
        var post = request(SdkHttpMethod.POST, "/api/increment_serving_counter")
                .putHeader("Content-Type", "application/json")
                .build();
        var session = AwsSessionCredentialsIdentity.create(SdkSigner.KEY, SdkSigner.SECRET, "a/session+token==");
        Consumer<SignRequest.Builder<AwsCredentialsIdentity>> inQuery =
                signing -> signing.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                        .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofMinutes(30));
        Consumer<SignRequest.Builder<AwsCredentialsIdentity>> inQueryForAMoment =
                signing -> signing.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING);
        Consumer<SignRequest.Builder<AwsCredentialsIdentity>> withoutBody =
                signing -> signing.putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false);
        var gets = Stream.of(
                        "/num_active_tokens?event_id=Sample",
                        "/num_active_tokens?event_id=a%20b%2Bc%26d%3D%C3%A9~*%27",
                        "/num_active_tokens?b=2&a=2&a=1&a-b=&A=0&c",
                        "/a%20b/%C3%A9/~x/%252F/*'()",
                        "/",
                        "")
                .map(address -> request(SdkHttpMethod.GET, address).build())
                .flatMap(get -> Stream.of(
                        new Case(get, "", SdkSigner.IDENTITY, signing -> {}),
                        new Case(get, "", session, signing -> {}),
                        new Case(get, "", SdkSigner.IDENTITY, inQuery),
                        new Case(get, "", session, inQuery),
                        new Case(get, "", session, inQueryForAMoment),
                        new Case(get, "", SdkSigner.IDENTITY, withoutBody),
                        new Case(get, "", SdkSigner.IDENTITY, withoutBody.andThen(inQuery))));
        var odd = post.toBuilder()
                .putHeader("X-Odd", List.of("  a   b ", "c\t d"))
                .build();
        var posts = Stream.of(
                new Case(post, BODY, SdkSigner.IDENTITY, signing -> {}),
                new Case(post, BODY, session, signing -> {}),
                new Case(odd, BODY, SdkSigner.IDENTITY, signing -> {}),
                new Case(post, BODY, session, inQuery),
                new Case(post, BODY, SdkSigner.IDENTITY, inQueryForAMoment),
                new Case(post, BODY, SdkSigner.IDENTITY, signing -> signing.putProperty(
                                AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                        .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)),
                new Case(
                        post,
                        BODY,
                        SdkSigner.IDENTITY,
                        signing -> signing.putProperty(AwsV4HttpSigner.REGION_NAME, "us-gov-west-1")));
        return Stream.concat(gets, posts);
    }

    @ParameterizedTest
    @MethodSource("whatTheSdkSigns")
    void givenARequestThatTheSdkHasSigned_whenItIsChecked_thenItsKeyIsKnown(Case signed) {
        assertThat(signatures.keyId(received(signed), clock.instant())).isEqualTo(SdkSigner.KEY);
    }

    @ParameterizedTest
    @MethodSource("whatTheSdkSigns")
    void givenASignedRequest_whenOneLetterOfItIsChanged_thenItIsRefused(Case signed) {
        var request = received(signed);

        altered(request).forEach(other -> assertThatExceptionOfType(AwsErrorException.class)
                .as(other.toString())
                .isThrownBy(() -> signatures.keyId(other, clock.instant())));
    }

    /**
     * What the old clients' own libraries have signed for this moment: aws4fetch 1.0.20, of the control
     * panel, and aws-requests-auth 0.4.3, of the functions and the load script, which sends the hash of the
     * body and does not sign it.
     */
    static Stream<SignedRequest> whatOldClientsSign() {
        return Stream.of(
                ofOldClient(
                        "GET",
                        "/api/num_active_tokens?event_id=Sample",
                        "",
                        "5f215a890dfbadd743e0dd8ea9ee2c5fbc804570562db4431a62e54539f487ba",
                        Map.of()),
                ofOldClient(
                        "GET",
                        "/api/num_active_tokens?event_id=a%20b+c*%27%C3%A9",
                        "",
                        "30ac272f085c66ae24503ddf62a29d0809548d2d0b8031084299eacd27d2a869",
                        Map.of("x-amz-security-token", "a/session+token==")),
                ofOldClient(
                        "POST",
                        "/api/increment_serving_counter",
                        "{\"event_id\":\"Sample\",\"increment_by\":100}",
                        "2b3cef98c41e68d5608174d6842bbfc5f1dfc82f038b490a940b4929ee7d0074",
                        Map.of("content-type", "text/plain;charset=UTF-8")),
                ofOldClient(
                        "POST",
                        "/api/increment_serving_counter",
                        "{\"event_id\": \"Sample\", \"increment_by\": 10}",
                        "0652d784afc06fbf8d81a280e260ff5747b127046baabc7e2e0c563455f36bcd",
                        Map.of(CONTENT, "4ee29f9c2e23c9ed8caa94920d29d986c38e1b8af771941b43c5c69dc778f52b")),
                ofOldClient(
                        "POST",
                        "/api/update_session",
                        "{\"event_id\": \"Sample\", \"status\": 1, \"request_id\":"
                                + " \"00000000-0000-4000-8000-000000000000\"}",
                        "d8d229a96d1dfc6d9926e04337ddaa98ea35776ee04f4162c7f81d1a38039213",
                        Map.of(
                                CONTENT,
                                "3cb70b75aed1c46ef31383334095fb9e50589aad0b4c6aa306d2198f822b795e",
                                "x-amz-security-token",
                                "a/session+token==")));
    }

    private static SignedRequest ofOldClient(
            String method, String address, String body, String signature, Map<String, String> more) {
        var names =
                more.containsKey("x-amz-security-token") ? "host;x-amz-date;x-amz-security-token" : "host;x-amz-date";
        var headers = new TreeMap<String, List<String>>();
        more.forEach((name, value) -> headers.put(name, List.of(value)));
        headers.put("host", List.of("wait.example.com"));
        headers.put("x-amz-date", List.of("20261121T200000Z"));
        headers.put(
                "authorization",
                List.of("AWS4-HMAC-SHA256 Credential=" + SdkSigner.KEY
                        + "/20261121/us-east-1/execute-api/aws4_request, SignedHeaders=" + names + ", Signature="
                        + signature));
        var parts = address.split("\\?", 2);
        return new SignedRequest(method, parts[0], parts.length > 1 ? parts[1] : "", headers, body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @MethodSource("whatOldClientsSign")
    void givenARequestOfAnOldClient_whenItIsChecked_thenItIsBelievedAndNoOther(SignedRequest request) {
        isBelieved(request, true);

        altered(request)
                .filter(other -> !TYPE.equals(differing(request, other)))
                .forEach(other -> isBelieved(other, false));
    }

    /** The header in which two requests differ; empty where it is something else. */
    private static String differing(SignedRequest one, SignedRequest other) {
        return one.headers().keySet().stream()
                .filter(name -> !one.header(name).equals(other.header(name)))
                .findFirst()
                .orElse("");
    }

    /** One of each letter that counts. */
    private static Stream<SignedRequest> altered(SignedRequest one) {
        var all = new ArrayList<SignedRequest>();
        all.add(new SignedRequest("PUT", one.path(), one.query(), one.headers(), one.body()));
        letters(one.path())
                .forEach(
                        path -> all.add(new SignedRequest(one.method(), path, one.query(), one.headers(), one.body())));
        letters(one.query())
                .forEach(query ->
                        all.add(new SignedRequest(one.method(), one.path(), query, one.headers(), one.body())));
        for (var more : List.of("z=1", "X-Amz-Signature=1", "X-Amz-Expires=1")) {
            all.add(new SignedRequest(one.method(), one.path(), one.query() + "&" + more, one.headers(), one.body()));
        }
        if (one.headers().containsKey("authorization")) {
            var twice = new TreeMap<>(one.headers());
            twice.put("authorization", List.of(one.header("authorization"), "Bearer another"));
            all.add(new SignedRequest(one.method(), one.path(), one.query(), twice, one.body()));
        }
        one.headers().forEach((name, values) -> {
            if (!name.equals("content-length")) {
                letters(values.get(0)).forEach(value -> {
                    var headers = new TreeMap<>(one.headers());
                    headers.put(
                            name,
                            Stream.concat(Stream.of(value), values.stream().skip(1))
                                    .toList());
                    all.add(new SignedRequest(one.method(), one.path(), one.query(), headers, one.body()));
                });
            }
        });
        var more = new TreeMap<>(one.headers());
        more.put("x-amz-more", List.of("1"));
        all.add(new SignedRequest(one.method(), one.path(), one.query(), more, one.body()));
        letters(new String(one.body(), UTF_8) + " ")
                .forEach(body -> all.add(
                        new SignedRequest(one.method(), one.path(), one.query(), one.headers(), body.getBytes(UTF_8))));
        return all.stream();
    }

    private static Stream<String> letters(String text) {
        return Stream.iterate(0, at -> at < text.length(), at -> at + 1)
                .map(at -> text.substring(0, at) + (text.charAt(at) == 'x' ? 'y' : 'x') + text.substring(at + 1));
    }

    @ParameterizedTest
    @CsvSource({"-PT5M1S,false", "-PT5M,true", "PT5M,true", "PT5M1S,false", "P1D,false"})
    void givenASignedRequest_whenItComesEarlyOrLate_thenFiveMinutesAreForgiven(Duration off, boolean isBelieved) {
        var request = received(whatTheSdkSigns().toList().get(0));
        clock.advance(off);

        isBelieved(request, isBelieved);
    }

    @ParameterizedTest
    @CsvSource({"PT30M,true", "PT30M1S,false", "-PT5M,true", "-PT5M1S,false"})
    void givenASignedAddress_whenItIsUsed_thenItLastsAsLongAsItSays(Duration off, boolean isBelieved) {
        var request = received(whatTheSdkSigns().toList().get(2));
        clock.advance(off);

        isBelieved(request, isBelieved);
    }

    @ParameterizedTest
    @CsvSource({"PT5M,true", "PT5M1S,false"})
    void givenASignedAddressThatDoesNotSayHowLong_whenItIsUsed_thenItLastsForFiveMinutes(
            Duration off, boolean isBelieved) {
        var request = received(whatTheSdkSigns().toList().get(4));
        assertThat(request.query()).contains("X-Amz-Signature=").doesNotContain("X-Amz-Expires");
        clock.advance(off);

        isBelieved(request, isBelieved);
    }

    /** Whatever the proxy says of the one that came. */
    @Test
    void givenAProxyThatPutsAnotherHostIn_whenTheRequestIsChecked_thenTheIssuersHostCounts() {
        var request = received(whatTheSdkSigns().toList().get(0));
        var headers = new TreeMap<>(request.headers());
        headers.put("host", List.of("10.0.0.1:8080"));
        headers.put("x-amz-cf-id", List.of("CloudFront"));
        headers.put("x-forwarded-host", List.of("wait.example.com"));

        var passedOn = new SignedRequest(request.method(), request.path(), request.query(), headers, new byte[0]);

        assertThat(of("wait.example.com").keyId(passedOn, clock.instant())).isEqualTo(SdkSigner.KEY);
        isBelieved(passedOn, false);
    }

    @Test
    void givenAKeyThatIsNotOurs_whenItSigns_thenItIsRefused() {
        var get = request(SdkHttpMethod.GET, "/num_active_tokens").build();
        var other = AwsCredentialsIdentity.create("AKIAOTHER", SdkSigner.SECRET);
        var wrong = AwsCredentialsIdentity.create(SdkSigner.KEY, "another secret of that length");

        isBelieved(received(new Case(get, "", other, signing -> {})), false);
        isBelieved(received(new Case(get, "", wrong, signing -> {})), false);
        isBelieved(
                received(new Case(
                        get,
                        "",
                        SdkSigner.IDENTITY,
                        signing -> signing.putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3"))),
                false);
    }

    @Test
    void givenABodyThatIsNotSigned_whenThereIsOne_thenItIsRefused() {
        var post = request(SdkHttpMethod.POST, "/reset_initial_state").build();
        var unsigned = new Case(
                post,
                BODY,
                SdkSigner.IDENTITY,
                signing -> signing.putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false));

        isBelieved(received(unsigned), false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4-HMAC-SHA256",
                "AWS4-HMAC-SHA256 ,,=,",
                "AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=0",
                "AWS4-HMAC-SHA256 Credential=" + SdkSigner.KEY
                        + "/20261121/x/execute-api/aws4_request, SignedHeaders=, Signature=",
            })
    void givenAHeaderThatIsNoSignature_whenItIsChecked_thenItIsRefusedAndNothingBreaks(String header) {
        var headers = Map.of(
                "host", List.of("wait.example.com"),
                "authorization", List.of(header),
                "x-amz-date", List.of("20261121T200000Z"));

        isBelieved(new SignedRequest("GET", "/", "", headers, new byte[0]), false);
        isBelieved(new SignedRequest("GET", "/", "X-Amz-Signature=%zz", headers, new byte[0]), false);
        isBelieved(new SignedRequest("GET", "/", "X-Amz-Signature=1&X-Amz-Expires=x", Map.of(), new byte[0]), false);
    }

    private void isBelieved(SignedRequest request, boolean isBelieved) {
        if (isBelieved) {
            assertThat(signatures.keyId(request, clock.instant())).isEqualTo(SdkSigner.KEY);
        } else {
            assertThatExceptionOfType(AwsErrorException.class)
                    .isThrownBy(() -> signatures.keyId(request, clock.instant()));
        }
    }

    private SignedRequest received(Case signing) {
        var signed = SdkSigner.sign(signing.request, signing.body, clock, signing.who, signing.more);
        var headers = new TreeMap<String, List<String>>();
        signed.headers().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        headers.putIfAbsent("host", List.of(signed.host()));
        return new SignedRequest(
                signed.method().name(),
                signed.encodedPath().isEmpty() ? "/" : signed.encodedPath(),
                signed.encodedQueryParameters().orElse(""),
                headers,
                signing.body.getBytes(UTF_8));
    }
}
