package io.gatehouse.panel.accesskey;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gatehouse.addition.AddedKeys;
import io.gatehouse.addition.Additions;
import io.gatehouse.awsapi.SdkSigner;
import io.gatehouse.awsapi.key.AccessKeys;
import io.gatehouse.awsapi.key.AwsKeysProperties;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Rooms;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.testing.Crowd;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Key pairs that are made and taken away while the application runs, and what they sign. */
@PanelTest
class AccessKeysTest {

    private static final String KEYS = "/panel/api/aws-keys";
    private static final String SCREEN = "/panel/aws-keys";
    private static final String FOR_HALL = "{\"rooms\":[\"hall\"]}";
    private static final String[] READS = {"Authorization", "Bearer reads"};
    private static final String[] WRITES = {"Authorization", "Bearer writes"};

    /** What a client holds. */
    private record Pair(String id, String secret) {

        static Pair of(HttpResponse<String> made) {
            return new Pair(
                    json(made).path("id").asString(), json(made).path("secret").asString());
        }
    }

    @AfterEach
    void takeAllOutAgain(Desk desk) {
        keep(desk, Map.of());
    }

    private static void keep(Desk desk, Map<String, Object> keys) {
        var sealed = new Seal(desk.bean(MasterKey.class), "additions").seal(keys);
        desk.bean(ExpiringStore.class).put("additions/aws-keys", sealed, ExpiringStore.FOREVER, desk.now());
        desk.bean(AddedKeys.class).kept().refresh();
    }

    @Test
    void givenAKeyThatIsMade_whenItSigns_thenItActsOnItsRoomAndOnNoOther(Desk desk) throws Exception {
        var made = desk.post(KEYS, FOR_HALL, WRITES);
        var key = Pair.of(made);
        desk.visitors("hall", 2);

        var served =
                signed(desk, key, "POST", "/increment_serving_counter", "{\"event_id\":\"hall\",\"increment_by\":2}");
        var looked = signed(desk, key, "GET", "/api/num_active_tokens?event_id=hall", "");
        var foreign = signed(desk, key, "GET", "/num_active_tokens?event_id=club", "");
        var wrong = signed(desk, new Pair(key.id(), "x" + key.secret()), "GET", "/num_active_tokens?event_id=hall", "");

        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        assertThat(key.id()).matches("GATE[0-9A-F]{16}");
        assertThat(key.secret()).matches("[A-Za-z0-9_-]{40}");
        assertThat(served.body()).isEqualTo("{\"serving_num\":2}");
        assertThat(looked.body()).isEqualTo("{\"active_tokens\":0}");
        assertThat(foreign.body()).isEqualTo("{\"error\":\"Forbidden\"}");
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(desk.get("/panel/api/rooms/hall/ledger", READS).body())
                .contains(
                        "{\"what\":\"AWS key " + key.id() + " for [hall] made\",\"who\":\"API client nightly\"}",
                        "{\"what\":\"let in 2 by hand\",\"who\":\"AWS key " + key.id() + "\"}");
    }

    @Test
    void givenASecret_whenItHasBeenTold_thenItStandsNowhereElse(Desk desk) {
        var key = Pair.of(desk.post(KEYS, FOR_HALL, WRITES));
        desk.signIn();

        var shown = Stream.of(KEYS, SCREEN, "/panel/api/rooms/hall/ledger")
                .map(path -> desk.get(path).body());
        var kept = desk.bean(ExpiringStore.class)
                .get("additions/aws-keys", desk.bean(Clock.class).instant())
                .orElseThrow();

        assertThat(shown).allSatisfy(body -> assertThat(body).contains(key.id()).doesNotContain(key.secret()));
        assertThat(new String(kept, StandardCharsets.UTF_8)).doesNotContain(key.secret(), key.id());
    }

    @Test
    void givenAKey_whenItIsTakenAway_thenNobodyIsBelievedWhoSignsWithIt(Desk desk) throws Exception {
        var key = Pair.of(desk.post(KEYS, FOR_HALL, WRITES));
        var path = KEYS + "/" + key.id();

        var gone = desk.send("DELETE", path, "", WRITES);
        var late = signed(desk, key, "GET", "/num_active_tokens?event_id=hall", "");
        var again = desk.send("DELETE", path, "", WRITES);

        assertThat(gone.statusCode()).isEqualTo(204);
        assertThat(late.statusCode()).isEqualTo(403);
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(again.body()).contains("#unknown-key");
        assertThat(desk.get(KEYS, READS).body()).doesNotContain(key.id());
        assertThat(desk.get("/panel/api/rooms/hall/ledger", READS).body())
                .contains("AWS key " + key.id() + " for [hall] taken away");
    }

    @Test
    void givenManyAtOnce_whenEachMakesAKey_thenAllAreThere(Desk desk) throws Exception {
        var made = Crowd.of(6, () -> Pair.of(desk.post(KEYS, "{\"rooms\":[\"club\",\"hall\",\"club\"]}", WRITES)));

        var all = json(desk.get(KEYS, READS)).path("keys");

        assertThat(all.valueStream().map(key -> key.path("id").asString()))
                .hasSize(7)
                .startsWith(Desk.AWS_KEY)
                .containsAll(made.stream().map(Pair::id).toList());
        assertThat(all.path(6).path("rooms").toString()).isEqualTo("[\"club\",\"hall\"]");
        assertThat(all.path(6).path("madeBy").asString()).isEqualTo("API client nightly");
    }

    @Test
    void givenAKeyOfTheFiles_whenItIsTakenAway_thenThatIsRefused(Desk desk) throws Exception {
        var all = desk.get(KEYS, READS);
        var refused = desk.send("DELETE", KEYS + "/" + Desk.AWS_KEY, "", WRITES);
        var signed =
                signed(desk, new Pair(Desk.AWS_KEY, Desk.SITE_SECRET), "GET", "/num_active_tokens?event_id=club", "");

        assertThat(json(all).path("keys").path(0).path("ofTheFiles").asBoolean())
                .isTrue();
        assertThat(all.body()).doesNotContain(Desk.SITE_SECRET);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("#key-of-the-files");
        assertThat(signed.statusCode()).isEqualTo(200);
    }

    /** Shop has no such API. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {}                           | rooms must name one or more of [club, hall]
            {"rooms":[]}                 | rooms must name one or more of [club, hall]
            {"rooms":["hall","nowhere"]} | was \\"nowhere\\"
            {"rooms":["shop"]}           | which have aws-api enabled, was \\"shop\\"
            {"rooms":["HALL"]}           | was \\"HALL\\"
            {"rooms":[""]}               | was \\"\\"
            {"rooms":"hall"}             | rooms must be a list of texts
            {"rooms":[1]}                | rooms must be a list of texts
            {"rooms":null}               | rooms must be a list of texts
            {"id":"AKIAOFMYOWN"}         | members are [rooms]
            """)
    void givenRoomsThatAKeyCannotBeFor_whenItIsMade_thenItIsRefused(String body, String said, Desk desk) {
        var refused = desk.post(KEYS, body, WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", said);
        assertThat(json(desk.get(KEYS, READS)).path("keys").size()).isEqualTo(1);
    }

    @Test
    void givenAsManyKeysAsThereMayBe_whenOneMoreIsMade_thenItIsRefusedUntilOneIsTakenAway(Desk desk) {
        var settings = Map.of("secret", "s", "rooms[0]", "hall", "made-by", "a", "made-at", "2026-11-21T20:00:00Z");
        var full = new HashMap<String, Object>();
        IntStream.range(0, Additions.MOST)
                .forEach(number -> full.put("GATE" + number, Map.of("settings", settings, "retired", false)));
        keep(desk, full);

        var refused = desk.post(KEYS, FOR_HALL, WRITES);
        desk.send("DELETE", KEYS + "/GATE0", "", WRITES);
        var made = desk.post(KEYS, FOR_HALL, WRITES);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("100 at most");
        assertThat(made.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "secret, short, 'gatehouse.aws-keys.AKIAPANEL.secret: must be set, to 16 characters or more'",
        "rooms, nowhere, 'gatehouse.aws-keys.AKIAPANEL.rooms: must name rooms that there are, was [nowhere]'",
        "rooms, '', 'gatehouse.aws-keys.AKIAPANEL.rooms: must name rooms that there are, was []'"
    })
    void givenAKeyOfTheFilesThatCannotBe_whenItIsRead_thenTheStartStops(
            String setting, String value, String said, Desk desk) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> ofTheFiles(desk, "AKIAPANEL", Map.of(setting, value)))
                .withMessageStartingWith(said);
    }

    /** The variable GATEHOUSE_AWSKEYS_AKIAPANEL_SECRET has lost its case. */
    @Test
    void givenAKeyOfAVariable_whenItIsRead_thenItsIdIsInCapitals(Desk desk) {
        assertThat(ofTheFiles(desk, "akiapanel", Map.of()).find("AKIAPANEL")).isPresent();
        assertThat(ofTheFiles(desk, "AkiaPanel", Map.of()).find("AkiaPanel")).isPresent();
        assertThat(ofTheFiles(desk, "AkiaPanel", Map.of()).find("AKIAPANEL")).isEmpty();
    }

    @Test
    void givenAKeyOfTheFileAndOneOfAVariable_whenTheyDifferInCaseOnly_thenItIsOneAndTheVariableCounts(Desk desk) {
        var variables = Map.<String, Object>of("GATEHOUSE_AWSKEYS_AKIAPANEL_SECRET", Desk.SITE_SECRET);
        var file = Map.<String, Object>of(
                "gatehouse.aws-keys.AKIAPANEL.secret", "another one of the file",
                "gatehouse.aws-keys.AKIAPANEL.rooms", "shop");
        var sources = new MutablePropertySources();
        sources.addLast(new SystemEnvironmentPropertySource("systemEnvironment", variables));
        sources.addLast(new MapPropertySource("file", file));

        var keys = read(desk, new Binder(ConfigurationPropertySources.from(sources)));

        assertThat(keys.all()).containsExactly(keys.find("AKIAPANEL").orElseThrow());
        assertThat(keys.all().get(0).secret()).isEqualTo(Desk.SITE_SECRET);
        assertThat(keys.all().get(0).rooms()).containsExactly("shop");
    }

    private static AccessKeys ofTheFiles(Desk desk, String id, Map<String, String> settings) {
        var all = new HashMap<>(Map.of("secret", Desk.SITE_SECRET, "rooms", "shop"));
        all.putAll(settings);
        var source = new MapConfigurationPropertySource();
        all.forEach((name, value) -> source.put("gatehouse.aws-keys." + id + "." + name, value));
        return read(desk, new Binder(source));
    }

    private static AccessKeys read(Desk desk, Binder settings) {
        var files = settings.bindOrCreate("gatehouse", AwsKeysProperties.class);
        return new AccessKeys(files, desk.bean(AddedKeys.class), desk.bean(Rooms.class), new TreeSet<>());
    }

    @Test
    void givenANodeThatHasReadNoKeyYet_whenTheStoreIsAway_thenItDoesNotSayThatThereIsNone(Desk desk) {
        var key = Pair.of(desk.post(KEYS, FOR_HALL, WRITES));
        var store = desk.bean(ExpiringStore.class);
        var fresh = new AddedKeys(store, desk.bean(MasterKey.class), desk.bean(Clock.class));

        desk.bean(Outage.class).begin();
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> fresh.find(key.id()));
        desk.bean(Outage.class).end();

        assertThat(fresh.find(key.id())).isPresent();
    }

    @Test
    void givenTheScreen_whenAnOwnerMakesAKeyAndTakesItAway_thenItDoesWhatTheApiDoes(Desk desk) {
        var token = desk.signIn().token();

        var none = desk.form(SCREEN, Map.of("csrf", token));
        var wrong = desk.form(SCREEN, Map.of("csrf", token, "rooms", "nowhere"));
        var made = desk.form(SCREEN, Map.of("csrf", token, "rooms", "hall"));
        var id = json(desk.get(KEYS)).path("keys").path(1).path("id").asString();
        var list = desk.get(SCREEN);
        var gone = desk.form(SCREEN + "/" + id + "/take-away", Map.of("csrf", token));
        var again = desk.form(SCREEN + "/" + id + "/take-away", Map.of("csrf", token));

        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("rooms must name one or more", "nowhere");
        assertThat(made.body())
                .contains(
                        "aws_access_key_id = <span>" + id,
                        "Private API URL",
                        "http://localhost:9000/api",
                        "any, like us-east-1");
        assertThat(list.body()).contains(id, "operator alice", "in the configuration files", "AWS keys</a>");
        assertThat(header(gone, "Location")).endsWith("?done=key-gone");
        assertThat(again.statusCode()).isEqualTo(404);
        assertThat(json(desk.get(KEYS)).path("keys").size()).isEqualTo(1);
    }

    @Test
    void givenAnOperator_whenTheyLook_thenTheySeeTheKeysAndCanMakeNone(Desk desk) {
        var token = desk.signIn("oscar").token();

        var list = desk.get(SCREEN).body();
        var refused = desk.form(SCREEN, Map.of("csrf", token, "rooms", "hall"));

        assertThat(list).contains(Desk.AWS_KEY).doesNotContain("Make a key", Desk.SITE_SECRET);
        assertThat(refused.statusCode()).isEqualTo(403);
    }

    private static HttpResponse<String> signed(Desk desk, Pair key, String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                SdkSigner.request(method, desk.address(path), body, desk.bean(Clock.class), key.id(), key.secret());
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
