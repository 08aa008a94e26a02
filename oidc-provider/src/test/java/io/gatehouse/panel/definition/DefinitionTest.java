package io.gatehouse.panel.definition;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.hidden;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.panel.Acts;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Setting;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.json.JsonMapper;

/** Rooms that are added, changed and retired while the application runs. */
@PanelTest
class DefinitionTest {

    private static final String EXPO = "/panel/api/rooms/expo/definition";
    private static final String[] READS = {"Authorization", "Bearer reads"};

    @AfterEach
    void takeAllOutAgain(Desk desk) {
        var none = new Seal(desk.bean(MasterKey.class), "additions").seal(Map.of());
        desk.bean(ExpiringStore.class)
                .put(
                        "additions/rooms",
                        none,
                        ExpiringStore.FOREVER,
                        desk.bean(Clock.class).instant());
        desk.bean(AddedRooms.class).kept().refresh();
    }

    /** A setting is described once: what takes it, shows it, documents it and tells it follows from that. */
    @Test
    void givenTheSettingsOfARoom_whenEachIsLookedFor_thenItIsBoundServedTypedDocumentedAndTold(Desk desk)
            throws ReflectiveOperationException, IOException {
        var bound = Stream.of(Class.forName("io.gatehouse.GatehouseProperties$RoomProperties")
                        .getRecordComponents())
                .map(RecordComponent::getName);
        add(desk, "{}");
        var usual = json(desk.get(EXPO, READS));
        var schemas = json(desk.get("/panel/api", READS)).at("/components/schemas");
        var form = desk.signIn().get("/panel/new-room").body();
        var manual = Files.readString(Path.of("../docs/configure.md"));
        var rooms = manual.substring(manual.indexOf("## Rooms:"));

        assertThat(bound).containsAll(Room.SETTINGS.stream().map(Setting::name).toList());
        assertThat(Room.SETTINGS).hasSizeGreaterThan(15).allSatisfy(setting -> {
            var name = setting.name();
            assertThat(usual.has(name)).as("served").isTrue();
            if (name.equals("schedule")) {
                assertThat(form).contains("id=\"schedule\"", "name=\"dates-0-doors\"");
            } else if (name.equals("lanes")) {
                assertThat(form).contains("id=\"lanes\"", "name=\"lanes-0-weight\"", "name=\"lanes-1-weight\"");
            } else {
                assertThat(form).contains("name=\"" + name + "\"", HtmlUtils.htmlEscape(setting.explained()));
            }
            assertThat(List.of(schemas.path("Definition"), schemas.path("DefinitionEdit")))
                    .allMatch(schema -> schema.path("properties").has(name));
            var row = Pattern.compile("\\| `" + setting.property() + "` \\| (.*?) \\| (.*) \\|\n")
                    .matcher(rooms);
            assertThat(row.find()).as("row of configure.md").isTrue();
            if (!setting.kind().type().equals("array")) {
                assertThat(row.group(2).replace("`", "")).startsWithIgnoringCase(setting.explained());
            }
            if (row.group(1).matches("`[^`]*`") && !usual.path(name).isNull()) {
                assertThat(usual.path(name).asString()).isEqualTo(row.group(1).replace("`", ""));
            }
        });
    }

    /** The same of those that operators change while the room runs. */
    @Test
    void givenTheSettingsThatOperatorsChange_whenAllAreChanged_thenTheLedgerTellsEachByItsName(Desk desk) {
        add(desk, "{}");
        var body = RoomSettings.SETTINGS.stream()
                .map(setting -> "\"" + setting.name() + "\":" + another(setting))
                .collect(Collectors.joining(",", "{", "}"));
        var schemas = json(desk.get("/panel/api", READS)).at("/components/schemas");
        var screens = desk.signIn().get("/panel/rooms/expo").body()
                + desk.get("/panel/rooms/expo/schedule").body();

        var changed = desk.send(
                "PATCH",
                "/panel/api/rooms/expo",
                body,
                "Authorization",
                "Bearer writes",
                "If-Match",
                json(desk.get("/panel/api/rooms/expo", READS)).path("etag").asString());

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        var ledger =
                desk.get("/panel/api/rooms/expo/ledger/entries?kind=act", READS).body();
        assertThat(RoomSettings.SETTINGS).allSatisfy(setting -> {
            assertThat(List.of(schemas.path("Settings"), schemas.path("SettingsEdit")))
                    .allMatch(schema -> schema.path("properties").has(setting.name()));
            assertThat(json(changed).path("settings").has(setting.name())).isTrue();
            assertThat(ledger).containsPattern("[ ,]" + setting.words() + " [^,]* -> ");
            if (!setting.kind().type().equals("boolean")) {
                assertThat(screens).contains("id=\"" + setting.name() + "\"");
            }
        });
    }

    private static String another(Setting<?> setting) {
        var words = setting.kind().words();
        return switch (setting.kind().type()) {
            case "integer" -> "7";
            case "boolean" -> "true";
            case "array" -> "[{\"zone\":\"UTC\",\"lobby\":\"2999-11-27T09:00\",\"doors\":\"2999-11-27T10:00\"}]";
            default ->
                words.isEmpty()
                        ? Map.of("rate", "\"7/1m\"", "consumedBy", "\"expired\"")
                                .getOrDefault(setting.name(), "\"other\"")
                        : "\"" + words.get(words.size() - 1) + "\"";
        };
    }

    @Test
    void givenAName_whenARoomOfItIsAdded_thenVisitorsWaitThereAtOnce(Desk desk) {
        var added = add(desk, "{\"title\":\"Expo\",\"claimWindow\":\"90s\",\"browsers\":1}");
        var place = desk.visitor("expo");

        assertThat(added.statusCode()).isEqualTo(200);
        assertThat(json(added).path("title").asString()).isEqualTo("Expo");
        assertThat(json(added).path("claimWindow").asString()).isEqualTo("90s");
        assertThat(json(added).path("waitingTtl").asString()).isEqualTo("1d");
        assertThat(place.number()).isEqualTo(1);
        assertThat(desk.room("expo").path("waiting").asLong()).isEqualTo(1);
        await().untilAsserted(
                        () -> assertThat(desk.get("/rooms/expo/board").body()).contains("\"title\":\"Expo\""));
        assertThat(desk.get("/panel/api/rooms/expo/ledger", READS).body()).contains("room added", "API client nightly");
    }

    @Test
    void givenARoomThatFindsItsLimit_whenItIsAdded_thenItDoesAndNoInnerAddressIsAsked(Desk desk) {
        var tune = "{\"blind-after\":\"30s\",\"pushed\":\"1m\"}";
        var added = add(desk, "{\"capacity\":10,\"tune\":" + tune + "}");
        var health =
                desk.send("PUT", "/panel/api/rooms/expo/health", "{\"value\":0.5}", "Authorization", "Bearer operates");
        var form = desk.signIn().get("/panel/rooms/expo/definition").body();
        var etag = header(added, "ETag");
        var inner = put(desk, "expo", "{\"tune\":{\"health.url\":\"http://localhost:9/\"}}", "If-Match", etag);
        var unknown = put(desk, "expo", "{\"tune\":{\"ceiling\":\"9\"}}", "If-Match", etag);

        assertThat(json(added).path("tune").toString()).isEqualTo(tune);
        assertThat(health.statusCode()).as(health.body()).isEqualTo(200);
        assertThat(form).contains("blind-after 30s");
        assertThat(inner.statusCode()).isEqualTo(400);
        assertThat(inner.body()).contains("may name an inner address in the configuration files only");
        assertThat(unknown.statusCode()).isEqualTo(400);
    }

    @Test
    void givenADefinition_whenItIsReadAndPutBack_thenItIsTheSame(Desk desk) {
        var opening = "{\"zone\":\"UTC\",\"lobby\":\"2999-11-27T09:00\",\"doors\":\"2999-11-27T10:00\","
                + "\"close\":null,\"atClose\":\"end\",\"draw\":\"receipts\"}";
        var lanes = "[{\"lane\":\"default\",\"weight\":2,\"first\":false,\"offered\":false},"
                + "{\"lane\":\"members-1\",\"weight\":6,\"first\":false,\"offered\":true},"
                + "{\"lane\":\"access\",\"weight\":1,\"first\":true,\"offered\":false}]";
        var passes =
                "{\"jwk\":null,\"jwksUri\":\"https://shop.example/keys\",\"algorithms\":[\"ES256\"],\"shared\":true,"
                        + "\"addresses\":[\"192.0.2.0/24\"],\"codes\":true}";
        add(
                desk,
                "{\"rate\":\"200/1m\",\"capacity\":5,\"stock\":9,\"paused\":true,\"schedule\":[" + opening
                        + "],\"lanes\":" + lanes + ",\"passes\":" + passes + "}");
        var seen = desk.get(EXPO, READS);

        var members = seen.body()
                .replaceAll("\"(room|etag)\":(\"[^\"\\\\]*\"|\"\\\\\"[^\"]*\\\\\"\"),?", "")
                .replaceAll("\"(ofTheFiles|retired)\":(true|false),?", "")
                .replaceAll(",}$", "}");
        var put = put(desk, "expo", members, "If-Match", header(seen, "ETag"));

        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
        assertThat(json(put).path("schedule").toString()).isEqualTo("[" + opening + "]");
        assertThat(json(put).path("lanes").toString()).contains("members-1");
        assertThat(json(put).path("lanes"))
                .containsExactlyInAnyOrderElementsOf(JsonMapper.shared().readTree(lanes));
        assertThat(json(put).path("passes").toString()).isEqualTo(passes);
        assertThat(json(put).path("mode").asString()).isEqualTo("scheduled");
        assertThat(json(put).path("stock").asLong()).isEqualTo(9);
        assertThat(json(put).path("paused").asBoolean()).isTrue();
    }

    @Test
    void givenARoomInUse_whenItsDefinitionIsChanged_thenItFollowsAndItsPlacesStay(Desk desk) {
        var etag = header(add(desk, "{\"title\":\"Expo\"}"), "ETag");
        desk.visitors("expo", 3);

        var changed = put(desk, "expo", "{\"title\":\"Fair\",\"capacity\":2}", "If-Match", etag);
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("expo"));

        assertThat(header(changed, "ETag")).isNotEqualTo(etag);
        assertThat(desk.room("expo").path("title").asString()).isEqualTo("Fair");
        assertThat(desk.room("expo").path("turns").asLong()).isEqualTo(2);
        assertThat(desk.room("expo").path("waiting").asLong()).isEqualTo(1);
    }

    /** The same words as stop a start, so that one document explains both. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"rate":"fast"}                                       | rate: a rate looks like 200/1m
            {"title":"Fine \\u202Epohs"}                          | title: must be plain text
            {"title":"%s"}                                        | title: must have 1 to 100 characters, had 101
            {"capacity":-1}                                       | capacity: must be 0 to 100000000, was -1
            {"browsers":11}                                       | browsers: must be 0 to 10, was 11
            {"claimWindow":"soon"}                                | claimWindow: must be a time like 10m
            {"claimWindow":"2d"}                                  | claimWindow: must be from 1s to 1d
            {"mostWaiting":99999999999999999999}                  | mostWaiting: must be a whole number
            {"mode":"open"}                                       | mode: a mode is one of
            {"schedule":[{"zone":"UTC"}]}                         | schedule: line 1: lobby is needed
            {"stock":1,"consumedBy":"theft"}                      | consumedBy: a stock is consumed by
            {"lanes":[{"lane":"members"}]}                        | lanes: members: must be set, unless lanes.members.first is true
            {"lanes":[{"lane":"members","weight":0}]}             | lanes: members: must be 1 to 1000, was 0
            {"lanes":[{"lane":"members","weight":-3}]}            | lanes: members: must be 1 to 1000, was -3
            {"lanes":[{"lane":"default","first":true}]}           | lanes: default: the lane default cannot be first
            {"lanes":[{"lane":"Members.1","weight":1}]}           | a lane's name must be 1 to 30 small letters, digits and hyphens, was Members.1
            {"lanes":[{"weight":1}]}                              | a lane's name must be 1 to 30
            {"lanes":[{"lane":"a","first":true},{"lane":"a","weight":2}]} | the lane a is there twice
            {"lanes":[{"lane":"a","first":true,"offered":true}]}  | the lane a cannot be offered
            {"lanes":[{"lane":"a","weight":1,"offered":true},{"lane":"b","weight":1,"offered":true}]} | one lane of a room can be offered
            {"passes":{"shared":true}}                            | jwk: must have one of secret, jwk and jwks-uri, has 0
            {"passes":{"jwksUri":"http://shop.example/keys"}}     | jwksUri: must be https
            {"passes":{"codes":true,"addresses":["here"]}}        | addresses: must be addresses
            {"passes":{"secret":"s"}}                             | members are
            {"awsApi":{}}                                         | members are
            """)
    void givenASettingThatMakesNoSense_whenARoomIsAdded_thenItIsRefusedAsInTheFiles(
            String body, String said, Desk desk) {
        var refused = add(desk, body.replace("%s", "t".repeat(101)));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", said);
        assertThat(desk.get(EXPO, READS).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "Expo, '1 to 63 of a-z, 0-9 and inner hyphens'",
        "-expo, '1 to 63 of a-z, 0-9 and inner hyphens'",
        "new, 'must be no word of the panel'"
    })
    void givenANameThatIsNone_whenARoomOfItIsAdded_thenItIsRefused(String name, String why, Desk desk) {
        var refused = put(desk, name, "{}", "If-None-Match", "*");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains(why);
    }

    @Test
    void givenTwoOwners_whenBothChangeARoom_thenTheSecondIsTold(Desk desk) {
        var etag = header(add(desk, "{}"), "ETag");

        var again = add(desk, "{}");
        var blind = put(desk, "expo", "{}");
        var first = put(desk, "expo", "{\"capacity\":1}", "If-Match", etag);
        var second = put(desk, "expo", "{\"capacity\":2}", "If-Match", etag);

        assertThat(again.statusCode()).isEqualTo(412);
        assertThat(blind.statusCode()).isEqualTo(428);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(second.statusCode()).isEqualTo(412);
        assertThat(desk.room("expo").path("configured").path("capacity").asLong())
                .isEqualTo(1);
    }

    @Test
    void givenARoomOfTheFiles_whenItIsPutOrRetired_thenThatIsRefused(Desk desk) {
        var seen = desk.get("/panel/api/rooms/shop/definition", READS);
        var put = put(desk, "shop", "{}", "If-Match", "*");
        var added = put(desk, "shop", "{}", "If-None-Match", "*");
        var retired = retire(desk, "shop", "*");

        assertThat(json(seen).path("ofTheFiles").asBoolean()).isTrue();
        assertThat(json(seen).path("rate").asString()).isEqualTo("200/1m");
        assertThat(put.statusCode()).isEqualTo(409);
        assertThat(added.statusCode()).isEqualTo(409);
        assertThat(retired.body()).contains("#room-of-the-files");
    }

    @Test
    void givenARoomWithALine_whenItIsRetired_thenThoseInLineAreServedAndNobodyElse(Desk desk) {
        var etag = header(add(desk, "{\"capacity\":1}"), "ETag");
        desk.visitors("expo", 2);

        var retired = retire(desk, "expo", etag);
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("expo"));
        var newcomer = desk.get("/rooms/expo/enter");
        var first = desk.bean(WaitingRooms.class).get("expo").at(Position.of(1)).orElseThrow();
        desk.later(Duration.ofMinutes(11)); // nobody has come
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("expo"));

        assertThat(json(retired).path("retired").asBoolean()).isTrue();
        assertThat(desk.room("expo").path("phase").asString()).isEqualTo("CLOSING");
        assertThat(desk.room("expo").path("retired").asBoolean()).isTrue();
        assertThat(newcomer.body()).contains("It is closed at the moment");
        assertThat(first.stage().takesSlot()).isTrue();
        assertThat(desk.room("expo").path("waiting").asLong()).isZero();
    }

    @Test
    void givenARetiredRoom_whenItsDefinitionIsPut_thenItIsInUseAgainWithItsSettings(Desk desk) {
        retire(desk, "expo", header(add(desk, "{\"capacity\":1}"), "ETag"));
        var edited = desk.send(
                "PATCH",
                "/panel/api/rooms/expo",
                "{\"capacity\":7}",
                "Authorization",
                "Bearer operates",
                "If-Match",
                desk.etag("expo"));

        var back = put(desk, "expo", "{\"capacity\":1}", "If-Match", header(desk.get(EXPO, READS), "ETag"));

        assertThat(edited.statusCode()).isEqualTo(200);
        assertThat(back.statusCode()).isEqualTo(200);
        assertThat(desk.room("expo").path("phase").asString()).isEqualTo("OPEN");
        assertThat(desk.room("expo").path("settings").path("mode").asString()).isEqualTo("queueing");
        assertThat(desk.room("expo").path("settings").path("capacity").asLong()).isEqualTo(7);
    }

    @Test
    void givenTheScreens_whenAnOwnerAddsChangesAndRetiresARoom_thenTheyDoWhatTheApiDoes(Desk desk) {
        var token = desk.signIn().token();

        var wrong = desk.form("/panel/new-room", Map.of("csrf", token, "room", "expo", "rate", "fast"));
        var added = desk.form("/panel/new-room", Map.of("csrf", token, "room", "expo", "title", "Expo & <Fair>"));
        var etag = json(desk.get(EXPO)).path("etag").asString();
        var changed = desk.form(
                "/panel/rooms/expo/definition",
                Map.of(
                        "csrf",
                        token,
                        "etag",
                        etag,
                        "capacity",
                        "5",
                        "paused",
                        "true",
                        "dates-0-zone",
                        "UTC",
                        "dates-0-lobby",
                        "2999-01-01T10:00",
                        "dates-0-doors",
                        "2999-01-01T11:00",
                        "dates-0-atClose",
                        "end"));
        var late = desk.form("/panel/rooms/expo/definition/retire", Map.of("csrf", token, "etag", etag));
        var now = json(desk.get(EXPO)).path("etag").asString();
        var retired = desk.form("/panel/rooms/expo/definition/retire", Map.of("csrf", token, "etag", now));

        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("a rate looks like", "value=\"fast\"", "value=\"expo\"");
        assertThat(header(added, "Location")).endsWith("/panel/rooms/expo?done=added");
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(303);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(header(retired, "Location")).endsWith("/panel/rooms/expo/definition?done=retired");
        assertThat(desk.get("/panel/rooms/expo/definition").body())
                .contains("<strong>Retired.</strong>", "value=\"2999-01-01T11:00\"", "value=\"5\"");
        assertThat(desk.get("/panel").body()).contains("Retired");
    }

    @Test
    void givenSeveralFaultsInADefinition_whenItIsSent_thenTheScreenHasThemAllInTheWordsOfItsFields(Desk desk) {
        var typed = Map.of(
                "csrf",
                desk.signIn().token(),
                "room",
                "Expo!",
                "rate",
                "fast",
                "claimWindow",
                "soon",
                "browsers",
                "11",
                "dates-1-zone",
                "Mars",
                "dates-1-doors",
                "27.11.2026 10:00",
                "dates-1-atClose",
                "end");

        var screen = desk.form("/panel/new-room", typed).body();

        assertThat(screen)
                .contains("7 fields need another value")
                .contains(
                        "href=\"#room\">Name</a>", "href=\"#rate\">Rate</a>", "href=\"#claimWindow\">Claim window</a>")
                .contains("aria-describedby=\"browsers-fault browsers-hint\"", "id=\"browsers-fault\"")
                .contains("href=\"#dates-0-zone\">Date 1, Zone</a>", "must be a time zone like Europe/Berlin")
                .contains("href=\"#dates-0-lobby\">Date 1, Lobby</a>", "href=\"#dates-0-doors\">Date 1, Doors</a>")
                .doesNotContain("gatehouse.rooms", "Example:", "1970", "stand-in");
    }

    @ParameterizedTest
    @CsvSource({"source, ''", "first-come, drand round 7", "backwards, ''"})
    void givenADrawThatIsNotClear_whenItIsSent_thenNoRoomIsAdded(String order, String source, Desk desk) {
        var typed = Map.of(
                "csrf",
                desk.signIn().token(),
                "room",
                "expo",
                "dates-0-zone",
                "UTC",
                "dates-0-lobby",
                "2999-01-01T10:00",
                "dates-0-doors",
                "2999-01-01T11:00",
                "dates-0-order",
                order,
                "dates-0-source",
                source);

        var answer = desk.form("/panel/new-room", typed);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).containsPattern("href=\"#dates-0-(source|order)\"");
        assertThat(desk.get(EXPO, READS).statusCode()).isEqualTo(404);
    }

    @Test
    void givenADefinition_whenItIsChanged_thenTheLogSaysOnlyWhatChanged(Desk desk) {
        add(desk, "{\"title\":\"Expo\",\"rate\":\"300/1m\"}");
        try (var acts = new Acts()) {
            put(desk, "expo", "{\"title\":\"Expo\",\"capacity\":5}", "If-Match", header(desk.get(EXPO, READS), "ETag"));
            desk.send("DELETE", EXPO, "", "Authorization", "Bearer writes", "If-Match", "*");

            assertThat(acts.lines())
                    .containsExactly(
                            "API client nightly: room expo: room definition capacity none -> 5, rate 300/1m -> none",
                            "API client nightly: room expo: room definition retired");
        }
    }

    @Test
    void givenVisitorsInTheLobbyOfAnAddedRoom_whenItIsRetiredOrDefinedAnew_thenTheScreenAndTheApiAskFirst(Desk desk) {
        var now = LocalDateTime.ofInstant(desk.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        var token = desk.signIn().token();
        var date =
                Map.of("zone", "UTC", "lobby", now, "doors", now.plusHours(2), "order", "receipts", "atClose", "end");
        var sent = new HashMap<String, String>(Map.of("csrf", token, "room", "expo"));
        date.forEach((field, value) -> sent.put("dates-0-" + field, value.toString()));
        desk.form("/panel/new-room", sent);
        desk.bean(RoomTicks.class).tick(desk.bean(WaitingRooms.class).get("expo"));
        desk.visitors("expo", 1);
        var etag = json(desk.get(EXPO)).path("etag").asString();
        var form = Map.of("csrf", token, "etag", etag, "mode", "queueing");

        var api = desk.send("DELETE", EXPO, "", "Authorization", "Bearer writes", "If-Match", etag);
        var put = put(desk, "expo", "{}", "If-Match", etag);
        var screen = desk.form("/panel/rooms/expo/definition", form);
        var retired = desk.form("/panel/rooms/expo/definition/retire", Map.of("csrf", token, "etag", etag));

        var happens = "1 in the lobby is called now, without the draw 2";
        assertThat(List.of(api.statusCode(), put.statusCode(), screen.statusCode(), retired.statusCode()))
                .containsOnly(409);
        assertThat(json(api).path("detail").asString()).contains(happens, "confirm=call-without-draw");
        assertThat(json(put).path("detail").asString()).contains(happens);
        assertThat(screen.body()).contains("Save the definition?", happens, "name=\"mode\" value=\"queueing\"");
        assertThat(retired.body()).contains("Retire the room?", happens);
        assertThat(json(desk.get(EXPO)).path("etag").asString()).isEqualTo(etag);
        var sure = desk.form(
                "/panel/rooms/expo/definition/retire",
                Map.of("csrf", token, "etag", etag, "confirm", hidden(retired, "confirm")));
        assertThat(sure.statusCode()).isEqualTo(303);
    }

    @Test
    void givenAnOpeningThatHasHadAsManyLanesAsItCan_whenAnotherIsAdded_thenTheFormSaysSo(Desk desk) {
        add(desk, "{}");
        for (var n = 0; n < LaneCounters.MOST; n += 5) {
            var names = IntStream.range(n, n + 5)
                    .mapToObj(number -> "lane-" + number)
                    .toList();
            var lanes = names.stream()
                    .map(name -> "{\"lane\":\"" + name + "\",\"weight\":1}")
                    .collect(Collectors.joining(","));
            put(desk, "expo", "{\"lanes\":[" + lanes + "]}", "If-Match", header(desk.get(EXPO, READS), "ETag"));
            var newcomers =
                    names.stream().collect(Collectors.toMap(name -> new PlaceId(UUID.randomUUID()), name -> name));
            desk.bean(WaitingRooms.class).get("expo").line().joinLanes(newcomers);
        }
        var token = desk.signIn().token();
        var etag = json(desk.get(EXPO)).path("etag").asString();

        var more = desk.form(
                "/panel/rooms/expo/definition",
                Map.of(
                        "csrf",
                        token,
                        "etag",
                        etag,
                        "lanes-0-lane",
                        "lane-7",
                        "lanes-0-weight",
                        "2",
                        "lanes-1-lane",
                        "one-more",
                        "lanes-1-weight",
                        "3"));
        var same = desk.form(
                "/panel/rooms/expo/definition",
                Map.of(
                        "csrf",
                        token,
                        "etag",
                        etag,
                        "lanes-0-lane",
                        "lane-7",
                        "lanes-0-weight",
                        "2",
                        "lanes-4-lane",
                        "lane-50",
                        "lanes-4-order",
                        "first"));

        assertThat(more.statusCode()).isEqualTo(400);
        assertThat(more.body())
                .contains(
                        "an opening has at most 100 lanes, removed ones included: start a new opening",
                        "id=\"lanes-fault\"",
                        "value=\"one-more\"");
        assertThat(same.statusCode()).isEqualTo(303);
        assertThat(desk.get("/panel/rooms/expo/definition").body())
                .contains("name=\"lanes-0-lane\"", "value=\"lane-50\"", "name=\"lanes-3-lane\"")
                .doesNotContain("name=\"lanes-4-lane\"");
        assertThat(json(desk.get(EXPO)).path("lanes").toString())
                .isEqualTo("[{\"lane\":\"lane-50\",\"weight\":1,\"first\":true,\"offered\":false},"
                        + "{\"lane\":\"lane-7\",\"weight\":2,\"first\":false,\"offered\":false}]");
    }

    /** Name, weight, order of the first lane, beside the lane access; where the fault stands, and what it says. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            members  |      | shares | lanes-0-weight | is needed, unless
            members  | 0    | shares | lanes-0-weight | must be a whole number, 1 to 1000
            members  | -1   | shares | lanes-0-weight | must be a whole number, 1 to 1000
            members  | 1001 | first  | lanes-0-weight | must be a whole number, 1 to 1000
            members  | 3 4  | shares | lanes-0-weight | must be a whole number, 1 to 1000
            members  | much | shares | lanes-0-weight | must be a whole number, 1 to 1000
            default  |      | first  | lanes-0-order  | must be by weight
            default  | 3    | offered | lanes-0-order | must be by weight
            members  |      | offered | lanes-0-weight | is needed, unless
            members  | 3    | last   | lanes-0-order  | must be one of the choices
            Members  | 3    | shares | lanes-0-lane   | must be 1 to 30 small letters
            access   | 3    | shares | lanes-1-lane   | access is there twice
                     | 3    | shares | lanes-0-lane   | is needed
            """)
    void givenALaneThatMakesNoSense_whenItIsTyped_thenEachFieldSaysWhatIsWrong(
            String name, String weight, String order, String field, String says, Desk desk) {
        var token = desk.signIn().token();
        var typed = new HashMap<>(Map.of("csrf", token, "room", "expo", "rate", "fast", "lanes-0-order", order));
        typed.put("lanes-0-lane", Objects.requireNonNullElse(name, ""));
        typed.put("lanes-0-weight", Objects.requireNonNullElse(weight, ""));
        typed.put("lanes-1-lane", "access");
        typed.put("lanes-1-weight", "1");

        var refused = desk.form("/panel/new-room", typed);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("href=\"#" + field + "\"", "id=\"" + field + "-fault\"", says, "id=\"rate-fault\"")
                .contains("name=\"lanes-3-lane\"");
        assertThat(desk.get(EXPO).statusCode()).isEqualTo(404);
    }

    private static HttpResponse<String> add(Desk desk, String body) {
        return put(desk, "expo", body, "If-None-Match", "*");
    }

    private static HttpResponse<String> put(Desk desk, String room, String body, String... precondition) {
        var headers = new String[precondition.length + 2];
        headers[0] = "Authorization";
        headers[1] = "Bearer writes";
        System.arraycopy(precondition, 0, headers, 2, precondition.length);
        return desk.send("PUT", "/panel/api/rooms/" + room + "/definition", body, headers);
    }

    private static HttpResponse<String> retire(Desk desk, String room, String etag) {
        return desk.send(
                "DELETE",
                "/panel/api/rooms/" + room + "/definition",
                "",
                "Authorization",
                "Bearer writes",
                "If-Match",
                etag);
    }
}
