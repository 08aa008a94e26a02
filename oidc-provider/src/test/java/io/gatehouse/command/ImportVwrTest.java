package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.awsapi.AwsClient;
import io.gatehouse.flow.RunningGatehouse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The line of an event of the old stack is brought from its exports. */
class ImportVwrTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.aws-api.enabled=true",
                    "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.operate")
            .standing();

    @TempDir
    private Path folder;

    private final AwsClient client = new AwsClient(gatehouse, "", "192.0.2.1");
    private String told = "";

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
        gatehouse.tick();
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
                "{\"Items\":[]} | 495 of the 495 numbers that wait have no row",
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
                "'' | no line with serving_counter",
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
        assertThat(run("", "--event=shop", "--dry-run", "--undo")).isEqualTo(2);
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
        return client.gets("/queue_num", "event_id", "shop", "request_id", id)
                .json()
                .path("queue_number")
                .asLong();
    }
}
