package io.gatehouse.command;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seed;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The command {@code verify-draw}: checks by a published draw and a receipt whether the draw was committed
 * to, whether the receipt was issued, and which position it has drawn. It uses no network, store or settings.
 */
public final class VerifyDrawCommand {

    static final String USAGE = "verify-draw needs the file of a published draw and a receipt, and if there is one the"
            + " file of all marks: verify-draw draw.json gatehouse1/... [marks.txt]";

    private static final Map<Finding, String> SENTENCES = Map.of(
            Finding.WRONG_SEED, "the seed is not the one that was committed to",
            Finding.WRONG_VALUE, "the public value is not the hash over the receipts, as was announced",
            Finding.WRONG_KEY, "the order was not made of this seed, these entrants and this public value",
            Finding.NO_RECEIPT, "this is no receipt: it must be a word like gatehouse1/shop/20261201/4711/.../...",
            Finding.OTHER_DRAW, "the receipt is of another draw",
            Finding.FORGED, "the receipt was not given out in this draw, or was changed",
            Finding.NOT_AN_ENTRANT, "the receipt has a number beyond the entrants'");

    private VerifyDrawCommand() {}

    /**
     * Verifies the receipt that the third argument is by the file that the second one names, and by the list
     * of marks that a fourth one names.
     *
     * @return the exit status of the command: 0 when the receipt is genuine and all fits, else 1
     */
    public static int run(String[] arguments, PrintStream out) {
        if (arguments.length < 3 || arguments.length > 4) {
            out.println(USAGE);
            return 1;
        }
        try {
            var list = arguments.length == 4 ? Optional.of(Path.of(arguments[3])) : Optional.<Path>empty();
            return verify(read(Path.of(arguments[1])), arguments[2], list, out) ? 0 : 1;
        } catch (IOException | UncheckedIOException | JacksonException | IllegalArgumentException unusable) {
            out.println("cannot read what was published: " + unusable.getMessage());
            return 1;
        }
    }

    private static boolean verify(PublishedDraw published, String text, Optional<Path> list, PrintStream out)
            throws IOException {
        var verdict = published.verify(text);
        if (verdict.finding() != Finding.GENUINE) {
            out.println(SENTENCES.get(verdict.finding()));
            return false;
        }
        var unlisted =
                list.isPresent() ? unlisted(published, Receipt.parse(text).orElseThrow(), list.get()) : "";
        out.println(
                !unlisted.isEmpty()
                        ? unlisted
                        : "the seed is the one that was committed to, the receipt is genuine: entry " + verdict.entry()
                                + " of " + published.entrants() + " has drawn position " + verdict.position());
        return unlisted.isEmpty();
    }

    /** The reason by which the list of marks shows that the receipt is not the entrant's; else empty. */
    private static String unlisted(PublishedDraw published, Receipt receipt, Path list) throws IOException {
        try (var marks = Files.lines(list)) {
            if (!published.binds(marks)) {
                return "the list of marks is not the one that the hash over the receipts binds"
                        + (published.draw().mostPerNetwork() == 0 ? "" : ", or by it others stand behind");
            }
        }
        try (var marks = Files.lines(list)) {
            return marks.skip(receipt.entry() - 1).findFirst().equals(Optional.of(receipt.mark()))
                    ? ""
                    : "entry " + receipt.entry() + " is another place's: this receipt was not given out at the time";
        }
    }

    private static PublishedDraw read(Path file) throws IOException {
        var data = new JsonMapper().readTree(Files.readString(file));
        var draw = new Draw(text(data, "room"), text(data, "id"), text(data, "source"), mostPerNetwork(data));
        if (!text(data, "format").equals(draw.format())) {
            throw new IllegalArgumentException(
                    "format must be \"" + draw.format() + "\", was \"" + text(data, "format") + "\"");
        }
        if (!data.path("entrants").isIntegralNumber() || !data.path("entrants").canConvertToLong()) {
            throw new IllegalArgumentException("entrants must be a whole number");
        }
        return new PublishedDraw(
                draw,
                text(data, "commitment"),
                data.path("entrants").asLong(),
                text(data, "receipts"),
                draw.mostPerNetwork() == 0 ? RankedBehind.NOBODY : RankedBehind.parse(text(data, "behind")),
                text(data, "publicValue"),
                new Seed(text(data, "seed")),
                text(data, "key"));
    }

    /** The maximum number of entrants per network; 0 where networks are not counted. */
    private static int mostPerNetwork(JsonNode data) {
        var most = data.path("mostPerNetwork");
        if (most.isMissingNode()) {
            return 0;
        }
        if (!most.isIntegralNumber() || !most.canConvertToInt() || most.asInt() < 1) {
            throw new IllegalArgumentException("mostPerNetwork must be a whole number, 1 or more");
        }
        return most.asInt();
    }

    private static String text(JsonNode data, String name) {
        if (!data.path(name).isString()) {
            throw new IllegalArgumentException(name + " must be a text");
        }
        return data.path(name).asString();
    }
}
