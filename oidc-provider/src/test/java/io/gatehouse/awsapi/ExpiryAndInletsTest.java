package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Crowd;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRoom;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who does not come, and who leaves: what the old sweeper and the old inlet functions did with their places. */
class ExpiryAndInletsTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.claim-window=15m",
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.incr-svc-on-queue-position-expiry=true",
                    "gatehouse.rooms.patient.aws-api.enabled=true",
                    "gatehouse.rooms.patient.aws-api.queue-position-expiry=false",
                    "gatehouse.rooms.patient.aws-api.incr-svc-on-queue-position-expiry=true",
                    "gatehouse.rooms.anew.aws-api.enabled=true",
                    "gatehouse.rooms.anew.aws-api.incr-svc-on-queue-position-expiry=true",
                    "gatehouse.rooms.sized.capacity=10",
                    "gatehouse.rooms.sized.aws-api.enabled=true",
                    "gatehouse.rooms.paced.capacity=3",
                    "gatehouse.rooms.paced.rate=1000/1s",
                    "gatehouse.rooms.paced.aws-api.enabled=true",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.operate")
            .standing();

    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");

    /** The numbers are those that the old sweeper was seen to reach. */
    @Test
    void givenTwoOfFourWhoDoNotCome_whenTheirPositionsExpire_thenTwoMoreAreServedOnce() {
        var ids = joined("shop", 10);
        gatehouse.letIn("shop", 4);
        assertThat(token("shop", ids.get(0)).status()).isEqualTo(200);
        assertThat(token("shop", ids.get(1)).status()).isEqualTo(200);

        gatehouse.pass(Duration.ofMinutes(15));
        IntStream.range(0, 3).forEach(n -> gatehouse.tick());

        assertThat(number("/serving_num", "shop", "serving_counter")).isEqualTo("6");
        assertThat(number("/waiting_num", "shop", "waiting_num")).isEqualTo("6");
        assertThat(token("shop", ids.get(2)).body()).isEqualTo("{\"error\":\"Queue position has expired\"}");
        assertThat(token("shop", ids.get(4)).status()).isEqualTo(200);
        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();
        assertThat(number("/serving_num", "shop", "serving_counter"))
                .as("one of two has come")
                .isEqualTo("7");
    }

    /** As where it is switched on in the middle of a sale, or the store has lost what was made up for. */
    @Test
    void givenNoRecordOfWhatWasMadeUpFor_whenMorePositionsExpire_thenThoseOfBeforeLetNobodyIn() {
        var room = gatehouse.room("anew");
        gatehouse.reopens("anew");
        gatehouse.tick();
        joined("anew", 20);
        gatehouse.letIn("anew", 4);
        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();
        assertThat(number("/serving_num", "anew", "serving_counter")).isEqualTo("8");
        gatehouse
                .bean(ExpiringStore.class)
                .remove(
                        "aws-expired/anew/" + room.snapshot().opening(),
                        gatehouse.clock().instant());

        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();
        assertThat(number("/serving_num", "anew", "serving_counter")).isEqualTo("8");

        gatehouse.letIn("anew", 1);
        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();
        assertThat(number("/serving_num", "anew", "serving_counter"))
                .as("from then on")
                .isEqualTo("10");
    }

    @Test
    void givenTurnsThatWentByInARoomThatLetInByItself_whenItIsGivenARate_thenNobodyIsLetInForThem() {
        var room = gatehouse.room("anew");
        gatehouse.reopens("anew");
        gatehouse.tick();
        room.change(settings -> settings.at(Optional.empty(), OptionalLong.of(4)));
        joined("anew", 20);
        gatehouse.tick();
        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();
        assertThat(room.snapshot().noShows()).isEqualTo(4);

        room.change(settings -> room.configuration().configured());
        gatehouse.pass(Duration.ofSeconds(1));
        gatehouse.tick();

        assertThat(number("/serving_num", "anew", "serving_counter")).isEqualTo("8");
    }

    @Test
    void givenPositionsThatDoNotExpire_whenOneDoesNotCome_thenNobodyElseIsLetInForWhoMayStillCome() {
        var ids = joined("patient", 3);
        gatehouse.letIn("patient", 1);

        gatehouse.pass(Duration.ofMinutes(15));
        gatehouse.tick();

        assertThat(number("/serving_num", "patient", "serving_counter")).isEqualTo("1");
        assertThat(token("patient", ids.get(0)).status()).isEqualTo(200);
        assertThat(token("patient", ids.get(1)).status()).isEqualTo(202);
    }

    @Test
    void givenAMessageOfMoreThanAHundred_whenItComes_thenItIsRefusedAsItStands() {
        var ids = IntStream.rangeClosed(0, 100).mapToObj(n -> "x").toList();

        assertThat(sends(message(0, ids, List.of())).body())
                .isEqualTo("{\"error\":\"No more than 100 request ids at once\"}");
    }

    @Test
    void givenARoomOfTen_whenMessagesOfThoseWhoLeaveComeTwiceAndInAnyOrder_thenTenAreInsideAndTheCounterIsRight() {
        var room = gatehouse.room("sized");
        gatehouse.reopens("sized");
        var ids = joined("sized", 40);
        gatehouse.tick();
        ids.subList(0, 10).forEach(id -> assertThat(token("sized", id).status()).isEqualTo(200));
        var messages = new ArrayList<String>();
        for (var n = 0; n < 5; n++) {
            messages.add(message(1, List.of(ids.get(2 * n)), List.of(ids.get(2 * n + 1))));
        }
        messages.addAll(List.copyOf(messages));
        Collections.shuffle(messages, new Random(7));

        for (var message : messages) {
            assertThat(sends(message).status()).isEqualTo(200);
            gatehouse.tick();
            assertThat(room.snapshot().slots()).isEqualTo(10);
        }

        assertThat(number("/serving_num", "sized", "serving_counter")).isEqualTo("20");
        assertThat(ended(room)).isEqualTo(10);
        assertThat(sends(message(100, List.of(), List.of())).body()).isEqualTo("{\"message\":\"Nothing to process.\"}");
    }

    @Test
    void givenARateBesideTheCapacity_whenMessagesSayWhoHasLeft_thenTheirSlotsAreHandedOn() {
        var ids = joined("paced", 6);
        gatehouse.pass(Duration.ofSeconds(1));
        ids.subList(0, 3).forEach(id -> assertThat(token("paced", id).status()).isEqualTo(200));

        var message = Map.of("event_id", "paced", "completed", ids.subList(0, 2), "abandoned", List.of(ids.get(0)));
        assertThat(sends(AwsClient.JSON.writeValueAsString(message)).body()).isEqualTo("{\"ended\":2}");
        gatehouse.pass(Duration.ofSeconds(1));

        assertThat(number("/serving_num", "paced", "serving_counter")).isEqualTo("5");
        assertThat(gatehouse.room("paced").snapshot().slots()).isEqualTo(3);
    }

    @Test
    void givenAnIdempotencyKey_whenItComesAgain_thenItsMessageIsDoneOnceAndNoOtherIs() {
        var one = message(1, List.of(), List.of());
        var other = message(2, List.of(), List.of());

        assertThat(sends(one, "k-1").body()).isEqualTo("{\"message\":\"Nothing to process.\"}");
        assertThat(sends(one, "k-1").body()).isEqualTo("{\"message\":\"Delivered before.\"}");
        var refused = sends(other, "k-1");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).isEqualTo("{\"error\":\"The key was that of another message\"}");
        assertThat(sends(other, "k-2".repeat(1_000)).status()).isEqualTo(200);

        gatehouse.clock().advance(Duration.ofDays(1).plusMinutes(10));
        assertThat(sends(other, "k-1").status()).as("a day later").isEqualTo(200);
    }

    @Test
    void givenSeveralMessagesUnderOneKey_whenTheyComeAtOnce_thenOneIsDoneAndTheOthersAreRefused() throws Exception {
        var exited = new AtomicInteger();

        var answers = Crowd.of(20, () -> sends(message(exited.incrementAndGet(), List.of(), List.of()), "k-crowd"));

        assertThat(answers)
                .extracting(AwsClient.Answer::status)
                .containsOnlyOnce(200)
                .contains(422);
    }

    @Test
    void givenAMessageThatBrokeOff_whenItComesAgain_thenTheRestIsDoneAndNoOtherMessageIs() {
        gatehouse.reopens("sized");
        var ids = joined("sized", 1);
        gatehouse.tick();
        token("sized", ids.get(0));
        var message = message(1, ids, List.of());
        var line = gatehouse.bean(LineLock.class);
        line.lock();
        try {
            assertThat(sends(message, "k-broken").status()).isEqualTo(503);
        } finally {
            line.bringBack();
        }

        assertThat(sends(message(2, List.of(), List.of()), "k-broken").status()).isEqualTo(422);
        assertThat(sends(message, "k-broken").body()).isEqualTo("{\"ended\":1}");
        assertThat(sends(message, "k-broken").body()).isEqualTo("{\"message\":\"Delivered before.\"}");
    }

    @Test
    void givenAMessageThatIsDone_whenItComesAgainAfterTheCapacityWasTakenAway_thenItIsAnsweredAsDone() {
        var sized = gatehouse.room("sized");
        var message = message(1, List.of(), List.of());
        sends(message, "k-bounded");
        sized.change(settings -> settings.at(Optional.empty(), OptionalLong.empty()));
        try {
            assertThat(sends(message, "k-bounded").body()).isEqualTo("{\"message\":\"Delivered before.\"}");
            assertThat(sends(message, "k-unbounded").status()).isEqualTo(400);
        } finally {
            sized.change(settings -> sized.configuration().configured());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void givenAKeyThatIsEmpty_whenAMessageComesUnderIt_thenItIsRefused(String key) {
        var answer = sends(message(1, List.of(), List.of()), key);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("{\"error\":\"Idempotency-Key must not be empty\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"3\"", "3.0", "1000000000"})
    void givenACountOfThoseWhoLeft_whenNobodyIsNamed_thenThereIsNothingToDo(String exited) {
        assertThat(sends("{\"event_id\":\"sized\",\"exited\":" + exited + "}").body())
                .isEqualTo("{\"message\":\"Nothing to process.\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"event_id\":\"sized\",\"completed\":\"x\"} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"completed\":[1]} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"completed\":null} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":-1} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":\"-1\"} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":1.5} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":1e400} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":\"some\"} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":\"\"} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":[1]} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":null} | 400 | Invalid request body",
                "{\"event_id\":\"sized\",\"exited\":true} | 400 | Invalid request body",
                "{\"event_id\":\"shop\",\"completed\":[]} | 400 | A room that messages steer needs a capacity",
                "{\"event_id\":\"other\"} | 400 | Invalid event ID",
            })
    void givenAMessageThatIsNone_whenItComes_thenItIsRefused(String message, int status, String error) {
        var answer = sends(message);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
    }

    private static long ended(WaitingRoom room) {
        return room.snapshot().endings().completed() + room.snapshot().endings().abandoned();
    }

    private List<String> joined(String event, int many) {
        return IntStream.range(0, many).mapToObj(n -> client.joins(event)).toList();
    }

    private AwsClient.Answer token(String event, String id) {
        return client.posts("/generate_token", Map.of("event_id", event, "request_id", id));
    }

    private String number(String path, String event, String member) {
        return client.gets(path, "event_id", event).text(member);
    }

    private static String message(int exited, List<String> completed, List<String> abandoned) {
        return AwsClient.JSON.writeValueAsString(
                Map.of("event_id", "sized", "exited", exited, "completed", completed, "abandoned", abandoned));
    }

    private AwsClient.Answer sends(String message) {
        return client.sends(request(message));
    }

    private AwsClient.Answer sends(String message, String key) {
        return client.sends(request(message).header("Idempotency-Key", key));
    }

    private HttpRequest.Builder request(String message) {
        return client.request("/max_size")
                .header("Authorization", "Bearer " + client.bearer("nightly", "rooms.operate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(message));
    }
}
