package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The line of an event of the old stack is brought from its exports. */
class ImportVwrTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.rooms.sized.capacity=3",
                    "gatehouse.rooms.sized.aws-api.enabled=true",
                    "gatehouse.rooms.sized.aws-api.token-issuer=" + OldTokens.ISSUER,
                    "gatehouse.rooms.sized.aws-api.private-key=" + OldTokens.KEY.toJSONString(),
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.operate")
            .standing();

    private static final Duration GATE_REMEMBERS = Duration.ofSeconds(6);

    @TempDir
    private Path folder;

    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");
    private String told = "";

    /** An old stack that gives its next number whenever it has been read. */
    private static final class Growing implements OldStack {

        private int given = 3;

        @Override
        public String name() {
            return "table";
        }

        @Override
        public List<Item> positions() {
            return IntStream.rangeClosed(1, given++)
                    .mapToObj(n -> new Item(
                            Map.of("request_id", id(n), "event_id", "shop"),
                            Map.of("queue_position", String.valueOf(n), "entry_time", "1700000000")))
                    .toList();
        }

        @Override
        public Optional<List<Item>> tokens() {
            return Optional.empty();
        }

        @Override
        public Optional<Expiry> expiry() {
            return Optional.empty();
        }

        @Override
        public List<Item> serving(Expiry expiry) {
            return List.of();
        }

        @Override
        public Optional<String> key() {
            return Optional.empty();
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of("serving_counter", 0L, "queue_counter", (long) given++);
        }
    }

    @Test
    void givenAStackThatGivesNumbersMeanwhile_whenItsLineIsRead_thenARehearsalIsNotRefused() throws Exception {
        var line = OldLine.read(new Growing(), "shop", true);

        assertThat(line.visitors()).startsWith(id(1), id(2), id(3), id(4)).hasSize(5);
        assertThat(line.remarks()).containsExactly("1 numbers have no visitor: their turns will lapse");
        assertThatThrownBy(() -> OldLine.read(new Growing(), "shop", false))
                .hasMessageContaining("queue_counter went from 3 to 5 while the table was read");
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.reopens("sized");
        gatehouse.tick();
    }

    /**
     * 1 was not there in time, 2 and 6 are inside, 3 was burnt, 4 has completed, 5 was called and has taken
     * no token yet, and 7 to 9 wait.
     */
    private OldTokens event() throws IOException {
        var now = gatehouse.clock().instant().getEpochSecond();
        var tokens = new OldTokens("sized", now - 100);
        Files.writeString(
                folder.resolve("positions.json"),
                IntStream.of(1, 2, 4, 5, 6, 7, 8, 9)
                        .mapToObj(n -> row(n, n).replace("shop", "sized"))
                        .collect(Collectors.joining(",", "{\"Items\":[", "]}")));
        Files.writeString(
                folder.resolve("counters.txt"), "serving_counter 6\nqueue_counter 9\nmax_queue_position_expired 1\n");
        Files.writeString(
                folder.resolve("tokens.json"),
                Stream.of(tokens.row(id(2), 3600, 0), tokens.row(id(4), 3600, 1), tokens.row(id(6), 900, 0))
                        .collect(Collectors.joining(",", "{\"Items\":[", "],\"Count\":3}")));
        return tokens;
    }

    @Test
    void givenVisitorsInside_whenImportedTwice_thenTheirTokensVerifyAndNoOtherIsCalledBeforeOneOfThemLeaves()
            throws Exception {
        var tokens = event();

        for (var n = 0; n < 2; n++) {
            assertThat(imports("sized", "--to=" + gatehouse.issuer())).as(told).isZero();
            assertThat(told)
                    .contains("up to number 1 no visitor is brought")
                    .contains("2 visitors are inside, 1 were called and have no token yet, and for 2 of the called")
                    .contains("3 numbers wait, from 7 to 9")
                    .endsWith("the next newcomer gets number 10\n");
            gatehouse.tick();
        }

        assertThat(client.gets("/serving_num", "event_id", "sized").text("serving_counter"))
                .isEqualTo("6");
        assertThat(IntStream.of(2, 5, 6, 7, 9).mapToLong(n -> number("sized", id(n))))
                .containsExactly(2L, 5L, 6L, 7L, 9L);
        assertThat(number("sized", id(1))).isZero();
        var seen = gatehouse.room("sized").snapshot();
        assertThat(List.of(seen.admitted(), seen.turns(), seen.waiting())).containsExactly(2L, 1L, 3L);
        assertThat(verified(tokens.signed(id(2), 2, 3600))).isEqualTo(200);
        assertThat(verified(tokens.signedWithoutKid(id(6), 6, 900))).isEqualTo(200);
        assertThat(verified(tokens.signed(id(4), 4, 3600))).isEqualTo(401);
        assertThat(verified(tokens.signed(id(5), 5, 3600))).isEqualTo(401);
        assertThat(IntStream.of(2, 6, 5)
                        .mapToObj(n -> token(id(n)).json().path("expires_in").asInt()))
                .containsExactly(3500, 800, 3600);
        assertThat(SignedJWT.parse(token(id(2)).text("access_token"))
                        .getJWTClaimsSet()
                        .getIssueTime())
                .isEqualTo(Date.from(Instant.ofEpochSecond(tokens.issuedAt())));
        assertThat(token(id(4)).status()).isEqualTo(410);
        assertThat(token(id(7)).status()).isEqualTo(202);

        assertThat(ends(id(2))).isEqualTo(200);
        gatehouse.elapse(GATE_REMEMBERS);

        assertThat(token(id(7)).status()).isEqualTo(200);
        assertThat(token(id(8)).status()).isEqualTo(202);
        assertThat(verified(tokens.signed(id(2), 2, 3600))).isEqualTo(401);
    }

    /**
     * The old stack, which keeps a called number for 900 seconds, stopped 100 seconds ago, after the token of
     * 2: 1 and 4 were called 150 seconds before that, where 4 joined 100 seconds before; 5 and 6 were called
     * a second too early, and 7 has 200 seconds left. Of 8 no row tells.
     */
    @Test
    void givenTheTableOfServingCounters_whenImportedTwice_thenCalledNumbersKeepWhatIsLeftOfTheirTime()
            throws Exception {
        var tokens = event();
        var stopped = tokens.issuedAt();
        var positions = folder.resolve("positions.json");
        Files.writeString(positions, Files.readString(positions).replace("1700000004", String.valueOf(stopped - 100)));
        var serving = folder.resolve("serving.json");
        Files.writeString(
                serving,
                Stream.of(called(4, stopped - 150), called(6, stopped - 901), called(7, stopped - 700))
                        .collect(Collectors.joining(",", "{\"Items\":[", "]}")));
        Files.writeString(
                folder.resolve("counters.txt"), "serving_counter 8\nqueue_counter 9\nmax_queue_position_expired 0\n");
        Files.writeString(folder.resolve("tokens.json"), "{\"Items\":[" + tokens.row(id(2), 3600, 1) + "]}");

        for (var n = 0; n < 2; n++) {
            assertThat(imports(
                            "sized", "--to=" + gatehouse.issuer(), "--serving-table=" + serving, "--expiry-period=900"))
                    .as(told)
                    .isZero();
            assertThat(told).contains("0 visitors are inside, 4 were called and have no token yet, and for 4 of");
        }

        assertThat(IntStream.of(1, 4, 7, 8).mapToObj(n -> expiry(id(n))).map(AwsClient.Answer::body))
                .as("7 has what the move takes, and 8 a claim window")
                .containsExactly(
                        "{\"expires_in\":750}", "{\"expires_in\":800}", "{\"expires_in\":300}", "{\"expires_in\":600}");
        assertThat(IntStream.of(5, 6).mapToObj(n -> token(id(n)).status())).containsExactly(410, 410);
        assertThat(token(id(1)).status()).isEqualTo(200);
    }

    private static String called(long counter, long moment) {
        return "{\"event_id\":{\"S\":\"sized\"},\"serving_counter\":{\"N\":\"" + counter
                + "\"},\"issue_time\":{\"N\":\"" + moment + "\"},\"queue_positions_served\":{\"N\":\"0\"}}";
    }

    private AwsClient.Answer expiry(String id) {
        return client.gets("/queue_pos_expiry", "event_id", "sized", "request_id", id);
    }

    @Test
    void givenATableThatHasNoServingCounters_whenImported_thenItIsSaidAndNothingIsChanged() throws IOException {
        event();
        var expiry = "--expiry-period=900";

        assertThat(imports("sized", "--dry-run", "--serving-table=" + folder.resolve("tokens.json"), expiry))
                .isEqualTo(1);
        assertThat(told).contains("is it the table of serving counters?");
        assertThat(imports("sized", "--dry-run", "--serving-table=" + folder.resolve("tokens.json")))
                .isEqualTo(2);
        assertThat(imports("sized", "--dry-run", expiry)).isEqualTo(2);
        assertThat(imports("sized", "--dry-run", "--serving-table=x", "--expiry-period=0"))
                .isEqualTo(2);
    }

    @Test
    void givenAnImport_whenItIsTakenBack_thenWhoHasGoneOnHereAndNewcomersStay() throws Exception {
        var tokens = event();
        imports("sized", "--to=" + gatehouse.issuer());
        assertThat(token(id(5)).status()).isEqualTo(200);
        var newcomer = client.joins("sized");

        assertThat(imports("sized", "--undo", "--to=" + gatehouse.issuer()))
                .as(told)
                .isZero();

        assertThat(told)
                .as("those who wait come first, and get no slot of those inside")
                .containsSubsequence("looked at 3 of 8", "looked at 8 of 8", "took back 5 of 8");
        gatehouse.elapse(GATE_REMEMBERS);
        assertThat(verified(tokens.signed(id(2), 2, 3600))).isEqualTo(401);
        assertThat(token(id(5)).status()).isEqualTo(200);
        assertThat(token(id(7)).status()).isEqualTo(410);
        assertThat(number("sized", newcomer)).isEqualTo(10);
        assertThat(imports("sized", "--undo", "--to=" + gatehouse.issuer())).isZero();
        assertThat(told).contains("took back 0 of 8");
        gatehouse.tick();
        assertThat(token(newcomer).status()).isEqualTo(200);
    }

    @Test
    void givenTheSecretOfTheKey_whenTheRoomSignsWithAnother_thenNothingIsBroughtAndTheKeyIsNotPrinted()
            throws Exception {
        event();
        var secret = folder.resolve("secret.json");
        var key = new RSAKeyGenerator(2048).generate();
        var other = key.toJSONString();
        for (var text :
                List.of(other, "{\"SecretString\":" + JsonMapper.shared().writeValueAsString(other) + "}")) {
            Files.writeString(secret, text);

            assertThat(imports("sized", "--to=" + gatehouse.issuer(), "--jwk=" + secret))
                    .isEqualTo(1);
            assertThat(told).contains("signs with another key");
            isNotPrinted(key);
        }
        for (var text : List.of(
                "",
                "no key",
                OldTokens.KEY.toPublicJWK().toJSONString(),
                "{\"kty\":\"RSA\"}",
                other.substring(1),
                other.replace("\"n\"", "\"m\""))) {
            Files.writeString(secret, text);

            assertThat(imports("sized", "--dry-run", "--jwk=" + secret)).isEqualTo(1);
            assertThat(told).contains("no private RSA key");
            isNotPrinted(key);
        }
        assertThat(imports("sized", "--dry-run", "--jwk=")).isEqualTo(2);
        assertThat(number("sized", id(7))).isZero();

        Files.writeString(secret, OldTokens.KEY.toJSONString());
        assertThat(imports("sized", "--to=" + gatehouse.issuer(), "--jwk=" + secret))
                .as(told)
                .isZero();
        assertThat(told).contains("a private key of 2048 bits");
        assertThat(number("sized", id(7))).isEqualTo(7);
    }

    private void isNotPrinted(RSAKey key) {
        assertThat(told)
                .doesNotContain(key.getPrivateExponent().toString())
                .doesNotContain(key.getFirstPrimeFactor().toString());
    }

    @Test
    void givenARehearsalWithTokens_whenItIsRun_thenItTellsWhoIsInsideAndNothingIsChanged() throws IOException {
        event();

        assertThat(imports("sized", "--dry-run")).isZero();

        assertThat(told).contains("2 visitors are inside", "this was a rehearsal");
        assertThat(number("sized", client.joins("sized"))).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"Items\":[ | no whole export",
                "{\"Items\":[{}]} | is it the table of tokens?",
                "{\"Items\":[{\"request_id\":{\"S\":\"x\"},\"issued_at\":{\"N\":\"1\"},\"expires\":{\"N\":\"x\"}}]} | table of tokens?",
                "{\"Items\":[{\"request_id\":{\"S\":\"x\"},\"issued_at\":{\"N\":\"1\"},\"expires\":{\"N\":\"2\"},"
                        + "\"session_status\":{\"N\":\"0\"}}]} | another event",
            })
    void givenTokensThatAreNotWhole_whenImported_thenItIsSaidAndNothingIsChanged(String table, String says)
            throws IOException {
        event();
        Files.writeString(folder.resolve("tokens.json"), table);

        assertThat(imports("sized", "--to=" + gatehouse.issuer())).isEqualTo(1);
        assertThat(told).contains(says);
        assertThat(number("sized", client.joins("sized"))).isEqualTo(1);
    }

    private int imports(String event, String... options) {
        return run(
                client.bearer("nightly", "rooms.operate") + "\n",
                Stream.concat(
                                Stream.of(folder.resolve("tokens.json").toString(), "--event=" + event),
                                Stream.of(options))
                        .toArray(String[]::new));
    }

    private static int verified(String token) {
        return Login.get(gatehouse.issuer() + "/verify?room=sized", "Bearer " + token)
                .status();
    }

    private AwsClient.Answer token(String id) {
        return client.posts("/generate_token", Map.of("event_id", "sized", "request_id", id));
    }

    private int ends(String id) {
        return client.sends(client.request("/update_session")
                        .header("Authorization", "Bearer " + client.bearer("nightly", "rooms.operate"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                "{\"event_id\":\"sized\",\"request_id\":\"" + id + "\",\"status\":1}")))
                .status();
    }

    /** 7 was burnt; 9 was given twice, and 10 never. */
    @Test
    void givenALineWithABurntNumberAndOneGivenTwice_whenImportedTwice_thenAllOthersKeepTheirs() throws IOException {
        scan(row(5, 1), row(6, 2), row(8, 3), row(9, 4), row(9, 5), row(11, 6));
        counters(5, 11);

        for (var n = 0; n < 2; n++) {
            assertThat(imports("rooms.operate")).as(told).isZero();
            assertThat(told)
                    .contains("number 9 was given twice: request id " + id(5) + " gets 10")
                    .contains("1 numbers have no visitor")
                    .endsWith("the next newcomer gets number 12\n");
        }
        gatehouse.tick();

        assertThat(client.gets("/serving_num", "event_id", "shop").text("serving_counter"))
                .isEqualTo("5");
        assertThat(IntStream.rangeClosed(2, 6).mapToObj(ImportVwrTest::id).map(this::number))
                .containsExactly(6L, 8L, 9L, 10L, 11L);
        assertThat(number(client.joins("shop"))).isEqualTo(12);
    }

    @Test
    void givenAnExportToS3OfMoreThanACallTakes_whenImported_thenAllWaitInOrder() throws IOException {
        var data = Files.createDirectories(folder.resolve("positions.json/AWSDynamoDB/01/data"));
        Files.writeString(data.resolveSibling("manifest-summary.json"), "{\"itemCount\":1001}");
        try (var out =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(data.resolve("a.json.gz"))), UTF_8)) {
            for (var n = 1001; n > 0; n--) {
                out.write("{\"Item\":" + row(n, n) + "}\n");
            }
        }
        counters(0, 1001);

        assertThat(imports("rooms.operate")).as(told).isZero();

        Files.writeString(data.resolveSibling("manifest-summary.json"), "{\"itemCount\":1002}");
        assertThat(imports("rooms.operate")).isEqualTo(1);
        assertThat(told).contains("has 1001 rows of 1002");
        assertThat(List.of(number(id(1)), number(id(1000)), number(id(1001)))).containsExactly(1L, 1000L, 1001L);
    }

    @Test
    void givenARehearsal_whenItIsRun_thenItTellsTheLineAndNothingIsChanged() throws IOException {
        scan(row(6, 1));
        counters(5, 6);

        assertThat(run("", "--event=shop", "--dry-run")).isZero();

        assertThat(told).contains("1 numbers wait, from 6 to 6", "this was a rehearsal");
        assertThat(number(client.joins("shop"))).isEqualTo(1);
    }

    @Test
    void givenANodeThatRefuses_whenImported_thenItsReasonIsToldAndNothingIsChanged() throws IOException {
        scan(row(6, 1));
        counters(5, 6);
        assertThat(imports("rooms.read")).isEqualTo(1);
        assertThat(told).contains(" answered 403: ", "0 of 1 numbers were confirmed");

        var newcomer = client.joins("shop");

        assertThat(imports("rooms.operate")).isEqualTo(1);
        assertThat(told).contains(" answered 409: The room has visitors");
        assertThat(number(newcomer)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"Items\":[ | no whole export",
                "%PDF-1.7 | no whole export",
                "{} | has neither Items",
                "{\"Items\":[],\"NextToken\":\"x\"} | first part of a scan",
                "{\"Items\":[],\"Count\":7} | has 0 rows of 7",
                "{\"Items\":[{}]} | without a request_id",
                "{\"Items\":[{\"request_id\":{\"S\":\"x\"},\"queue_position\":{\"N\":\"-1\"}}]} | without a request_id",
                "{\"Items\":[{\"request_id\":{\"S\":\"x\"},\"queue_position\":{\"N\":\"1\"}}]} | another event",
                "{\"Items\":[]} | 495 of the 495 numbers have no row",
            })
    void givenATableThatIsNotWhole_whenImported_thenItIsSaid(String table, String says) throws IOException {
        Files.writeString(folder.resolve("positions.json"), table);
        counters(5, 500);

        assertThat(imports("rooms.operate")).isEqualTo(1);
        assertThat(told).contains(says);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | no line with queue_counter",
                "serving_counter 1 | no line with queue_counter",
                "serving_counter 1.5;queue_counter 6 | no line with serving_counter",
                "serving_counter 1;serving_counter 2;queue_counter 6 | two values",
                "serving_counter 1;queue_counter 5 | but the table has number 6",
                "serving_counter 1;queue_counter 999999999999 | cannot be right",
            })
    void givenCountersThatCannotBe_whenImported_thenItIsSaid(String counters, String says) throws IOException {
        scan(row(6, 1));
        Files.writeString(folder.resolve("counters.txt"), counters.replace(';', '\n'));

        assertThat(imports("rooms.operate")).isEqualTo(1);
        assertThat(told).contains(says);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://wait.example", "ftp://localhost", "wait.example", "https://a b"})
    void givenAnAddressThatIsNotSafe_whenImported_thenTheTokenIsNotSent(String to) throws IOException {
        scan(row(6, 1));
        counters(5, 6);

        assertThat(run("token", "--event=shop", "--to=" + to)).isEqualTo(1);
        assertThat(told).contains("--to must be");
    }

    @Test
    void givenWrongArguments_whenRun_thenTheUsageIsPrinted() throws IOException {
        assertThat(run("", "--event=shop")).isEqualTo(2);
        assertThat(run("", "--dry-run")).isEqualTo(2);
        assertThat(run("", "--event=shop", "--dry-run", "--undone")).isEqualTo(2);
        assertThat(run("", "--event=shop", "--dry-run")).isEqualTo(1);
        assertThat(told).contains("there is no ");
        scan(row(6, 1));
        counters(5, 6);
        assertThat(run("not a token", "--event=shop", "--to=" + gatehouse.issuer()))
                .isEqualTo(1);
        assertThat(told).contains("must be a token");
    }

    private int imports(String scope) {
        return run(client.bearer("nightly", scope) + "\n", "--event=shop", "--to=" + gatehouse.issuer());
    }

    private int run(String token, String... options) {
        var printed = new ByteArrayOutputStream();
        var arguments = IntStream.range(0, options.length + 3)
                .mapToObj(n -> switch (n) {
                    case 0 -> "import-vwr";
                    case 1 -> folder.resolve("positions.json").toString();
                    case 2 -> folder.resolve("counters.txt").toString();
                    default -> options[n - 3];
                })
                .toArray(String[]::new);
        var status = ImportVwrCommand.run(
                arguments, new ByteArrayInputStream(token.getBytes(UTF_8)), new PrintStream(printed, true, UTF_8));
        told = printed.toString(UTF_8);
        return status;
    }

    private void scan(String... rows) throws IOException {
        Files.writeString(
                folder.resolve("positions.json"),
                List.of(rows).stream()
                        .collect(Collectors.joining(",", "{\"Items\":[", "],\"Count\":" + rows.length + "}")));
    }

    private void counters(long serving, long queue) throws IOException {
        Files.writeString(
                folder.resolve("counters.txt"),
                "token_counter 3\nserving_counter " + serving + "\nqueue_counter \"" + queue + "\"\n");
    }

    private static String row(long number, int visitor) {
        return "{\"request_id\":{\"S\":\"" + id(visitor)
                + "\"},\"event_id\":{\"S\":\"shop\"},\"queue_position\":{\"N\":\"" + number
                + "\"},\"entry_time\":{\"N\":\"" + (1_700_000_000 + visitor) + "\"},\"status\":{\"N\":\"1\"}}";
    }

    private static String id(int visitor) {
        return String.format(Locale.ROOT, "0b1c2d3e-4f50-4a61-8b72-%012x", visitor);
    }

    private long number(String id) {
        return number("shop", id);
    }

    private long number(String event, String id) {
        return client.gets("/queue_num", "event_id", event, "request_id", id)
                .json()
                .path("queue_number")
                .asLong();
    }
}
