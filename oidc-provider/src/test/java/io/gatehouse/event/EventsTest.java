package io.gatehouse.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.draw.Draw;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.promise.Promises;
import io.gatehouse.room.Act;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a receiver is told of a room's evening, and what becomes of it while the receiver is away. */
class EventsTest {

    @AutoClose
    private final WebhookStub webhook = new WebhookStub();

    @Test
    void givenAnEvening_whenAllOfItHappens_thenTheReceiverIsToldOfItAsCloudEventsInOrder() {
        try (var gatehouse = RunningGatehouse.start(webhook.settings())) {
            gatehouse.tick();
            var room = gatehouse.room("shop");
            var inside = room.join(id()).id();
            var away = room.join(id()).id();
            var gone = room.join(id()).id();
            room.apply(gone, Act.LEAVE);
            gatehouse.letIn("shop", 2);
            room.apply(inside, Act.CLAIM);
            room.arrive(room.find(inside).orElseThrow(), false);
            gatehouse.pass(Duration.ofMinutes(11));
            room.apply(inside, Act.COMPLETE);
            assertThat(room.find(away)).isPresent();

            assertThat(webhook.heard(9).stream().map(EventsTest::told))
                    .containsExactly(
                            "joined 1",
                            "joined 2",
                            "joined 3",
                            "left 3 LEFT",
                            "called 1 BY_HAND",
                            "called 2 BY_HAND",
                            "admitted 1",
                            "lapsed 2",
                            "ended 1 COMPLETED");
            assertThat(webhook.heard()).allSatisfy(event -> {
                assertThat(event.path("specversion").asString()).isEqualTo("1.0");
                assertThat(event.path("source").asString()).isEqualTo(gatehouse.issuer() + "/rooms/shop");
                assertThat(event.path("type").asString()).startsWith("io.gatehouse.");
                assertThat(event.path("data").path("opening").asLong()).isEqualTo(1);
            });
            assertThat(webhook.heard().stream()
                            .map(event -> event.path("sequence").asString()))
                    .isSorted()
                    .doesNotHaveDuplicates();
            Promises.kept("events", webhook.heard(), event -> event.path("type").asString());
            assertThat(webhook.contentTypes()).containsOnly("application/cloudevents+json");
        }
    }

    @Test
    void givenLanes_whenTheirVisitorsJoin_thenEventsNameTheirLaneAndTheirNumberInIt() {
        var lanes = Stream.of(
                "gatehouse.rooms.shop.passes.secret=" + "s".repeat(43),
                "gatehouse.rooms.shop.lanes.members.weight=3",
                "gatehouse.rooms.shop.lanes.access.first=true");
        var settings = Stream.concat(lanes, Stream.of(webhook.settings())).toArray(String[]::new);
        try (var gatehouse = RunningGatehouse.start(settings)) {
            gatehouse.tick();
            var room = gatehouse.room("shop");
            room.join(id());
            Stream.of("members", "access", "members").forEach(lane -> room.joinLane(id(), lane));

            await().until(() -> dataOf("joined").size() == 4);
            assertThat(dataOf("joined"))
                    .extracting(data -> data.path("lane").asString("")
                            + data.path("position").asString())
                    .containsExactly("1", "members1", "access1", "members2");
            assertThat(webhook.heard().stream()
                            .map(event -> event.path("id").asString())
                            .filter(id -> id.endsWith("-joined")))
                    .containsExactly("shop-1-1-joined", "shop-1-2_1-joined", "shop-1-1_1-joined", "shop-1-2_2-joined");
        }
    }

    @Test
    void givenADraw_whenEntrantsAreCalled_thenEventsTellTheNumberThatTheyHaveDrawn() {
        try (var gatehouse = RunningGatehouse.start(webhook.settings())) {
            var room = gatehouse.room("shop");
            var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
            var minute = now.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
            var opening = new ScheduledDate(
                    ZoneOffset.UTC,
                    minute.plusHours(1),
                    minute.plusHours(2),
                    Optional.empty(),
                    AtClose.LET_IN,
                    Optional.of(Draw.RECEIPTS));
            room.change(before -> new RoomSettings(
                    Optional.empty(), OptionalLong.of(9), false, Mode.SCHEDULED, new Schedule(List.of(opening))));
            gatehouse.pass(Duration.between(now, minute.plusHours(1)));
            gatehouse.tick();
            Stream.generate(EventsTest::id).limit(9).forEach(room::join);
            gatehouse.pass(Duration.ofHours(1));
            Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
            var order = room.line().order(room.snapshot());

            await().until(() -> dataOf("called").size() == 9);
            assertThat(dataOf("called")).anyMatch(data -> data.has("drawn")).allSatisfy(data -> {
                var position = data.path("position").asLong();
                assertThat(data.path("drawn").asLong(position)).isEqualTo(order.of(position));
            });
        }
    }

    private List<JsonNode> dataOf(String kind) {
        return webhook.heard().stream()
                .filter(event -> event.path("type").asString().endsWith("." + kind))
                .map(event -> event.path("data"))
                .toList();
    }

    private static JsonNode dataOf(List<JsonNode> heard, String type) {
        return heard.stream()
                .filter(event -> event.path("type").asString().equals(type))
                .reduce((one, next) -> next)
                .orElseThrow()
                .path("data");
    }

    private static PlaceId id() {
        return new PlaceId(UUID.randomUUID());
    }

    private static String told(JsonNode event) {
        var data = event.path("data");
        return Stream.of(
                        event.path("type").asString().replace("io.gatehouse.", ""),
                        data.path("position").asString(""),
                        data.path("how").asString(data.path("why").asString("")))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    @Test
    void givenARoom_whenOperatorsChangeIt_thenTheReceiverIsToldOfEachChangeOnce() {
        try (var gatehouse = RunningGatehouse.start(
                webhook.settings("batch=true", "kinds=opened,closed,paused,setting-changed,message,reset"))) {
            isLookedAt(gatehouse);
            changes(gatehouse, settings -> settings.paused(true), 1);
            changes(gatehouse, settings -> settings.paused(false), 1);
            changes(gatehouse, settings -> settings.open(Mode.CLOSED, Schedule.NONE), 3);
            changes(gatehouse, settings -> settings.open(Mode.QUEUEING, Schedule.NONE), 5);
            changes(gatehouse, settings -> settings.saying(Optional.of("words-1")), 6);
            gatehouse.reopens("shop");
            gatehouse.tick();

            assertThat(webhook.heard(7).stream().map(EventsTest::told))
                    .containsExactly(
                            "paused", "setting-changed", "closed", "setting-changed", "opened", "message", "reset");
            assertThat(webhook.heard().stream()
                            .map(event -> event.path("sequence").asLong()))
                    .as("what nobody wants is not written")
                    .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
            assertThat(webhook.contentTypes()).containsOnly("application/cloudevents-batch+json");
        }
    }

    private static void isLookedAt(RunningGatehouse gatehouse) {
        gatehouse.tick();
        await("a first look").until(() -> gatehouse
                .bean(ExpiringStore.class)
                .get("events/shop", gatehouse.clock().instant())
                .isPresent());
    }

    private void changes(RunningGatehouse gatehouse, UnaryOperator<RoomSettings> change, int all) {
        gatehouse.room("shop").change(change);
        gatehouse.tick();
        webhook.heard(all);
    }

    @Test
    void givenARoomOfTheOldApi_whenItsEventsHappen_thenTheyHaveTheNamesAndMembersThatTheyHad() {
        try (var gatehouse = RunningGatehouse.start(Stream.concat(
                                Stream.of(
                                        webhook.settings(
                                                "kinds=token_generated,session_updated,automatic_serving_counter_incr,waiting_room_metrics")),
                                Stream.of(
                                        "gatehouse.rooms.shop.aws-api.enabled=true",
                                        "gatehouse.rooms.shop.aws-api.event-id=Sample",
                                        "gatehouse.rooms.shop.aws-api.incr-svc-on-queue-position-expiry=true"))
                        .toArray(String[]::new))
                .standing()) {
            isLookedAt(gatehouse);
            var room = gatehouse.room("shop");
            var inside = room.join(id()).id();
            room.join(id());
            gatehouse.letIn("shop", 2);
            room.apply(inside, Act.CLAIM);
            room.arrive(room.find(inside).orElseThrow(), false);
            room.apply(inside, Act.COMPLETE);
            gatehouse.pass(Duration.ofMinutes(11));

            var heard = webhook.heard(5);

            var token = dataOf(heard, "token_generated");
            assertThat(token.path("event_id").asString()).isEqualTo("Sample");
            var position = Login.get(
                    gatehouse.issuer() + "/queue_num?event_id=Sample&request_id="
                            + token.path("request_id").asString(),
                    "");
            assertThat(position.text("queue_number")).isEqualTo("1");
            assertThat(dataOf(heard, "session_updated").toString())
                    .isEqualTo("{\"event_id\":\"Sample\",\"request_id\":" + token.path("request_id")
                            + ",\"status\":\"completed\"}");
            assertThat(dataOf(heard, "automatic_serving_counter_incr").toString())
                    .isEqualTo("{\"current_serving_counter_position\":3,\"event_id\":\"Sample\",\"increment_by\":1,"
                            + "\"previous_serving_counter_position\":2}");
            assertThat(dataOf(heard, "waiting_room_metrics").toString())
                    .isEqualTo("{\"abandoned_sessions\":\"0\",\"completed_sessions\":\"1\",\"event_id\":\"Sample\","
                            + "\"num_active_tokens\":0,\"queue_counter\":\"2\",\"serving_number\":\"2\","
                            + "\"total_num_tokens\":\"1\"}");
        }
    }

    /** As the file looks to whoever opens it after a kill: nothing was closed, and nothing written on the way out. */
    @Test
    void givenAReceiverThatIsDownForFiveMinutes_whenGatehouseIsKilledMeanwhile_thenAllArriveInOrder(
            @TempDir Path killed) throws IOException {
        webhook.isAway();
        try (var gatehouse = RunningGatehouse.start(webhook.settings("kinds=joined,called"))) {
            gatehouse.tick();
            for (int minute = 0; minute < 5; minute++) {
                IntStream.range(0, 10).forEach(n -> gatehouse.room("shop").join(id()));
                gatehouse.letIn("shop", 5);
                gatehouse.elapse(Duration.ofMinutes(1));
            }
            for (var file : List.of("gatehouse.mv.db", "master.key")) {
                Files.copy(gatehouse.data().resolve(file), killed.resolve(file));
            }
        }
        webhook.isBack();
        try (var gatehouse = RunningGatehouse.start(killed, webhook.settings("kinds=joined,called"))) {
            gatehouse.elapse(Duration.ofMinutes(6)); // what it was then, and the time of the killed node

            var heard = webhook.heard(75);

            assertThat(heard.stream().map(EventsTest::told).filter(told -> told.startsWith("joined")))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 50)
                            .mapToObj(position -> "joined " + position)
                            .toList());
            assertThat(heard.stream().map(EventsTest::told).filter(told -> told.startsWith("called")))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 25)
                            .mapToObj(position -> "called " + position + " BY_HAND")
                            .toList());
            assertThat(heard.stream().map(event -> event.path("id").asString())).doesNotHaveDuplicates();
        }
    }
}
