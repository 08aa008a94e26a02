package io.gatehouse.awsapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.awsapi.event.OldEvents;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.draw.Draw;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Position;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.value.ExpiringStore;
import java.net.http.HttpRequest.BodyPublishers;
import java.text.ParseException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A running event moves here from the old stack. */
class TakeoverTest {

    private static final String DRAW =
            "{\"error\":\"A draw is to give the numbers; take it out of the schedule first\"}";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.operate")
            .standing();

    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");
    private final List<String> old =
            IntStream.range(0, 3).mapToObj(n -> UUID.randomUUID().toString()).toList();

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenAnEmptyRoom_whenARunningEventIsTakenOver_thenItsVisitorsKeepTheirNumbersAndTheCounterGoesOn()
            throws ParseException {
        isAnswered(takes(120, 124, old), 200, "{\"next_position\":124}");
        gatehouse.tick();

        assertThat(serving()).isEqualTo("120");
        assertThat(old.stream().map(this::number)).containsExactly(121L, 122L, 123L);
        assertThat(number(client.joins("shop"))).isEqualTo(124);
        gatehouse.tick();
        assertThat(waiting()).isEqualTo(4);
        assertThat(token(old.get(0)).status()).isEqualTo(202);

        isAnswered(asks("/increment_serving_counter", "\"increment_by\":2"), 200, "{\"serving_num\":122}");

        var token = token(old.get(1));
        assertThat(token.status()).isEqualTo(200);
        assertThat(SignedJWT.parse(token.text("access_token")).getJWTClaimsSet().getLongClaim("queue_position"))
                .isEqualTo(122);
        assertThat(token(old.get(2)).status()).isEqualTo(202);
    }

    @Test
    void givenMoreVisitorsThanFitIntoACall_whenTheyAreSentOneCallAfterTheOther_thenEachCanBeRepeated() {
        var first = old.subList(0, 2);
        var last = old.subList(2, 3);

        for (var n = 0; n < 2; n++) {
            isAnswered(takes(7, 10, first), 200, "{\"next_position\":10}");
        }
        for (var n = 0; n < 2; n++) {
            isAnswered(takes(7, 11, last), 200, "{\"next_position\":11}");
        }

        assertThat(old.stream().map(this::number)).containsExactly(8L, 9L, 10L);
    }

    @Test
    void givenANodeThatHasLookedBefore_whenAnEventIsTakenOver_thenItKnowsTheNumbersAndAfterAResetTheyBeginAnew() {
        var room = gatehouse.room("shop");
        var node = new Takeover(gatehouse.bean(ExpiringStore.class), gatehouse.clock());
        assertThat(node.served(room.id(), room.snapshot())).isZero();

        takes(120, 121, List.of());

        assertThat(node.served(room.id(), room.snapshot())).isEqualTo(120);
        gatehouse.reopens("shop");
        gatehouse.tick();
        assertThat(serving()).isEqualTo("0");
        assertThat(number(client.joins("shop"))).isEqualTo(1);
    }

    @Test
    void
            givenTurnsLetInBeforehand_whenAnEventIsTakenOver_thenItIsRefusedUntilTheyAreTakenBackAndTheCounterGoesOnOnce() {
        asks("/increment_serving_counter", "\"increment_by\":5");
        isAnswered(
                takes(120, 121, List.of()),
                409,
                "{\"error\":\"Turns were let in that nobody has used; take them back, or reset the room first\"}");
        assertThat(gatehouse.room("shop").snapshot().letIn()).isEqualTo(5);
        asks("/increment_serving_counter", "\"increment_by\":-5");

        takes(120, 121, List.of());
        isAnswered(asks("/increment_serving_counter", "\"increment_by\":3"), 200, "{\"serving_num\":123}");
        isAnswered(takes(120, 122, old.subList(0, 1)), 200, "{\"next_position\":122}");

        assertThat(token(old.get(0)).status()).isEqualTo(200);
        gatehouse.tick();
        assertThat(serving()).isEqualTo("123");
        var metrics = gatehouse
                .bean(OldEvents.class)
                .eachMinute(
                        gatehouse.room("shop").configuration(),
                        gatehouse.room("shop").snapshot(),
                        gatehouse.clock().instant());
        assertThat(metrics.orElseThrow().data())
                .containsEntry("serving_number", "123")
                .containsEntry("queue_counter", "121");
    }

    @Test
    void givenARoomWithVisitors_whenAnEventIsToBeTakenOver_thenItIsRefusedAndTheyKeepTheirPlaces() {
        var id = client.joins("shop");

        isAnswered(
                takes(120, 121, List.of()),
                409,
                "{\"error\":\"The room has visitors, or goes on after another number; reset it first\"}");
        assertThat(number(id)).isEqualTo(1);

        gatehouse.reopens("shop");
        isAnswered(
                takes(120, 123, List.of()),
                409,
                "{\"error\":\"The numbers from 121 to 122 come first: with their request ids, or served at the old"
                        + " stack\"}");
        takes(120, 124, old);
        assertThat(takes(121, 122, List.of()).status()).as("as another event").isEqualTo(409);
        assertThat(takes(120, 124, List.of(old.get(1), old.get(0), old.get(2))).status())
                .as("in another order")
                .isEqualTo(409);
        client.joins("shop");
        isAnswered(
                takes(120, 125, List.of(UUID.randomUUID().toString())),
                409,
                "{\"error\":\"One of the numbers from 124 to 124 is another visitor's: newcomers have joined, or the order"
                        + " is another; reset the room and begin with the first\"}");

        gatehouse.reopens("shop");
        takes(120, 124, old);
        assertThat(old.stream().map(this::number)).as("begun anew").containsExactly(121L, 122L, 123L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenATakeoverThatBrokeOff_whenItIsRepeatedOrAnOpeningBegins_thenItIsWholeOrWasNothing(boolean isRepeated) {
        var room = gatehouse.room("shop");
        var record = "aws-takeover/shop/" + room.snapshot().opening();
        var values = gatehouse.bean(ExpiringStore.class);
        breaksOff(stores -> stores.takesItsTime(() -> {
            if (values.get(record, gatehouse.clock().instant()).isPresent()) {
                stores.takeAway();
            }
        }));

        if (isRepeated) {
            assertThat(takes(120, 124, old).status()).isEqualTo(200);
        } else {
            gatehouse.reopens("shop");
        }
        gatehouse.tick();

        assertThat(serving()).isEqualTo(isRepeated ? "120" : "0");
        assertThat(number(client.joins("shop"))).isEqualTo(isRepeated ? 124 : 1);
    }

    @Test
    void givenATakeoverWhoseLineTookNobody_whenAnOpeningBegins_thenItsNumbersBeginAnew() {
        breaksOff(LineLock::lock);

        gatehouse.reopens("shop");
        gatehouse.tick();

        assertThat(serving()).isEqualTo("0");
        assertThat(number(client.joins("shop"))).isEqualTo(1);
    }

    private void breaksOff(Consumer<LineLock> fails) {
        var stores = gatehouse.bean(LineLock.class);
        fails.accept(stores);
        try {
            assertThat(takes(120, 124, old).status()).isEqualTo(503);
        } finally {
            stores.bringBack();
        }
    }

    @Test
    void givenALineThatAnswersAndValuesThatDoNot_whenAnOpeningBegins_thenOneNumberIsOldAndAllElseIsSeen() {
        takes(120, 124, old);
        gatehouse.tick();
        var stores = gatehouse.bean(LineLock.class);

        stores.takeValuesAway();
        try {
            gatehouse.reopens("shop");
            client.joins("shop");
            gatehouse.tick();
            assertThat(waiting()).isEqualTo(1);
            assertThat(serving()).isEqualTo("120");
        } finally {
            stores.bringBack();
        }

        gatehouse.tick();
        assertThat(serving()).isEqualTo("0");
    }

    /** What another node saw last is from before the lobby opened. */
    @Test
    void givenALobbyWithADraw_whenNumbersAreAskedForOrBrought_thenThereAreNoneButThoseThatAreDrawn() {
        var room = gatehouse.room("shop");
        var event = gatehouse.bean(AwsRooms.class).get("shop", "");
        room.change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(drawn()))));
        var before = room.snapshot();
        try {
            isAnswered(takes(120, 124, old), 409, DRAW);
            gatehouse.tick();
            isAnswered(takes(120, 124, old), 409, DRAW);
            var id = client.joins("shop");
            var place = room.at(Position.of(1)).orElseThrow();

            isAnswered(
                    client.gets("/queue_num", "event_id", "shop", "request_id", id),
                    202,
                    "{\"error\":\"Request ID not found\"}");
            assertThat(event.queueNumber(place, before, gatehouse.clock().instant()))
                    .isEmpty();
        } finally {
            room.change(settings -> room.configuration().configured());
        }
    }

    /** Whose lobby is open, for an hour. */
    private static ScheduledDate drawn() {
        var lobby = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        return new ScheduledDate(
                ZoneOffset.UTC,
                lobby,
                lobby.plusHours(1),
                Optional.of(lobby.plusHours(2)),
                AtClose.END,
                Optional.of(Draw.RECEIPTS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-1 | 1 | ",
                "10 | 10 | ",
                "10 | 5 | ",
                "1.5 | 3 | ",
                "\"1\" | 2 | ",
                "1e12 | 2 | ",
                "10 | 12 | \"x\"",
                "10 | 12 | 12345678-1234-1234-1234-12345678901Z",
                "10 | 13 | 00000000-0000-4000-8000-000000000000,00000000-0000-4000-8000-000000000000",
            })
    void givenNumbersThatCannotBe_whenAnEventIsToBeTakenOver_thenItIsRefusedAndNothingIsChanged(
            String served, String next, String id) {
        var ids = id == null ? "" : "\"" + id.replace("\"", "").replace(",", "\",\"") + "\"";

        var answer = asks(
                "/take_over",
                "\"serving_counter\":" + served + ",\"next_position\":" + next + ",\"request_ids\":[" + ids + "]");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isNotEmpty();
        gatehouse.tick();
        assertThat(serving()).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "[1]",
                "[{}]",
                "[{\"status\":\"waiting\"}]",
                "[{\"status\":1}]",
                "[{\"status\":\"inside\"}]",
                "[{\"status\":\"turn\",\"expires_in\":0}]",
                "[{\"status\":\"turn\",\"expires_in\":2678401}]",
                "[{\"status\":\"inside\",\"issued_at\":1,\"expires\":1}]",
                "[{\"status\":\"inside\",\"issued_at\":1,\"expires\":99999999}]",
                "[{\"status\":\"inside\",\"issued_at\":1.5,\"expires\":2}]",
                "[{\"status\":\"inside\",\"issued_at\":99999999999,\"expires\":99999999999999999999}]",
                "[{\"status\":\"turn\"},{\"status\":\"turn\"}]",
            })
    void givenCalledVisitorsWhoCannotBe_whenAnEventIsToBeTakenOver_thenItIsRefusedAndNothingIsChanged(String called) {
        var answer = asks(
                "/take_over",
                "\"serving_counter\":10,\"next_position\":12,\"request_ids\":[\"" + old.get(0) + "\"],\"called\":"
                        + called);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.text("error")).isNotEmpty();
        gatehouse.tick();
        assertThat(serving()).isEqualTo("0");
        assertThat(number(client.joins("shop"))).isEqualTo(1);
    }

    @Test
    void givenNothingThatWasTakenOver_whenItIsToBeTakenBack_thenItIsRefusedAndTheLineStays() {
        var newcomer = client.joins("shop");

        isAnswered(
                asks(
                        "/take_over",
                        "\"serving_counter\":120,\"next_position\":122,\"undo\":true,\"request_ids\":[\"" + newcomer
                                + "\"]"),
                409,
                "{\"error\":\"The room goes on after another number: nothing is taken back\"}");
        assertThat(asks("/take_over", "\"serving_counter\":120,\"next_position\":121,\"undo\":1")
                        .status())
                .isEqualTo(400);
        assertThat(number(newcomer)).isEqualTo(1);
    }

    private AwsClient.Answer takes(long served, long next, List<String> ids) {
        return asks(
                "/take_over",
                "\"serving_counter\":" + served + ",\"next_position\":" + next + ",\"request_ids\":"
                        + AwsClient.JSON.writeValueAsString(ids));
    }

    private AwsClient.Answer asks(String path, String members) {
        return client.sends(client.request(path)
                .header("Authorization", "Bearer " + client.bearer("nightly", "rooms.operate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"event_id\":\"shop\"," + members + "}")));
    }

    private static void isAnswered(AwsClient.Answer answer, int status, String body) {
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.status()).isEqualTo(status);
    }

    private String serving() {
        return client.gets("/serving_num", "event_id", "shop").text("serving_counter");
    }

    private long waiting() {
        return client.gets("/waiting_num", "event_id", "shop")
                .json()
                .path("waiting_num")
                .asLong();
    }

    private long number(String id) {
        return client.gets("/queue_num", "event_id", "shop", "request_id", id)
                .json()
                .path("queue_number")
                .asLong();
    }

    private AwsClient.Answer token(String id) {
        return client.posts("/generate_token", Map.of("event_id", "shop", "request_id", id));
    }
}
