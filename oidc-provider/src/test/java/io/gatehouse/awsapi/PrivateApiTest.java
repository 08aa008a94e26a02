package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Act;
import io.gatehouse.testing.Crowd;
import io.gatehouse.waitingroom.WaitingRoom;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** What control panels and functions of the old API do: with AWS's signatures, or with a token of ours. */
class PrivateApiTest {

    private static final String OTHER_ISSUER = "https://adapter.example/oidc";
    private static final String ODD_EVENT = "Rock & Roll + Früh=ling/~*'";
    private static final String NO_SESSION = "{\"error\":\"Request ID doesn't exist or status already set.\"}";
    private static final AwsCredentialsIdentity OF_ANOTHER_ROOM =
            AwsCredentialsIdentity.create("AKIAANOTHERROOM", SdkSigner.SECRET);

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.event-id=Sample",
                    "gatehouse.rooms.shop.aws-api.token-issuers=" + OTHER_ISSUER,
                    "gatehouse.rooms.odd.aws-api.enabled=true",
                    "gatehouse.rooms.odd.aws-api.event-id=" + ODD_EVENT,
                    "gatehouse.rooms.full.capacity=5",
                    "gatehouse.rooms.full.aws-api.enabled=true",
                    "gatehouse.aws-keys." + SdkSigner.KEY + ".secret=" + SdkSigner.SECRET,
                    "gatehouse.aws-keys." + SdkSigner.KEY + ".rooms=shop,full,odd",
                    "gatehouse.aws-keys." + OF_ANOTHER_ROOM.accessKeyId() + ".secret=" + SdkSigner.SECRET,
                    "gatehouse.aws-keys." + OF_ANOTHER_ROOM.accessKeyId() + ".rooms=full",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.operate")
            .standing();

    private final WaitingRoom room = gatehouse.room("shop");
    private final AwsClient client = new AwsClient(gatehouse, "/api", "192.0.2.1");

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenVisitorsInLine_whenTheCounterIsIncremented_thenSoManyAreServedAndTheAnswerSaysHowFar() {
        var id = IntStream.range(0, 4)
                .mapToObj(n -> client.joins("Sample"))
                .toList()
                .get(2);

        isAnswered(increment("3"), 200, "{\"serving_num\":3}");
        isAnswered(increment("0"), 200, "{\"serving_num\":3}");
        isAnswered(increment("-2"), 200, "{\"serving_num\":3}");
        isAnswered(increment("4.0"), 200, "{\"serving_num\":7}");
        isAnswered(increment("-2"), 200, "{\"serving_num\":5}");
        isAnswered(increment("-1000000000"), 200, "{\"serving_num\":4}");

        assertThat(client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", id))
                        .status())
                .isEqualTo(200);
        assertThat(gatehouse
                        .bean(Ledgers.class)
                        .page(room.id(), Ledgers.Sought.of("act"), Long.MAX_VALUE, 10)
                        .entries())
                .anySatisfy(
                        entry -> assertThat(entry.toString()).contains("AWS key " + SdkSigner.KEY, "let in 3 by hand"));
    }

    @ParameterizedTest
    @CsvSource({"1.5", "1e30", "-1e30", "1000000001", "'\"5\"'", "null", "true", "[]"})
    void givenANumberThatIsNone_whenTheCounterIsIncremented_thenItIsRefusedAndNothingMoves(String number) {
        client.joins("Sample");

        isAnswered(increment(number), 400, "{\"error\":\"Invalid request body\"}");

        assertThat(room.snapshot().serving()).isZero();
        assertThat(room.snapshot().letIn()).isZero();
    }

    /** No double holds the one, and Jackson reads no more digits than of the other. */
    @ParameterizedTest
    @ValueSource(ints = {310, 1001})
    void givenANumberOfManyDigits_whenTheCounterIsIncremented_thenItIsRefused(int digits) {
        isAnswered(increment("9".repeat(digits)), 400, "{\"error\":\"Invalid request body\"}");
    }

    @Test
    void givenARoomThatLetsInAsManyAsFit_whenItsCounterIsIncremented_thenItSaysThatThisIsOfNoUse() {
        var answer = signed(
                SdkSigner.IDENTITY, "POST", "/increment_serving_counter", "{\"event_id\":\"full\",\"increment_by\":1}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).contains("capacity");
    }

    @Test
    void givenVisitorsInside_whenTheirSessionsAreUpdated_thenEachIsOnceAndTheTokensAreGone() throws Exception {
        var ids = IntStream.range(0, 3).mapToObj(n -> client.joins("Sample")).toList();
        increment("3");
        ids.forEach(id -> client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", id)));
        isAnswered(active(), 200, "{\"active_tokens\":3}");

        var ends = Crowd.of(8, () -> update(ids.get(0), "1"));

        assertThat(ends)
                .extracting(AwsClient.Answer::status)
                .containsOnlyOnce(200)
                .contains(404);
        isAnswered(update(ids.get(1), "-1"), 200, "{}");
        isAnswered(update(ids.get(1), "1"), 404, NO_SESSION);
        isAnswered(update(ids.get(2), "2"), 400, "{\"error\":\"Invalid status\"}");
        isAnswered(update("short", "1"), 400, "{\"error\":\"Invalid event or request ID\"}");
        isAnswered(active(), 200, "{\"active_tokens\":1}");
        assertThat(client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", ids.get(0)))
                        .status())
                .isEqualTo(410);
    }

    /** The visit ends in the line; that the call has been answered is a value. */
    @Test
    void
            givenAStoreThatGoesAwayWhileASessionIsUpdated_whenTheCallIsRepeated_thenItIsAnsweredOnceAsTheFirstWouldHaveBeen() {
        var ids = inside(2);
        var stores = gatehouse.bean(LineLock.class);

        stores.takeValuesAway();
        try {
            isAnswered(update(ids.get(0), "1"), 503, "{\"error\":\"Service Unavailable\"}");
            isAnswered(update(ids.get(1), "-1"), 503, "{\"error\":\"Service Unavailable\"}");
        } finally {
            stores.bringBack();
        }

        assertThat(room.snapshot().admitted()).isZero();
        isAnswered(update(ids.get(0), "-1"), 404, NO_SESSION);
        isAnswered(update(ids.get(0), "1"), 200, "{}");
        isAnswered(update(ids.get(0), "1"), 404, NO_SESSION);
        isAnswered(update(ids.get(1), "-1"), 200, "{}");
        isAnswered(update(ids.get(1), "-1"), 404, NO_SESSION);
    }

    @Test
    void givenAVisitThatALogoutHasEnded_whenItsSessionIsUpdated_thenItIsOnceIfThatIsHowItEnded() {
        var ids = inside(2);
        ids.forEach(id -> room.apply(gatehouse.bean(RequestIds.class).read(id).orElseThrow(), Act.COMPLETE));

        isAnswered(update(ids.get(0), "1"), 200, "{}");
        isAnswered(update(ids.get(0), "1"), 404, NO_SESSION);
        isAnswered(update(ids.get(1), "-1"), 404, NO_SESSION);
        assertThat(room.snapshot().endings().completed()).isEqualTo(2);
        assertThat(room.snapshot().endings().abandoned()).isZero();
    }

    private List<String> inside(int many) {
        var ids = IntStream.range(0, many).mapToObj(n -> client.joins("Sample")).toList();
        increment(String.valueOf(many));
        ids.forEach(id -> assertThat(token(id, Map.of()).status()).isEqualTo(200));
        return ids;
    }

    @Test
    void givenTokensThatHaveExpired_whenTheyAreAskedFor_thenTheirRequestIdsComeInThatOrder() {
        var ids = IntStream.range(0, 3).mapToObj(n -> client.joins("Sample")).toList();
        increment("3");
        for (var n : List.of(1, 0, 2)) {
            client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", ids.get(n)));
            gatehouse.pass(Duration.ofMinutes(1));
        }
        update(ids.get(0), "1");
        isAnswered(expired(), 200, "[]");

        gatehouse.pass(Duration.ofMinutes(58).plusSeconds(1));

        isAnswered(expired(), 200, "[\"" + ids.get(1) + "\",\"" + ids.get(0) + "\"]");
    }

    @Test
    void givenATokenForAMinute_whenItHasExpired_thenItsVisitIsOverAndThatOfTheOtherIsNot() {
        var ids = IntStream.range(0, 2).mapToObj(n -> client.joins("Sample")).toList();
        increment("2");
        token(ids.get(1), Map.of());
        token(ids.get(0), Map.of("validity_period", 60));

        gatehouse.pass(Duration.ofSeconds(59));
        isAnswered(active(), 200, "{\"active_tokens\":2}");
        isAnswered(expired(), 200, "[]");
        gatehouse.pass(Duration.ofSeconds(2));

        isAnswered(active(), 200, "{\"active_tokens\":1}");
        isAnswered(expired(), 200, "[\"" + ids.get(0) + "\"]");
        isAnswered(update(ids.get(0), "1"), 404, NO_SESSION);
        isAnswered(token(ids.get(0), Map.of()), 410, "{\"error\":\"Token corresponding to request id has expired\"}");
        gatehouse.pass(Duration.ofHours(1));
        isAnswered(expired(), 200, "[\"" + ids.get(0) + "\",\"" + ids.get(1) + "\"]");
        isAnswered(active(), 200, "{\"active_tokens\":0}");
    }

    @Test
    void givenAFirstCallThatSaysHowLong_whenOthersSayOtherwise_thenItStays() throws Exception {
        var ids = IntStream.range(0, 2).mapToObj(n -> client.joins("Sample")).toList();
        increment("2");

        var first = token(ids.get(0), Map.of("validity_period", 60, "issuer", OTHER_ISSUER));
        var again = token(ids.get(0), Map.of("validity_period", 600));
        var open = client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", ids.get(0)));
        var other = token(ids.get(1), Map.of());

        assertThat(first.json().path("expires_in").asInt()).isEqualTo(60);
        assertThat(issuer(first)).isEqualTo(OTHER_ISSUER);
        assertThat(again.json().path("expires_in").asInt()).isEqualTo(60);
        assertThat(open.text("access_token")).isEqualTo(again.text("access_token"));
        assertThat(issuer(open)).isEqualTo(gatehouse.issuer() + "/api");
        assertThat(other.json().path("expires_in").asInt())
                .as("of another visitor")
                .isEqualTo(3600);
        isAnswered(
                token(ids.get(1), Map.of("validity_period", 0)),
                400,
                "{\"error\":\"validity_period must be from 1 to 3600\"}");
        isAnswered(token(ids.get(1), Map.of("issuer", "https://evil.example")), 400, "{\"error\":\"Invalid issuer\"}");
    }

    @Test
    void givenARunningEvent_whenItIsReset_thenTheLineIsEmptyAndNumbersBeginAnew() {
        var id = client.joins("Sample");
        increment("5");

        var answer = reset("Sample");
        gatehouse.tick();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().propertyNames()).containsExactly("message");
        assertThat(client.gets("/serving_num", "event_id", "Sample").text("serving_counter"))
                .isEqualTo("0");
        assertThat(client.gets("/queue_num", "event_id", "Sample", "request_id", id)
                        .status())
                .isEqualTo(202);
        isAnswered(reset("other"), 400, "{\"error\":\"Invalid event ID\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/increment_serving_counter",
        "POST,/update_session",
        "POST,/reset_initial_state",
        "GET,/num_active_tokens",
        "GET,/expired_tokens"
    })
    void givenNobodyOrSomebodyOfAnotherRoom_whenTheyCall_thenTheyAreRefusedBeforeAnythingIsLookedAt(
            String method, String path) {
        var body = "{\"event_id\":\"Sample\",\"increment_by\":1,\"status\":1,\"request_id\":\""
                + "00000000-0000-4000-8000-000000000000\"}";
        var query = method.equals("GET") ? "?event_id=Sample" : "";

        var unsigned = client.sends(client.request(path + query)
                .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("nonsense")));
        var foreign = signed(OF_ANOTHER_ROOM, method, path + query, method.equals("GET") ? "" : body);
        var bearer = client.sends(client.request(path + query)
                .header("Authorization", "Bearer nonsense")
                .method(method, BodyPublishers.noBody()));

        isAnswered(unsigned, 403, "{\"error\":\"Missing Authentication Token\"}");
        isAnswered(foreign, 403, "{\"error\":\"Forbidden\"}");
        isAnswered(bearer, 401, "{\"error\":\"Unauthorized\"}");
    }

    /**
     * By botocore's rules the caller's own headers are signed as they are written. Apache HttpClient writes
     * the first; of the others, too, the server has values in other letters that it must not put in their
     * place.
     */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            textBlock =
                    """
                    Content-Type,    application/json; charset=UTF-8
                    Content-Type,    application/json;charset=UTF-8
                    Content-Type,    Application/JSON
                    Content-Type,    text/plain; charset=UTF-8
                    Accept-Encoding, GZIP
                    Accept-Encoding, `GZIP, Deflate`
                    Accept-Language, EN-us
                    Cache-Control,   No-Cache
                    Pragma,          No-Cache
                    """)
    void givenASignedHeader_whenItIsWrittenInLettersOfTheCallersOwn_thenTheSignatureIsRight(String name, String value) {
        var request = SdkSigner.request(
                "POST",
                gatehouse.issuer() + "/api/increment_serving_counter",
                "{\"event_id\":\"Sample\",\"increment_by\":0}",
                gatehouse.clock(),
                SdkSigner.IDENTITY,
                signing -> signing.request(signing.build().request().toBuilder()
                        .putHeader(name, value)
                        .build()));

        assertThat(request.copy().build().headers().firstValue("Authorization").orElseThrow())
                .contains(name.toLowerCase(Locale.ROOT));
        isAnswered(client.sends(request), 200, "{\"serving_num\":0}");
    }

    @Test
    void givenATokenOfOurs_whenItsScopeLetsItLookOrChange_thenItMayAsAtThePanel() {
        var reader = bearer("rooms.read");
        var operator = bearer("rooms.operate");
        var body = "{\"event_id\":\"Sample\",\"increment_by\":2}";
        client.joins("Sample");

        for (var scope : Map.of(reader, 403, operator, 200).entrySet()) {
            var answer = client.sends(client.request("/increment_serving_counter")
                    .header("Authorization", scope.getKey())
                    .POST(BodyPublishers.ofString(body)));
            assertThat(answer.status()).isEqualTo(scope.getValue());
        }
        isAnswered(
                client.sends(
                        client.request("/num_active_tokens?event_id=Sample").header("Authorization", reader)),
                200,
                "{\"active_tokens\":0}");
    }

    @Test
    void givenAnEventIdOfOddLetters_whenACallIsSignedInItsHeaderOrItsAddress_thenItIsAnswered() {
        var path = "/num_active_tokens?" + Browser.form(Map.of("event_id", ODD_EVENT));
        var session = AwsSessionCredentialsIdentity.create(SdkSigner.KEY, SdkSigner.SECRET, "a/session+token==");

        for (var who : List.of(SdkSigner.IDENTITY, session)) {
            isAnswered(signed(who, "GET", path, ""), 200, "{\"active_tokens\":0}");
            isAnswered(signed(who, "GET", path, "", PrivateApiTest::inAddress), 200, "{\"active_tokens\":0}");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assign_queue_num",
                "/generate_token",
                "/increment_serving_counter",
                "/update_session",
                "/reset_initial_state",
                "/max_size"
            })
    void givenABodyOfAMegabyte_whenItIsPosted_thenItIsRefusedAndNothingIsChanged(String path) {
        var id = client.joins("Sample");
        var before = room.snapshot();
        var body = AwsClient.JSON.writeValueAsString(Map.of(
                "event_id", "Sample", "request_id", id, "increment_by", 1, "status", 1, "more", "x".repeat(1_000_000)));

        isAnswered(signed(SdkSigner.IDENTITY, "POST", path, body), 413, "{\"error\":\"Content Too Large\"}");

        assertThat(room.snapshot()).isEqualTo(before);
    }

    @Test
    void givenAStoreThatIsAway_whenAnythingIsAskedOfIt_thenAnyPageCanReadThatAndNothingToldBeforeIsLost() {
        var ids = IntStream.range(0, 3).mapToObj(n -> client.joins("Sample")).toList();
        increment("2");
        var admitted = token(ids.get(0), Map.of());
        gatehouse.tick();
        var before = room.snapshot();
        var stores = gatehouse.bean(LineLock.class);

        stores.takeAway();
        try {
            var one = new String[] {"event_id", "Sample", "request_id", ids.get(2)};
            Stream.of(
                            client.posts("/assign_queue_num", Map.of("event_id", "Sample")),
                            client.gets("/queue_num", one),
                            client.gets("/queue_pos_expiry", one),
                            client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", ids.get(1))),
                            token(ids.get(1), Map.of()),
                            increment("1"),
                            update(ids.get(0), "1"),
                            active(),
                            expired(),
                            reset("Sample"))
                    .forEach(answer -> {
                        isAnswered(answer, 503, "{\"error\":\"Service Unavailable\"}");
                        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
                        assertThat(Integer.parseInt(answer.header("Retry-After")))
                                .isBetween(5, 10);
                    });
            assertThat(client.gets("/serving_num", "event_id", "Sample").text("serving_counter"))
                    .as("what the last tick saw")
                    .isEqualTo("2");
        } finally {
            stores.bringBack();
        }

        assertThat(room.snapshot()).isEqualTo(before);
        assertThat(token(ids.get(0), Map.of()).text("access_token")).isEqualTo(admitted.text("access_token"));
        assertThat(token(ids.get(1), Map.of()).status()).isEqualTo(200);
        assertThat(client.gets("/queue_num", "event_id", "Sample", "request_id", ids.get(2))
                        .json()
                        .path("queue_number")
                        .asInt())
                .isEqualTo(3);
    }

    private static String bearer(String scope) {
        var answer = Login.post(
                gatehouse.issuer() + "/token",
                Login.basic("nightly", RunningGatehouse.SECRET),
                Map.of("grant_type", "client_credentials", "scope", scope));
        return "Bearer " + answer.text("access_token");
    }

    private static String issuer(AwsClient.Answer tokens) throws ParseException {
        return SignedJWT.parse(tokens.text("access_token")).getJWTClaimsSet().getIssuer();
    }

    @Test
    void givenAVisitInTheDefaultLane_whenItIsEnded_thenTheWholeRoomIsNotLookedAt() {
        var id = client.joins("Sample");
        isAnswered(increment("1"), 200, "{\"serving_num\":1}");
        client.posts("/generate_token", Map.of("event_id", "Sample", "request_id", id));
        var looks = gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.store")
                .tags("store", "lines", "operation", "tick")
                .timer();
        var before = looks.count();

        assertThat(update(id, "1").status()).isEqualTo(200);

        assertThat(looks.count()).isEqualTo(before);
    }

    private AwsClient.Answer increment(String by) {
        return signed(
                SdkSigner.IDENTITY,
                "POST",
                "/increment_serving_counter",
                "{\"event_id\":\"Sample\",\"increment_by\":" + by + "}");
    }

    private AwsClient.Answer update(String id, String status) {
        return signed(
                SdkSigner.IDENTITY,
                "POST",
                "/update_session",
                "{\"event_id\":\"Sample\",\"request_id\":\"" + id + "\",\"status\":" + status + "}");
    }

    private AwsClient.Answer token(String id, Map<String, Object> more) {
        var body = new HashMap<>(more);
        body.put("event_id", "Sample");
        body.put("request_id", id);
        return signed(SdkSigner.IDENTITY, "POST", "/generate_token", AwsClient.JSON.writeValueAsString(body));
    }

    private AwsClient.Answer reset(String event) {
        return signed(SdkSigner.IDENTITY, "POST", "/reset_initial_state", "{\"event_id\":\"" + event + "\"}");
    }

    private AwsClient.Answer active() {
        return signed(SdkSigner.IDENTITY, "GET", "/num_active_tokens?event_id=Sample", "");
    }

    private AwsClient.Answer expired() {
        return signed(SdkSigner.IDENTITY, "GET", "/expired_tokens?event_id=Sample", "");
    }

    private static void inAddress(SignRequest.Builder<AwsCredentialsIdentity> signing) {
        signing.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, Duration.ofMinutes(5));
    }

    private AwsClient.Answer signed(AwsCredentialsIdentity who, String method, String path, String body) {
        return signed(who, method, path, body, more -> {});
    }

    private AwsClient.Answer signed(
            AwsCredentialsIdentity who,
            String method,
            String path,
            String body,
            Consumer<SignRequest.Builder<AwsCredentialsIdentity>> more) {
        return client.sends(
                SdkSigner.request(method, gatehouse.issuer() + "/api" + path, body, gatehouse.clock(), who, more));
    }

    private static void isAnswered(AwsClient.Answer answer, int status, String body) {
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }
}
