package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.stock.Stock;
import io.gatehouse.testing.Crowd;
import io.gatehouse.waitingroom.WaitingRoom;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages that were written for the AWS Virtual Waiting Room hear of the public API, field by field. */
class PublicApiTest {

    private static final String NOBODY = "00000000-0000-4000-8000-000000000000";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.places=60",
                    "gatehouse.limits.window=1d",
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.shop.aws-api.event-id=Sample",
                    "gatehouse.rooms.patient.aws-api.enabled=true",
                    "gatehouse.rooms.patient.aws-api.queue-position-expiry=false",
                    "gatehouse.rooms.patient.aws-api.keep-unused-increments=false",
                    "gatehouse.rooms.plain.title=Plain",
                    "gatehouse.rooms.small.aws-api.enabled=true",
                    "gatehouse.rooms.small.most-waiting=1")
            .standing();

    private static int addresses = 0;

    private final WaitingRoom room = gatehouse.room("shop");
    private final AwsClient client = client("");

    /** One at an address of its own. */
    private static AwsClient client(String base) {
        addresses++;
        return new AwsClient(gatehouse, base, "10.0." + addresses / 250 + "." + addresses % 250);
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @AfterEach
    void asConfigured() {
        room.change(settings -> room.configuration().configured());
        gatehouse.tick();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/api"})
    void givenAPageOfTheOldApi_whenItsVisitorJoinsWaitsAndIsServed_thenEveryAnswerIsTheOldOne(String base) {
        var page = client(base);
        var now = gatehouse.clock().instant().getEpochSecond();
        page.joins("Sample");

        var joined = page.posts("/assign_queue_num", Map.of("event_id", "Sample", "more", 1));
        gatehouse.tick();

        var id = joined.text("api_request_id");
        assertThat(joined.status()).isEqualTo(200);
        assertThat(joined.json().propertyNames()).containsExactly("api_request_id");
        assertThat(UUID.fromString(id)).hasToString(id);
        isAnswered(
                page.gets("/queue_num", "event_id", "Sample", "request_id", id),
                200,
                "{\"queue_number\":2,\"entry_time\":" + now + ",\"event_id\":\"Sample\",\"status\":1}",
                "max-age=5, private");
        isAnswered(
                page.gets("/serving_num", "event_id", "Sample"),
                200,
                "{\"serving_counter\":\"0\"}",
                "max-age=1, public");
        isAnswered(page.gets("/waiting_num", "event_id", "Sample"), 200, "{\"waiting_num\":2}", "max-age=1, public");
        isAnswered(
                page.gets("/queue_pos_expiry", "event_id", "Sample", "request_id", id),
                202,
                "{\"error\":\"Request ID not being served yet\"}",
                "no-store");

        gatehouse.letIn("shop", 2);
        gatehouse.pass(Duration.ofMinutes(2));

        isAnswered(
                page.gets("/serving_num", "event_id", "Sample"),
                200,
                "{\"serving_counter\":\"2\"}",
                "max-age=1, public");
        isAnswered(page.gets("/waiting_num", "event_id", "Sample"), 200, "{\"waiting_num\":2}", "max-age=1, public");
        isAnswered(
                page.gets("/queue_pos_expiry", "event_id", "Sample", "request_id", id),
                200,
                "{\"expires_in\":480}",
                "max-age=1, private");

        gatehouse.pass(Duration.ofMinutes(8));

        isAnswered(
                page.gets("/queue_pos_expiry", "event_id", "Sample", "request_id", id),
                410,
                "{\"error\":\"Queue position has expired\"}",
                "no-store");
        isAnswered(page.gets("/waiting_num", "event_id", "Sample"), 200, "{\"waiting_num\":0}", "max-age=1, public");
    }

    @Test
    void givenOneOfASiteAndOneOfTheApi_whenTheyJoin_thenTheyStandInOneLine() {
        var browser = gatehouse.browser().from("10.9.9.9");
        browser.opens(Login.authorize());
        var id = client.joins("Sample");
        gatehouse.tick();

        var second = client.gets("/queue_num", "event_id", "Sample", "request_id", id);
        var board = AwsClient.JSON.readTree(browser.gets("/rooms/shop/board").body());

        assertThat(second.json().path("queue_number").asInt()).isEqualTo(2);
        assertThat(board.path("issued").asInt()).isEqualTo(2);
    }

    @Test
    void givenTurnsThatNobodyHasUsed_whenTheCounterIsRead_thenTheyAreInItAndTheNextWhoComesIsServed() {
        gatehouse.letIn("shop", 3);

        assertThat(client.gets("/serving_num", "event_id", "Sample").text("serving_counter"))
                .isEqualTo("3");
        var id = client.joins("Sample");
        gatehouse.tick();
        assertThat(client.gets("/serving_num", "event_id", "Sample").text("serving_counter"))
                .isEqualTo("3");
        assertThat(client.gets("/queue_pos_expiry", "event_id", "Sample", "request_id", id)
                        .status())
                .isEqualTo(200);
    }

    /** The old counter ran ahead of the line for as long as nobody came. */
    @ParameterizedTest
    @CsvSource({"Sample,shop,200", "patient,patient,202"})
    void givenTurnsThatNobodyHasUsed_whenSomebodyComesHoursLater_thenTheyAreServedUnlessTheTurnsAreToLapse(
            String event, String name, int status) {
        gatehouse.letIn(name, 2);
        gatehouse.elapse(Duration.ofHours(3));

        var id = client.joins(event);

        assertThat(client.posts("/generate_token", Map.of("event_id", event, "request_id", id))
                        .status())
                .isEqualTo(status);
    }

    @Test
    void givenAReset_whenTheOldRequestIdIsShown_thenItIsFoundNoMore() {
        var id = client.joins("Sample");

        gatehouse.reopens("shop");

        isAnswered(
                client.gets("/queue_num", "event_id", "Sample", "request_id", id),
                202,
                "{\"error\":\"Request ID not found\"}",
                "no-store");
        assertThat(client.gets("/queue_num", "event_id", "patient", "request_id", id)
                        .status())
                .as("the line of another event")
                .isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/queue_num | event_id=Sample&request_id=" + NOBODY + " | 202 | Request ID not found",
                "/queue_num | event_id=Sample&request_id=" + NOBODY + "junk | 202 | Request ID not found",
                "/queue_num | event_id=Sample&request_id=ZZZZZZZZ-0000-4000-8000-000000000000 | 202 | Request ID not"
                        + " found",
                "/queue_num | event_id=Sample&request_id=1 | 400 | Invalid event or request ID",
                "/queue_num | event_id=Sample&request_id= | 400 | Invalid event or request ID",
                "/queue_num | event_id=sample&request_id=" + NOBODY + " | 400 | Invalid event or request ID",
                "/queue_num | event_id=plain&request_id=" + NOBODY + " | 400 | Invalid event or request ID",
                "/queue_num | event_id=Sample | 400 | Missing required request parameters: [request_id]",
                "/queue_num | | 400 | 'Missing required request parameters: [event_id, request_id]'",
                "/serving_num | event_id=Sampl%65%20 | 400 | Invalid event ID",
                "/serving_num | event_id=%3Cb%3E%00 | 400 | Invalid event ID",
                "/serving_num | | 400 | Missing required request parameters: [event_id]",
                "/waiting_num | event_id=shop | 400 | Invalid event ID",
                "/queue_pos_expiry | event_id=Sample&request_id=x | 400 | Invalid event or request ID",
                "/queue_pos_expiry | event_id=Sample&request_id=" + NOBODY + " | 404 | Invalid request ID",
                "/queue_pos_expiry | event_id=patient&request_id=" + NOBODY
                        + " | 202 | Queue position expiration not enabled",
                "/assign_queue_num | | 405 | Method Not Allowed",
            })
    void givenAQueryThatTheOldApiRefused_whenItIsSent_thenItIsAnsweredSoAndAnyPageMayReadIt(
            String path, String query, int status, String error) {
        var answer = client.gets(query == null ? path : path + "?" + query);

        isAnswered(answer, status, "{\"error\":\"" + error + "\"}", "no-store");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | {\"event_id\":\"other\"} | 400 | Invalid event ID",
                "application/json | {\"event_id\":\"Sample&QueueUrl=x\"} | 400 | Invalid event ID",
                "application/json | {\"event_id\":1} | 400 | Invalid request body",
                "application/json | {\"event_id\":null} | 400 | Invalid request body",
                "application/json | {} | 400 | Invalid request body",
                "application/json | [] | 400 | Invalid request body",
                "application/json | '' | 400 | Invalid request body",
                "application/json | {\"event_id\":\"Sample\" | 400 | Invalid request body",
                "application/json | {\"event_id\":\"Sample\"} {} | 400 | Invalid request body",
                "text/plain | {\"event_id\":\"Sample\"} | 415 | Unsupported Media Type",
                "application/x-www-form-urlencoded | event_id=Sample | 415 | Unsupported Media Type",
                "nonsense | {\"event_id\":\"Sample\"} | 415 | Unsupported Media Type",
            })
    void givenABodyThatTheOldApiRefused_whenItIsPosted_thenItIsAnsweredSoAndNoPlaceIsTaken(
            String type, String body, int status, String error) {
        var answer = client.posts("/assign_queue_num", type, body);

        isAnswered(answer, status, "{\"error\":\"" + error + "\"}", "no-store");
        assertThat(room.snapshot().issued()).isZero();
    }

    @Test
    void givenABodyOfAMegabyte_whenItIsPosted_thenItIsRefusedInTheFormOfThisApi() {
        var answer = client.posts("/assign_queue_num", Map.of("event_id", "Sample", "more", "x".repeat(1_000_000)));

        isAnswered(answer, 413, "{\"error\":\"Content Too Large\"}", "no-store");
        assertThat(room.snapshot().issued()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/serving_num", "/api/serving_num", "/waiting_num", "/api/waiting_num"})
    void givenANumberThatAllAskFor_whenItIsReady_thenItIsThatOfTheLongWayAndSentOnceOnly(String path) {
        var ready = client.gets(path, "event_id", "Sample");
        var theLongWay = client.gets(path + "?event_id=%53ample");
        var tag = ready.header("ETag");

        var unchanged = client.sends(client.request(path + "?event_id=Sample").header("If-None-Match", tag));
        client.joins("Sample");
        gatehouse.letIn("shop", 2);
        gatehouse.tick();
        var changed = client.sends(client.request(path + "?event_id=Sample").header("If-None-Match", tag));

        assertThat(ready.body()).isEqualTo(theLongWay.body());
        assertThat(headers(ready)).isEqualTo(headers(theLongWay)).containsKey("etag");
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.body()).isEmpty();
        assertThat(unchanged.header("Cache-Control")).isEqualTo("max-age=1, public");
        assertThat(unchanged.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isNotEmpty().isNotEqualTo(tag);
    }

    private static Map<String, List<String>> headers(AwsClient.Answer answer) {
        var headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeAll(List.of("date"));
        return headers;
    }

    @ParameterizedTest
    @CsvSource({"/assign_queue_num,'OPTIONS,POST'", "/api/queue_num,'GET,OPTIONS'"})
    void givenABrowserThatAsksBeforehand_whenItAsks_thenAnyOriginMayCall(String path, String methods) {
        var answer = client.sends(client.request(path)
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Access-Control-Request-Method", "POST"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(answer.header("Access-Control-Allow-Methods")).isEqualTo(methods);
        assertThat(answer.header("Access-Control-Allow-Headers"))
                .contains("Content-Type", "X-Amz-Date", "Authorization", "X-Api-Key", "X-Amz-Security-Token");
    }

    @Test
    void givenAnAddressThatHasTakenItsPlaces_whenItJoinsOnceMore_thenItIsToldWhenToComeAgain() throws Exception {
        var positions = new HashSet<>(Crowd.of(60, () -> client.joins("Sample")));

        var refused = client.posts("/assign_queue_num", Map.of("event_id", "Sample"));

        assertThat(positions).as("request ids").hasSize(60);
        isAnswered(refused, 429, "{\"error\":\"Too many requests\"}", "no-store");
        assertThat(refused.header("Retry-After")).matches("\\d+");
        assertThat(room.snapshot().issued()).isEqualTo(60);
        assertThat(positions.stream().map(id -> client.gets("/queue_num", "event_id", "Sample", "request_id", id)
                        .json()
                        .path("queue_number")
                        .asInt()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 60).boxed().toList());
    }

    @Test
    void givenARoomThatGivesNoPlaces_whenSomebodyJoins_thenTheyAreToldWhy() {
        UnaryOperator<RoomSettings> closed = settings -> settings.open(Mode.CLOSED, Schedule.NONE);
        UnaryOperator<RoomSettings> soldOut =
                settings -> settings.admitting(Optional.of(new Stock(0, Stock.endings("completed"))));

        for (var shut : Map.of(closed, "closed", soldOut, "sold out").entrySet()) {
            room.change(shut.getKey());
            gatehouse.tick();
            var refused = client.posts("/assign_queue_num", Map.of("event_id", "Sample"));
            isAnswered(refused, 503, "{\"error\":\"The waiting room is " + shut.getValue() + "\"}", "no-store");
            assertThat(refusals("shop", shut.getValue().replace(' ', '-'))).isOne();
            asConfigured();
        }
        assertThat(room.snapshot().issued()).isZero();
    }

    @Test
    void givenARoomWithAsManyInLineAsItTakes_whenAnotherJoins_thenItIsToldToComeAgain() {
        client.joins("small");
        gatehouse.tick();

        var refused = client.posts("/assign_queue_num", Map.of("event_id", "small"));

        isAnswered(refused, 503, "{\"error\":\"The waiting room is full\"}", "no-store");
        assertThat(refusals("small", "full")).isOne();
    }

    private static double refusals(String room, String answer) {
        return gatehouse
                .bean(MeterRegistry.class)
                .counter("gatehouse.newcomers", "room", room, "answer", answer)
                .count();
    }

    private static void isAnswered(AwsClient.Answer answer, int status, String body, String cache) {
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Cache-Control")).isEqualTo(cache);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.headers().allValues("Access-Control-Allow-Origin")).isEqualTo(List.of("*"));
    }
}
