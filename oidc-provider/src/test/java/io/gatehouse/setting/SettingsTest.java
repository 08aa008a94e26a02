package io.gatehouse.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.GatehouseApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A wrong setting stops the start, and says which, and how it should look. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsTest {

    @TempDir
    Path data;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            gatehouse.store | floppy | gatehouse.store: must be one of embedded, redis, dynamodb, redis+dynamodb, was "floppy"
            gatehouse.issuer | '' | gatehouse.issuer: must be an address like https://shop.example/, was empty
            gatehouse.issuer | http://wait.example.com | gatehouse.issuer: must be https, or http on localhost
            gatehouse.issuer | https://wait.example.com/ | gatehouse.issuer: must have no path
            gatehouse.issuer | wait | gatehouse.issuer: must be https
            gatehouse.clock-offset | 9000h | gatehouse.clock-offset: must be 366d at most
            gatehouse.rooms.shop.rate | fast | gatehouse.rooms.shop.rate:
            gatehouse.rooms.shop.rate | 0/1m | gatehouse.rooms.shop.rate:
            gatehouse.rooms.shop.capacity | -1 | gatehouse.rooms.shop.capacity: must be 0 to 100000000
            gatehouse.rooms.shop.capacity | many | gatehouse.rooms.shop.capacity: must be a whole number, was "many"
            gatehouse.rooms.shop.claim-window | 0s | gatehouse.rooms.shop.claim-window: must be from
            gatehouse.rooms.shop.claim-window | 10min | gatehouse.rooms.shop.claim-window: must be a time like 10m (ms, s, m, h, d), was "10min"
            gatehouse.rooms.shop.admission-renewal | 10m | gatehouse.rooms.shop.admission-renewal: must be two spans, like 10m up to 2h
            gatehouse.rooms.shop.admission-renewal | 10m up to soon | gatehouse.rooms.shop.admission-renewal: must be two spans, like 10m up to 2h
            gatehouse.rooms.shop.admission-renewal | 3h up to 2h | gatehouse.rooms.shop.admission-renewal: must be two spans, like 10m up to 2h: the first from 1s and no longer than the second
            gatehouse.rooms.shop.admission-renewal | 0s up to 2h | gatehouse.rooms.shop.admission-renewal: must be two spans
            gatehouse.rooms.shop.admission-renewal | 1h up to 31d | gatehouse.rooms.shop.admission-renewal: must be two spans
            gatehouse.rooms.shop.admission-renewal | 10m up to 59m | gatehouse.rooms.shop.admission-renewal: must reach up to admission-ttl or further, which is 1h; was "10m up to 59m"
            gatehouse.rooms.shop.grace | 2d | gatehouse.rooms.shop.grace: must be from 0s to 1d, was 2d
            gatehouse.rooms.shop.grace | soon | gatehouse.rooms.shop.grace: must be a time like
            gatehouse.rooms.shop.passes.secret | short | gatehouse.rooms.shop.passes.secret: must have 32 bytes or more for HS256, has 5
            gatehouse.rooms.shop.passes.addresses | shop.example | gatehouse.rooms.shop.passes.addresses: must be addresses, or blocks of them, was shop.example
            gatehouse.rooms.shop.passes.addresses | 192.0.2.0/33 | gatehouse.rooms.shop.passes.addresses: must be addresses, or blocks of them
            gatehouse.rooms.shop.passes.jwk | {"kty":"oct","k":"c2VjcmV0"} | gatehouse.rooms.shop.passes.jwk: must be a public JSON Web Key
            gatehouse.rooms.shop.passes.jwks-uri | http://shop.example/jwks | gatehouse.rooms.shop.passes.jwks-uri: must be https
            gatehouse.rooms.shop.lanes.members.first | false | gatehouse.rooms.shop.lanes.members.weight: must be set, unless
            gatehouse.rooms.shop.lanes.members.weight | 0 | gatehouse.rooms.shop.lanes.members.weight: must be 1 to 1000, was 0
            gatehouse.rooms.shop.lanes.members.weight | -3 | gatehouse.rooms.shop.lanes.members.weight: must be 1 to 1000, was -3
            gatehouse.sites.shop.room | shpo | gatehouse.sites.shop.room: must name one of the rooms [shop]
            gatehouse.sites.shop.secret | short | gatehouse.sites.shop.secret: must be 16 to 256 characters
            gatehouse.sites.shop.preset | nonsense | gatehouse.sites.shop.preset: must be one of alb, cognito, keycloak, wordpress, mod_auth_openidc
            gatehouse.master-key | c2hvcnQ= | gatehouse.master-key: must be 32 random bytes
            server.http2.enabled | true | server.http2.enabled: must be false
            gatehouse.keys.publish-ahead | 5s | gatehouse.keys.publish-ahead must be 10s or more
            gatehouse.events.receivers.hook.url | http://hook.example/ | gatehouse.events.receivers.hook.url: must be https
            gatehouse.events.receivers.hook.kinds | sneezed | gatehouse.events.receivers.hook.kinds: must be of
            gatehouse.events.receivers.hook.secrets | whsec_c2hvcnQ= | gatehouse.events.receivers.hook.secrets: must be whsec_ and 24 to 64 bytes in Base64
            gatehouse.events.receivers.hook.redis | sale | gatehouse.events.receivers.hook.redis: must be an address of Redis
            gatehouse.notices.phones.url | http://phones.example/ | gatehouse.notices.phones.url: must be https
            gatehouse.notices.push.hosts | https://push.example/ | gatehouse.notices.push.hosts: must be names of hosts
            gatehouse.notices.phones.most-of-house | 0 | gatehouse.notices.phones.most-of-house must be from 1
            gatehouse.rooms.shop.notices | pigeon | gatehouse.rooms.shop.notices: must be of [email, sms, voice
            gatehouse.events.answer-within | 1m | gatehouse.events.answer-within must be from 100ms to 20s
            gatehouse.events.longest-pause | 0s | gatehouse.events.longest-pause must be from 100ms to 20s
            """)
    void givenAWrongSetting_whenStarted_thenItIsNamedWithAnExample(
            String property, String value, String message, CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(property, value))).isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", message, property);
        assertThat(output.getOut().toLowerCase(java.util.Locale.ROOT)).contains("example");
        assertThat(output).doesNotContain("\tat org.springframework");
    }

    @ParameterizedTest
    @CsvSource({"admission-renewal, 10m up to 2h", "grace, 5m"})
    void givenTheApiOfAws_whenVisitsCouldGoOnBehindItsTokens_thenThatIsRefused(
            String setting, String value, CapturedOutput output) {
        var property = "gatehouse.rooms.shop." + setting;

        assertThatThrownBy(() -> start(Map.of(property, value, "gatehouse.rooms.shop.aws-api.enabled", "true")))
                .isNotNull();

        assertThat(output).contains(property + ": goes with no aws-api, whose");
    }

    @ParameterizedTest
    @CsvSource({
        "gatehouse.rooms.shop.capasity, gatehouse.rooms.shop.capacity",
        "gatehouse.rooms.shop.claimwindov, gatehouse.rooms.shop.claim-window",
        "gatehouse.sits.shop.room, gatehouse.sites.shop.room",
        "gatehouse.sites.shop.redirect-url, gatehouse.sites.shop.redirect-uris",
        "gatehouse.sites.shop.is-public, gatehouse.sites.shop.public",
        "gatehouse.isuer, gatehouse.issuer",
        "gatehouse.operators.alice.passwort, gatehouse.operators.alice.password",
        "gatehouse.keys.publishahed, gatehouse.keys.publish-ahead",
        "gatehouse.rooms.shop.passes.jwks-url, gatehouse.rooms.shop.passes.jwks-uri",
        "gatehouse.rooms.shop.lanes.members.wait, gatehouse.rooms.shop.lanes.members.weight"
    })
    void givenAMisspeltSetting_whenStarted_thenItIsNamedWithTheOneThatWasMeant(
            String property, String meant, CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(property, "1"))).isNotNull();

        assertThat(output).contains(property + ": there is no such setting. Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            gatehouse.shop.title | gatehouse.rooms.shop.title
            gatehouse.title | gatehouse.rooms.<name>.title
            gatehouse.rooms.title | gatehouse.rooms.<name>.title
            gatehouse.shop.redirect-uris | gatehouse.sites.shop.redirect-uris
            gatehouse.events.hook.url | gatehouse.events.receivers.hook.url
            gatehouse.rooms.shop.members.first | gatehouse.rooms.shop.lanes.members.first
            rooms.shop.title | gatehouse.rooms.shop.title
            """)
    void givenALineThatIsNotIndentedEnough_whenStarted_thenItsPlaceIsNamed(
            String property, String meant, CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(property, "1"))).isNotNull();

        assertThat(output)
                .contains(property + ": there is no such setting here. Did you mean " + meant
                        + "? Look at the indentation");
    }

    /** What {@link EverySettingTest} shows of all settings, over a service that would start. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            capacity: [1] | capacity: must be a whole number, was a list
            rate: [1/1m] | rate: must be a single value, was a list. Example: gatehouse.rooms.sale.rate=200/1m
            capacity: { a: 1 } | capacity: must be a whole number, was a map
            stock: | stock: must be a whole number, was empty
            'lanes: [ { weight: 2 } ]' | lanes: must be a map by names of your choice, each a map of settings like weight
            'schedule: { zone: UTC }' | schedule: must be a list, each entry a map of settings like zone, lobby, doors
            'most-waiting: 5, mostWaiting: 6' | mostwaiting: stands there twice
            """)
    void givenAListOrAMapWhereAValueBelongs_whenStarted_thenItIsNamed(String yaml, String said, CapturedOutput output)
            throws IOException {
        assertThatThrownBy(() -> start(file("gatehouse.rooms.sale: { " + yaml + " }")))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "gatehouse.rooms.sale." + said)
                .doesNotContain("\tat org.springframework");
    }

    @Test
    void givenAStockAndALimitOfEachKind_whenStarted_thenTheLogSaysWhatTheyHaveComeTo(CapturedOutput output)
            throws IOException {
        start(
                file(
                        """
                gatehouse.rooms:
                  shop: { rate: 200/1m, stock: 50, consumed-by: [completed, expired], claim-window: 90s }
                  sale: { capacity: 5, stock: 7, consumed-by: abandoned expired, mode: closed }
                """));

        assertThat(output)
                .contains(
                        "room shop: rate 200/1m, capacity none, stock 50, consumed by completed expired, mode queueing")
                .contains("room sale: rate none, capacity 5, stock 7, consumed by abandoned expired, mode closed")
                .contains("gatehouse.rooms.shop.claim-window is 90s: visitors who read slowly")
                .contains("gatehouse.sites.shop.slot-after-logout is kept, and room shop has a stock")
                .doesNotContain("gatehouse.rooms.sale.claim-window is")
                .doesNotContain("was not registered (disabled)", "Consider publishing a single");
    }

    @Test
    void givenADefaultLaneThatIsToBeFirst_whenStarted_thenItIsNamed(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("gatehouse.rooms.shop.lanes.default.first", "true")))
                .isNotNull();

        assertThat(output).contains("gatehouse.rooms.shop.lanes.default: the lane default cannot be first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "RS256", "hs256"})
    void givenAnAlgorithmThatIsNoneOfASecret_whenStarted_thenItIsNamed(String algorithm, CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(
                        "gatehouse.rooms.shop.passes.secret",
                        "0123456789abcdef0123456789abcdef",
                        "gatehouse.rooms.shop.passes.algorithms",
                        "HS256," + algorithm)))
                .isNotNull();

        assertThat(output)
                .contains("gatehouse.rooms.shop.passes.algorithms: must be among [HS256, HS384, HS512] with a secret,"
                        + " was "
                        + algorithm)
                .doesNotContain("0123456789abcdef");
    }

    @ParameterizedTest
    @CsvSource({
        "schedule[0].lobby, 2026-11-27T11:00, schedule[0]: lobby must not be after doors",
        "schedule[0].at-close, later, 'schedule[0]: at-close is one of [let-in, end]'",
        "schedule[0].zone, Atlantis, schedule[0]: zone must be a time zone",
        "schedule[0].draw, reciepts, 'schedule[0]: draw must be \"receipts\", or the name'",
        "schedule[0].door, x, schedule[0].door: there is no such setting. Did you mean"
                + " gatehouse.rooms.shop.schedule.doors?",
        "mode, open, 'mode: a mode is one of [queueing'"
    })
    void givenADateThatIsNone_whenStarted_thenItIsNamed(
            String setting, String value, String said, CapturedOutput output) {
        var settings = new LinkedHashMap<>(Map.of(
                "gatehouse.rooms.shop.schedule[0].zone", "UTC",
                "gatehouse.rooms.shop.schedule[0].lobby", "2026-11-27T09:00",
                "gatehouse.rooms.shop.schedule[0].doors", "2026-11-27T10:00"));
        settings.put("gatehouse.rooms.shop." + setting, value);

        assertThatThrownBy(() -> start(settings)).isNotNull();

        assertThat(output).contains("gatehouse.rooms.shop." + said).doesNotContain("\tat org.springframework");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gatehouse.sites.shop.secret",
                "gatehouse.rooms.shop.title",
                "spring.data.redis.password",
                "server.ssl.key-store-password",
                "management.server.address",
                "spring.ssl.bundle.jks.redis.truststore.password"
            })
    void givenAVariableThatIsNotSet_whenStarted_thenItIsNamed(String property, CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(property, "${SET_NOWHERE}"))).isNotNull();

        assertThat(output)
                .contains(property + ": is ${SET_NOWHERE}, and the variable SET_NOWHERE is not set")
                .doesNotContain("\tat org.springframework");
    }

    @Test
    void givenATabInTheFile_whenStarted_thenASentenceSaysWhere(CapturedOutput output) throws IOException {
        assertThatThrownBy(() -> start(file("gatehouse:\n\tmaster-key: topsecret\n")))
                .isNotNull();

        assertThat(output)
                .contains("the YAML file is wrong at line 2, column 1: there is a tab")
                .doesNotContain("topsecret", "\tat org.springframework");
    }

    @Test
    void givenAnotherMasterKeyThanBefore_whenStarted_thenItIsNamed(CapturedOutput output) {
        start(Map.of("gatehouse.master-key", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="));

        assertThatThrownBy(() -> start(Map.of("gatehouse.master-key", "MTEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")))
                .isNotNull();

        assertThat(output)
                .contains("gatehouse.master-key: is not the one that the signing keys in the store were made with")
                .doesNotContain("\tat org.springframework");
    }

    @Test
    void givenAReceiverOfARoomThatIsNotThere_whenStarted_thenThatRoomIsNamed(CapturedOutput output) {
        start(Map.of(
                "gatehouse.events.receivers.hook.url", "http://localhost:9/",
                "gatehouse.events.receivers.hook.secrets", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "gatehouse.events.receivers.hook.rooms", "shop,shpo"));

        assertThat(output)
                .contains("gatehouse.events.receivers.hook.rooms: there is no room shpo;")
                .doesNotContain("there is no room shop");
    }

    @Test
    void givenAWebhookForPhonesOfNoCountry_whenStarted_thenTheSettingIsNamed(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(
                        "gatehouse.notices.phones.url", "http://localhost:9/",
                        "gatehouse.notices.phones.secrets", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")))
                .isNotNull();

        assertThat(output)
                .contains("gatehouse.notices.phones.countries: must be codes of countries (ISO 3166), was []")
                .doesNotContain("\tat org.springframework");
    }

    @Test
    void givenARegionWithABlank_whenStarted_thenItIsNamed(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of(
                        "gatehouse.events.receivers.bus.event-bus", "sale",
                        "gatehouse.events.receivers.bus.region", "eu central-1")))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START", "gatehouse.events.receivers.bus.region: must be the name of a")
                .doesNotContain("\tat org.springframework");
    }

    @Test
    void givenSettingsInEveryWriting_whenRead_thenTheyAreKnown() throws Exception {
        var names = SettingNames.load(getClass().getClassLoader());

        for (var known : new String[] {
            "gatehouse.issuer",
            "gatehouse.store",
            "gatehouse.master-key",
            "gatehouse.masterkey",
            "gatehouse.rooms",
            "gatehouse.rooms.shop",
            "gatehouse.rooms.shop.claim-window",
            "gatehouse.rooms.shop.claimwindow",
            "gatehouse.sites.shop.redirect-uris[0]",
            "gatehouse.sites.shop.redirect-uris",
            "gatehouse.sites.shop.entries.drop42",
            "gatehouse.sites.shop.public",
            "gatehouse.api-clients.nightly.scopes[1]",
            "gatehouse.operators.alice.password",
            "gatehouse.turnstile.tick"
        }) {
            assertThat(names.isKnown(
                            org.springframework.boot.context.properties.source.ConfigurationPropertyName.of(known)))
                    .as(known)
                    .isTrue();
        }
    }

    @Test
    void givenTheEnvironmentOfAKubernetesService_whenStarted_thenItIsNotTakenForSettings() {
        initialize(Map.of("GATEHOUSE_SERVICE_HOST", "10.0.0.1", "GATEHOUSE_PORT_9000_TCP", "x"));
        initialize(Map.of(
                "GATEHOUSE_REDIS_MASTER_SERVICE_HOST",
                "10.0.0.1",
                "GATEHOUSE_REDIS_MASTER_SERVICE_PORT_TCP_REDIS",
                "6379",
                "GATEHOUSE_REDIS_MASTER_PORT",
                "tcp://10.0.0.1:6379",
                "GATEHOUSE_REDIS_MASTER_PORT_6379_TCP_PROTO",
                "tcp"));
    }

    @Test
    void givenAMisspeltVariable_whenStarted_thenItIsNamed() {
        assertThatThrownBy(() -> initialize(Map.of("GATEHOUSE_ROOMS_SHOP_CAPASITY", "5")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.rooms.shop.capacity");
    }

    private Map<String, String> file(String yaml) throws IOException {
        var file = Files.writeString(data.resolve("gatehouse.yaml"), yaml);
        return Map.of("spring.config.additional-location", "file:" + file);
    }

    private static void initialize(Map<String, Object> variables) {
        try (var context = new StaticApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
            org.springframework.boot.context.properties.source.ConfigurationPropertySources.attach(
                    context.getEnvironment());
            new SettingsCheck().initialize(context);
        }
    }

    private void start(Map<String, String> wrong) {
        var settings = new LinkedHashMap<>(Map.of(
                "server.port", "0",
                "gatehouse.issuer", "http://localhost:9000",
                "gatehouse.data", data.toString(),
                "gatehouse.rooms.shop.title", "Shop",
                "gatehouse.sites.shop.room", "shop",
                "gatehouse.sites.shop.secret", "a-secret-of-more-than-16-characters",
                "gatehouse.sites.shop.redirect-uris", "http://localhost:9/callback"));
        settings.putAll(wrong);
        var arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        SpringApplication.run(GatehouseApplication.class, arguments).close();
    }
}
