package io.gatehouse.awsapi.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.testing.Crowd;
import io.gatehouse.waitingroom.WaitingRoom;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tokens of the old API: who gets them, what stands in them, and that a visitor has one set however often
 * they ask.
 */
class TokenTest {

    private static final String CALLER = "one of many callers";
    private static final RSAKey OLD_KEY = oldKey();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.event-id=Sample",
                    "gatehouse.rooms.shop.aws-api.validity-period=30m",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.operate",
                    "gatehouse.rooms.moved.aws-api.enabled=true",
                    "gatehouse.rooms.moved.aws-api.queue-position-expiry=false",
                    "gatehouse.rooms.moved.aws-api.token-issuer=https://old.execute-api.us-east-1.amazonaws.com/api",
                    "gatehouse.rooms.moved.aws-api.private-key=" + OLD_KEY.toJSONString())
            .standing();

    private final WaitingRoom room = gatehouse.room("shop");
    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");

    private static RSAKey oldKey() {
        try {
            return new RSAKeyGenerator(2048).keyID("0123456789abcdef").generate();
        } catch (com.nimbusds.jose.JOSEException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    @BeforeEach
    void emptyTheLines() {
        gatehouse.reopens("shop");
        gatehouse.reopens("moved");
        gatehouse.tick();
    }

    @ParameterizedTest
    @CsvSource({"'',Sample,shop,1800", "/api,moved,moved,3600"})
    void givenAServedVisitor_whenTheyAskForTheirToken_thenItSaysWhatTheOldOneSaidAndThePublishedKeyChecksIt(
            String base, String event, String name, int validity) throws Exception {
        var page = new AwsClient(gatehouse, base, "192.0.2.1");
        page.joins(event);
        var id = page.joins(event);
        gatehouse.letIn(name, 2);
        var now = gatehouse.clock().instant().getEpochSecond();

        var answer = token(page, event, id);
        var key = page.gets("/public_key", "event_id", event);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.json().propertyNames())
                .containsExactlyInAnyOrder("access_token", "refresh_token", "id_token", "token_type", "expires_in");
        assertThat(answer.text("token_type")).isEqualTo("Bearer");
        assertThat(answer.json().path("expires_in").isInt()).isTrue();
        assertThat(answer.json().path("expires_in").asInt()).isEqualTo(validity);
        assertThat(key.json().propertyNames())
                .contains("alg", "e", "kid", "kty", "n")
                .doesNotContain("d", "p", "q");
        assertThat(key.text("alg")).isEqualTo("RS256");
        assertThat(key.header("Cache-Control")).isEqualTo("max-age=300, public");
        var checks = new RSASSAVerifier(JWK.parse(key.body()).toRSAKey());
        for (var use :
                Map.of("access", "JWT", "refresh", "refresh+jwt", "id", "JWT").entrySet()) {
            var token = SignedJWT.parse(answer.text(use.getKey() + "_token"));
            var claims = AwsClient.JSON.readTree(token.getPayload().toString());
            assertThat(token.verify(checks)).isTrue();
            assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("RS256");
            assertThat(token.getHeader().getType()).hasToString(use.getValue());
            assertThat(token.getHeader().getKeyID()).isEqualTo(key.text("kid"));
            assertThat(claims.propertyNames())
                    .containsExactlyInAnyOrder(
                            "aud", "sub", "iss", "iat", "nbf", "exp", "queue_position", "token_use", "jti");
            assertThat(claims.path("aud").asString()).isEqualTo(event);
            assertThat(claims.path("sub").asString()).isEqualTo(id);
            assertThat(claims.path("iss").asString())
                    .isEqualTo(
                            event.equals("moved")
                                    ? "https://old.execute-api.us-east-1.amazonaws.com/api"
                                    : gatehouse.issuer() + "/api");
            assertThat(claims.path("iat").asLong()).isEqualTo(now);
            assertThat(claims.path("nbf").asLong()).isEqualTo(now);
            assertThat(claims.path("exp").asLong()).isEqualTo(now + validity);
            assertThat(claims.path("queue_position").asInt()).isEqualTo(2);
            assertThat(claims.path("token_use").asString()).isEqualTo(use.getKey());
        }
        var ofOldClients = new DefaultJWTProcessor<>();
        ofOldClients.setJWSKeySelector(new JWSVerificationKeySelector<>(
                JWSAlgorithm.RS256, new ImmutableJWKSet<>(new JWKSet(JWK.parse(key.body())))));
        ofOldClients.setJWTClaimsSetVerifier(null); // By the wall's clock; the rest is as Nimbus has it.
        for (var use : List.of("access_token", "id_token")) {
            assertThat(ofOldClients.process(answer.text(use), null).getSubject())
                    .as(use)
                    .isEqualTo(id);
        }
        assertThatExceptionOfType(BadJOSEException.class)
                .isThrownBy(() -> ofOldClients.process(answer.text("refresh_token"), null))
                .withMessageContaining("refresh+jwt");
        assertThat(key.text("kid").equals(OLD_KEY.getKeyID())).isEqualTo(event.equals("moved"));
    }

    /**
     * Each would have made tokens of its own at the old API, and counted the visitor once more. The clock
     * stands, so tokens that are made twice are alike: half of the calls ask for a period of their own each,
     * which no two mints would agree on.
     */
    @Test
    void givenTwoHundredFirstCallsAtOnce_whenTheyAreAnswered_thenThereIsOneAdmissionAndOneSetOfTokens()
            throws Exception {
        var id = client.joins("Sample");
        gatehouse.letIn("shop", 1);
        var operator = client.bearer("nightly", "rooms.operate");
        var claimed = claimed();
        var calls = new AtomicInteger();

        var answers = Crowd.of(200, () -> {
            var call = calls.incrementAndGet();
            return call % 2 == 0 ? token(client, "Sample", id) : token(operator, id, 60 + call);
        });

        assertThat(answers).extracting(AwsClient.Answer::status).containsOnly(200);
        assertThat(answers)
                .extracting(AwsClient.Answer::body)
                .containsOnly(answers.get(0).body());
        assertThat(room.snapshot().admitted()).isEqualTo(1);
        assertThat(claimed() - claimed).isEqualTo(1);
    }

    private static double claimed() {
        return gatehouse
                .bean(MeterRegistry.class)
                .get("gatehouse.claimed")
                .tag("room", "shop")
                .counter()
                .count();
    }

    private AwsClient.Answer token(String operator, String id, int seconds) {
        return client.sends(client.request("/generate_token")
                .header("Authorization", "Bearer " + operator)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(AwsClient.JSON.writeValueAsString(
                        Map.of("event_id", "Sample", "request_id", id, "validity_period", seconds)))));
    }

    /** The first is answered by no store, and the others have gathered meanwhile: they ask once more, together. */
    @Test
    void givenAStoreThatDoesNotAnswer_whenManyAskForOnePlace_thenItIsAskedTwice() throws Exception {
        var id = gatehouse.bean(RequestIds.class).read(client.joins("Sample"));
        gatehouse.letIn("shop", 1);
        var event = gatehouse.bean(AwsRooms.class).get("Sample", "");
        var claiming = gatehouse.bean(Claiming.class);
        var asks = new AtomicInteger();
        var isOver = new CountDownLatch(1);
        var stores = gatehouse.bean(LineLock.class);
        stores.takesItsTime(() -> {
            if (Thread.currentThread().getName().equals(CALLER)) { // the node's own looks go on
                asks.incrementAndGet();
            }
            waits(isOver);
        });
        stores.takeAway();
        var unavailable = new AtomicInteger();
        var callers = Stream.generate(() -> new Thread(
                        () -> {
                            try {
                                claiming.claim(event, id, Duration.ofMinutes(30));
                            } catch (StoreUnavailableException away) {
                                unavailable.incrementAndGet();
                            }
                        },
                        CALLER))
                .limit(20)
                .toList();

        try {
            callers.forEach(Thread::start);
            await().until(() -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
        } finally {
            isOver.countDown();
            for (var caller : callers) {
                caller.join();
            }
            stores.bringBack();
        }

        assertThat(unavailable).hasValue(20);
        assertThat(asks).hasValue(2);
    }

    private static void waits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void givenAToken_whenItIsAskedForLater_thenItIsTheSameUntilItExpires() {
        var id = client.joins("Sample");
        gatehouse.letIn("shop", 1);
        var first = token(client, "Sample", id);

        gatehouse.pass(Duration.ofMinutes(20));
        var again = token(client, "Sample", id);
        gatehouse.pass(Duration.ofMinutes(10));
        var late = token(client, "Sample", id);

        assertThat(again.text("access_token")).isEqualTo(first.text("access_token"));
        assertThat(again.text("id_token")).isEqualTo(first.text("id_token"));
        assertThat(again.json().path("expires_in").asInt()).isEqualTo(600);
        isRefused(late, 410, "Token corresponding to request id has expired");
    }

    /** Anybody may ask, as often as they like, and signing is dear. */
    @Test
    void givenATokenThatWasSigned_whenItIsAskedForAgain_thenNothingIsSignedAnew() {
        var tokens = gatehouse.bean(AwsTokens.class);
        var event = gatehouse.bean(AwsRooms.class).get("Sample", "");
        var now = gatehouse.clock().instant();
        var content = new AwsTokens.Content("Sample", "id", "issuer", 1, now, now.plusSeconds(60));
        var same = new AwsTokens.Content("Sample", "id", "issuer", 1, now, now.plusSeconds(60));
        var other = new AwsTokens.Content("Sample", "id", "issuer", 2, now, now.plusSeconds(60));

        var first = tokens.of(event, content, now);

        assertThat(tokens.of(event, same, now.plusSeconds(1)).accessToken()).isSameAs(first.accessToken());
        assertThat(tokens.of(event, same, now.plusSeconds(1)).expiresIn()).isEqualTo(59);
        assertThat(tokens.of(event, other, now).accessToken()).isNotEqualTo(first.accessToken());
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETE", "ABANDON", "EXPIRE"})
    void givenAVisitThatIsOver_whenItsTokenIsAskedFor_thenItIsGone(Act act) {
        var id = client.joins("Sample");
        gatehouse.letIn("shop", 1);
        token(client, "Sample", id);

        room.apply(room.at(Position.of(1)).orElseThrow().id(), act);

        isRefused(token(client, "Sample", id), 410, "Token corresponding to request id has expired");
    }

    @Test
    void givenPositionsThatExpire_whenATokenIsAskedForTooEarlyAndTooLate_thenItIsRefusedAndNobodyIsAdmitted() {
        var id = client.joins("Sample");

        isRefused(token(client, "Sample", id), 202, "Request ID not being served yet");
        gatehouse.letIn("shop", 1);
        gatehouse.pass(Duration.ofMinutes(10));

        isRefused(token(client, "Sample", id), 410, "Queue position has expired");
        assertThat(room.snapshot().admitted()).isZero();
        assertThat(room.snapshot().noShows()).isEqualTo(1);
    }

    @Test
    void givenPositionsThatDoNotExpire_whenATokenIsAskedForAfterTheWindow_thenItIsGiven() {
        var id = client.joins("moved");
        gatehouse.letIn("moved", 1);
        gatehouse.pass(Duration.ofMinutes(15));

        assertThat(token(client, "moved", id).status()).isEqualTo(200);
        assertThat(client.gets("/queue_pos_expiry", "event_id", "moved", "request_id", id)
                        .body())
                .isEqualTo("{\"error\":\"Queue position expiration not enabled\"}");
    }

    @Test
    void givenPositionsThatDoNotExpireAndARoomThatIsFull_whenWhoWasMissingComes_thenTheyWaitUntilThereIsRoom() {
        var bounded = gatehouse.room("moved");
        bounded.change(settings -> settings.at(Optional.empty(), OptionalLong.of(1)));
        try {
            var late = client.joins("moved");
            var next = client.joins("moved");
            gatehouse.tick();
            gatehouse.pass(Duration.ofMinutes(15));
            assertThat(token(client, "moved", next).status()).isEqualTo(200);

            isRefused(token(client, "moved", late), 202, "Request ID not being served yet");
            gatehouse.tick();
            isRefused(token(client, "moved", late), 202, "Request ID not being served yet");
            assertThat(bounded.snapshot().slots()).isEqualTo(1);

            bounded.apply(bounded.at(Position.of(2)).orElseThrow().id(), Act.COMPLETE);
            gatehouse.tick();
            assertThat(token(client, "moved", late).status()).isEqualTo(200);
            assertThat(bounded.snapshot().slots()).isEqualTo(1);
        } finally {
            bounded.change(settings -> bounded.configuration().configured());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Sample | 00000000-0000-4000-8000-000000000000 | 400 | Invalid request ID",
                "Sample | short | 400 | Invalid event or request ID",
                "other | 00000000-0000-4000-8000-000000000000 | 400 | Invalid event or request ID",
            })
    void givenARequestIdThatIsNobodys_whenATokenIsAskedFor_thenItIsRefusedAsEver(
            String event, String id, int status, String error) {
        isRefused(token(client, event, id), status, error);
    }

    @Test
    void givenAnUnknownEvent_whenItsKeyIsAskedFor_thenTheTextIsTheOldOne() {
        isRefused(client.gets("/public_key", "event_id", "other"), 400, "Invalid request ID");
        isRefused(client.posts("/generate_token", Map.of("event_id", "Sample")), 400, "Invalid request body");
    }

    @ParameterizedTest
    @CsvSource({"Sample,shop", "moved,moved"})
    void givenATokenOfThisApi_whenAGateIsAsked_thenItIsGoodForAsLongAsTheAdmissionLives(String event, String name) {
        var id = client.joins(event);
        gatehouse.letIn(name, 1);
        var answer = token(client, event, id);
        var token = answer.text("access_token");
        var verify = gatehouse.issuer() + "/verify?room=" + name;

        var inside = Login.get(verify, "Bearer " + token);

        assertThat(inside.status()).isEqualTo(200);
        assertThat(inside.header("x-gatehouse-room")).isEqualTo(name);
        assertThat(Login.get(verify, token).status()).as("bare").isEqualTo(200);
        for (var other : List.of("refresh_token", "id_token")) {
            assertThat(Login.get(verify, "Bearer " + answer.text(other)).status())
                    .as(other)
                    .isEqualTo(401);
        }
        for (var at : List.of(token.indexOf('.') + 9, token.length() - 9)) {
            var edited = token.substring(0, at) + (token.charAt(at) == 'A' ? 'B' : 'A') + token.substring(at + 1);
            assertThat(Login.get(verify, "Bearer " + edited).status()).isEqualTo(401);
        }
        var elsewhere = gatehouse.issuer() + "/verify?room=" + (name.equals("shop") ? "moved" : "shop");
        assertThat(Login.get(elsewhere, "Bearer " + token).status()).isEqualTo(401);

        var place = gatehouse.room(name).at(Position.of(1)).orElseThrow();
        gatehouse.room(name).apply(place.id(), Act.COMPLETE);
        gatehouse.elapse(Duration.ofSeconds(5));
        assertThat(Login.get(verify, "Bearer " + token).status()).isEqualTo(401);
    }

    private static AwsClient.Answer token(AwsClient client, String event, String id) {
        return client.posts("/generate_token", Map.of("event_id", event, "request_id", id));
    }

    private static void isRefused(AwsClient.Answer answer, int status, String error) {
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }
}
