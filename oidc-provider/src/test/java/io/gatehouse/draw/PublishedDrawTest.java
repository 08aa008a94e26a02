package io.gatehouse.draw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gatehouse.draw.PublishedDraw.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PublishedDrawTest {

    private static final Draw DRAW = new Draw("shop", "20261201", "the DAX of 1 December");
    private static final Seed SEED = new Seed("5eed".repeat(16));
    private static final List<String> MARKS = List.of("0".repeat(16), "1".repeat(16), "2".repeat(16));
    private static final PublishedDraw PUBLISHED = published(DRAW, SEED, "24.036,11");
    private static final String RECEIPT =
            SEED.receipts(DRAW).of(2, MARKS.get(1)).toString();

    /** The vectors that docs/operate/draw.md gives to whoever writes a verifier. Ours did not make them. */
    static Stream<JsonNode> vectors() throws IOException {
        var file = Files.readString(Path.of("../docs/operate/draw-vectors.json"), UTF_8);
        return StreamSupport.stream(new JsonMapper().readTree(file).spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void givenTheVectors_whenADrawIsWorkedOut_thenItIsTheirs(JsonNode vector) {
        var draw = read(vector.path("data"));

        for (var entrant : vector.path("entrants")) {
            var mark = draw.draw()
                    .markOf(HexFormat.of().parseHex(entrant.path("place").asString()));
            var entry = entrant.path("entry").asLong();

            assertThat(mark).isEqualTo(entrant.path("mark").asString());
            assertThat(draw.seed().receipts(draw.draw()).of(entry, mark))
                    .hasToString(entrant.path("receipt").asString());
            assertThat(draw.verify(entrant.path("receipt").asString()))
                    .isEqualTo(new PublishedDraw.Verdict(
                            Finding.GENUINE, entry, entrant.path("position").asLong()));
        }
        if (vector.path("entrants").size() == draw.entrants()) {
            assertThat(draw.binds(StreamSupport.stream(vector.path("entrants").spliterator(), false)
                            .map(entrant -> entrant.path("mark").asString())))
                    .isTrue();
        }
    }

    static PublishedDraw read(JsonNode data) {
        return new PublishedDraw(
                new Draw(
                        data.path("room").asString(),
                        data.path("id").asString(),
                        data.path("source").asString(),
                        data.path("mostPerNetwork").asInt(0)),
                data.path("commitment").asString(),
                data.path("entrants").asLong(),
                data.path("receipts").asString(),
                RankedBehind.parse(data.path("behind").asString("")),
                data.path("publicValue").asString(),
                new Seed(data.path("seed").asString()),
                data.path("key").asString());
    }

    @Test
    void givenAnotherSeed_whenVerified_thenTheDrawDoesNotHold() {
        var other = new Seed("0".repeat(64));
        var exchanged = new PublishedDraw(
                DRAW,
                PUBLISHED.commitment(),
                3,
                PUBLISHED.receipts(),
                RankedBehind.NOBODY,
                PUBLISHED.publicValue(),
                other,
                other.key(DRAW, 3, PUBLISHED.publicValue(), RankedBehind.NOBODY));

        assertThat(exchanged.verify(RECEIPT).finding()).isEqualTo(Finding.WRONG_SEED);
    }

    @Test
    void givenAnotherSource_whenVerified_thenTheDrawDoesNotHold() {
        var other = published(new Draw("shop", "20261201", "what we think of"), SEED, "24.036,11");
        var exchanged = new PublishedDraw(
                other.draw(),
                PUBLISHED.commitment(),
                3,
                other.receipts(),
                RankedBehind.NOBODY,
                "24.036,11",
                SEED,
                other.key());

        assertThat(exchanged.verify(RECEIPT).finding()).isEqualTo(Finding.WRONG_SEED);
    }

    @Test
    void givenAnotherNumberOfEntrantsOrPublicValue_whenVerified_thenTheDrawDoesNotHold() {
        assertThat(changed(4, "24.036,11").verify(RECEIPT).finding()).isEqualTo(Finding.WRONG_KEY);
        assertThat(changed(3, "24.036,12").verify(RECEIPT).finding()).isEqualTo(Finding.WRONG_KEY);
        assertThat(changed(3, "24.036,11").verify(RECEIPT).finding()).isEqualTo(Finding.GENUINE);
    }

    private static PublishedDraw changed(long entrants, String publicValue) {
        return new PublishedDraw(
                DRAW,
                PUBLISHED.commitment(),
                entrants,
                PUBLISHED.receipts(),
                RankedBehind.NOBODY,
                publicValue,
                SEED,
                PUBLISHED.key());
    }

    @Test
    void givenADrawThatCountsNetworks_whenOthersStandBehindOrTheLimitIsAnother_thenItDoesNotHold() throws IOException {
        var vector = vectors()
                .filter(one -> one.path("data").path("behind").asString("").equals("3,3"))
                .findFirst()
                .orElseThrow();
        var receipt = vector.path("entrants").path(2).path("receipt").asString();
        var marks = vector.path("entrants")
                .valueStream()
                .map(entrant -> entrant.path("mark").asString())
                .toList();
        var all = (ObjectNode) vector.path("data");
        assertThat(read(all).verify(receipt).finding()).isEqualTo(Finding.GENUINE);
        assertThat(read(all).binds(marks.stream())).isTrue();

        all.put("behind", "3,4");
        assertThat(read(all).verify(receipt).finding()).isEqualTo(Finding.WRONG_KEY);
        assertThat(read(all).binds(marks.stream())).isFalse();
        all.put("behind", "3,3").put("mostPerNetwork", 3);
        assertThat(read(all).verify(receipt).finding()).isEqualTo(Finding.WRONG_SEED);
        for (var behind : List.of("3,5", "0", "3,", "3,-1", "3,0", "three")) {
            all.put("behind", behind);
            assertThatIllegalArgumentException().isThrownBy(() -> read(all));
        }
        all.put("behind", "3,3").remove("mostPerNetwork");
        assertThatIllegalArgumentException().isThrownBy(() -> read(all));
    }

    @Test
    void givenTheHashOverTheReceiptsWasAnnounced_whenThePublicValueIsAnother_thenTheDrawDoesNotHold() {
        var byReceipts = published(new Draw("shop", "20261201", Draw.RECEIPTS), SEED, "24.036,11");

        assertThat(byReceipts.verify(RECEIPT).finding()).isEqualTo(Finding.WRONG_VALUE);
    }

    @Test
    void givenAReceipt_whenAnyCharacterIsAnother_thenItProvesNothing() {
        for (var at = 0; at < RECEIPT.length(); at++) {
            for (var other : List.of("0", "1", "f", "/", "é", "")) {
                var changed = RECEIPT.substring(0, at) + other + RECEIPT.substring(at + 1);
                if (!changed.equals(RECEIPT)) {
                    assertThat(PUBLISHED.verify(changed).finding())
                            .as(changed)
                            .isIn(Finding.NO_RECEIPT, Finding.OTHER_DRAW, Finding.FORGED);
                }
            }
        }
    }

    @Test
    void givenAReceipt_whenCopyingHasBrokenIt_thenItIsStillOne() {
        var broken = "\n " + RECEIPT.replace("/", "/\r\n\t") + "\u00a0";

        assertThat(PUBLISHED.verify(broken)).isEqualTo(PUBLISHED.verify(RECEIPT));
    }

    @Test
    void givenAReceiptOfALateComer_whenVerified_thenItHasNoPartInTheDraw() {
        var late = SEED.receipts(DRAW).of(4, "3".repeat(16)).toString();

        assertThat(PUBLISHED.verify(late).finding()).isEqualTo(Finding.NOT_AN_ENTRANT);
    }

    @Test
    void givenTheMarks_whenOneIsAnotherOrMissingOrTooMany_thenTheyAreNotBound() {
        assertThat(PUBLISHED.binds(MARKS.stream())).isTrue();
        assertThat(PUBLISHED.binds(Stream.of(MARKS.get(0), MARKS.get(2), MARKS.get(1))))
                .isFalse();
        assertThat(PUBLISHED.binds(MARKS.stream().limit(2))).isFalse();
        assertThat(PUBLISHED.binds(Stream.concat(MARKS.stream(), MARKS.stream())))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two\nlines", "half \ud800 a character"})
    void givenWhatIsNotALine_whenItIsToBeASourceOrAValue_thenItIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Draw("shop", "1", text));
        assertThatIllegalArgumentException().isThrownBy(() -> changed(3, text));
    }

    @Test
    void givenASeed_whenItIsPrinted_thenItTellsNothing() {
        assertThat(SEED).hasToString("Seed[secret]");
    }

    private static PublishedDraw published(Draw draw, Seed seed, String publicValue) {
        var receipts = seed.receipts(draw);
        MARKS.forEach(receipts::add);
        return new PublishedDraw(
                draw,
                seed.commitment(draw),
                3,
                receipts.digest(),
                RankedBehind.NOBODY,
                publicValue,
                seed,
                seed.key(draw, 3, publicValue, RankedBehind.NOBODY));
    }
}
