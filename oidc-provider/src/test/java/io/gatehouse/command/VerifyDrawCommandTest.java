package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class VerifyDrawCommandTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    private ObjectNode data = new JsonMapper().createObjectNode();
    private String receipt = "";
    private List<String> marks = List.of();

    @BeforeEach
    void aDrawIsPublished() throws IOException {
        data = aDraw(0);
    }

    /** The one of this number among the vectors. */
    private ObjectNode aDraw(int number) throws IOException {
        var file = Files.readString(Path.of("../docs/operate/draw-vectors.json"));
        var vector = new JsonMapper().readTree(file).path(number);
        receipt = vector.path("entrants").path(2).path("receipt").asString();
        marks = vector.path("entrants")
                .valueStream()
                .map((JsonNode entrant) -> entrant.path("mark").asString())
                .toList();
        return (ObjectNode) vector.path("data");
    }

    @Test
    void givenWhatWasPublished_whenAReceiptIsVerified_thenItsPositionIsSaid() throws IOException {
        assertThat(verify(receipt)).isZero();

        assertThat(line())
                .isEqualTo("the seed is the one that was committed to, the receipt is genuine:"
                        + " entry 3 of 7 has drawn position 5");
    }

    @ParameterizedTest
    @CsvSource({
        "seed, the seed is not the one that was committed to",
        "commitment, the seed is not the one that was committed to",
        "receipts, 'the public value is not the hash over the receipts, as was announced'",
        "publicValue, 'the public value is not the hash over the receipts, as was announced'",
        "key, 'the order was not made of this seed, these entrants and this public value'"
    })
    void givenSomethingElseThanWasPublished_whenAReceiptIsVerified_thenItSaysWhatDoesNotFit(String name, String said)
            throws IOException {
        data.put(name, "0".repeat(64));

        assertThat(verify(receipt)).isEqualTo(1);
        assertThat(line()).isEqualTo(said);
    }

    @Test
    void givenTheSeed_whenSomebodyForgesAReceipt_thenTheListOfMarksShowsIt() throws IOException {
        var draw = new Draw(
                data.path("room").asString(),
                data.path("id").asString(),
                data.path("source").asString());
        var forged = new Seed(data.path("seed").asString())
                .receipts(draw)
                .of(3, "0".repeat(16))
                .toString();

        assertThat(verify(forged)).isZero();
        assertThat(verify(forged, marks)).isEqualTo(1);
        assertThat(line()).endsWith("entry 3 is another place's: this receipt was not given out at the time");
        assertThat(verify(receipt, marks)).isZero();
        assertThat(verify(receipt, marks.subList(0, 6))).isEqualTo(1);
        assertThat(line()).endsWith("the list of marks is not the one that the hash over the receipts binds");
    }

    @ParameterizedTest
    @CsvSource({
        "entrants, '\"7\"', entrants must be a whole number",
        "entrants, 7.5, entrants must be a whole number",
        "entrants, 0, 'entrants must be 1 to 1000000000, were 0'",
        "entrants, 1000000001, 'entrants must be 1 to 1000000000, were 1000000001'",
        "seed, 7, seed must be a text",
        "seed, '\"5EED\"', seed must be 64 hexadecimal digits in lower case",
        "room, '\"Shop\"', 'room must be 1 to 63 of a-z, 0-9 and inner hyphens, was \"Shop\"'",
        "format, '\"gatehouse draw 2\"', 'format must be \"gatehouse draw 1\", was \"gatehouse draw 2\"'"
    })
    void givenWhatIsNoDraw_whenAReceiptIsVerified_thenItSaysWhatIsWrong(String name, String value, String said)
            throws IOException {
        data.set(name, new JsonMapper().readTree(value));

        assertThat(verify(receipt)).isEqualTo(1);
        assertThat(line()).isEqualTo("cannot read what was published: " + said);
    }

    @Test
    void givenADrawThatCountsNetworks_whenItsListOfMarksIsGiven_thenThoseBehindAreTheseAndNoOthers()
            throws IOException {
        data = aDraw(8);

        assertThat(verify(receipt, marks)).isZero();
        assertThat(line()).endsWith("entry 3 of 7 has drawn position 7");
        data.put("behind", "3");
        assertThat(verify(receipt)).isEqualTo(1);
        assertThat(line()).endsWith("the order was not made of this seed, these entrants and this public value");
        data.put("format", "gatehouse draw 1");
        assertThat(verify(receipt)).isEqualTo(1);
        assertThat(line()).contains("format must be \"gatehouse draw 2\", was \"gatehouse draw 1\"");
    }

    @Test
    void givenADrawInWhichAsManyStandBehindAsCan_whenAReceiptIsVerified_thenItsPositionIsSaid() throws IOException {
        data = aDraw(8);
        var draw = new Draw(
                data.path("room").asString(),
                data.path("id").asString(),
                data.path("source").asString(),
                data.path("mostPerNetwork").asInt());
        var behind = new RankedBehind(LongStream.rangeClosed(1, RankedBehind.MOST)
                .map(number -> 12 * number)
                .boxed()
                .toList());
        var seed = new Seed(data.path("seed").asString());
        var value = data.path("publicValue").asString();
        data.put("entrants", 100_000).put("behind", behind.toString());
        data.put("key", seed.key(draw, 100_000, value, behind));

        assertThat(verify(receipt)).isZero();

        assertThat(line())
                .endsWith("entry 3 of 100000 has drawn position "
                        + seed.permutation(draw, 100_000, value, behind).position(3));
    }

    @Test
    void givenNoFileOrNoJsonOrNoArguments_whenRun_thenItSaysSo() throws IOException {
        var notJson = Files.writeString(folder.resolve("not.json"), "{");

        assertThat(run("verify-draw", "nowhere.json", receipt)).isEqualTo(1);
        assertThat(line()).startsWith("cannot read what was published: nowhere.json");
        assertThat(run("verify-draw", notJson.toString(), receipt)).isEqualTo(1);
        assertThat(run("verify-draw", "draw.json")).isEqualTo(1);
        assertThat(line()).contains("verify-draw needs the file of a published draw and a receipt");
    }

    private int verify(String text) throws IOException {
        return run("verify-draw", file().toString(), text);
    }

    private int verify(String text, List<String> list) throws IOException {
        var file = Files.write(folder.resolve("marks.txt"), list);
        return run("verify-draw", file().toString(), text, file.toString());
    }

    private Path file() throws IOException {
        return Files.writeString(folder.resolve("draw.json"), data.toString());
    }

    private int run(String... arguments) {
        return VerifyDrawCommand.run(arguments, new PrintStream(printed, true, UTF_8));
    }

    private String line() {
        return printed.toString(UTF_8).strip();
    }
}
