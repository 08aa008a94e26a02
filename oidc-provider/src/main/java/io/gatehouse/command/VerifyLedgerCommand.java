package io.gatehouse.command;

import com.nimbusds.jose.jwk.JWKSet;
import io.gatehouse.ledger.LedgerVerifier;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The command {@code verify-ledger}: checks whether an exported ledger was changed, cut or reordered, whether
 * a position was passed over without a record, and whether each draw follows from its seed. It proves by
 * visitors' receipts in which order they were called. It uses no network, store or settings.
 */
public final class VerifyLedgerCommand {

    private static final String RECEIPTS = "--receipts=";
    private static final String CALLS = "--calls";

    static final String USAGE =
            "verify-ledger needs the file of an exported ledger, and if there is one the file of the installation's JWK"
                    + " set: verify-ledger ledger.jsonl [jwks.json] [--receipts=receipts.txt] [--calls]";

    private VerifyLedgerCommand() {}

    /**
     * Verifies the file that the second argument names, with the keys in the file that the third one names if
     * there is one; options may follow, for receipts and for a report of each call.
     *
     * @return the exit status of the command: 0 when nothing is wrong, else 1
     */
    public static int run(String[] arguments, PrintStream out) {
        var options = Arrays.stream(arguments)
                .skip(1)
                .filter(one -> one.startsWith("--"))
                .toList();
        var files = Arrays.stream(arguments)
                .skip(1)
                .filter(one -> !one.startsWith("--"))
                .map(Path::of)
                .toList();
        if (files.isEmpty()
                || files.size() > 2
                || options.stream().anyMatch(one -> !one.startsWith(RECEIPTS) && !one.equals(CALLS))) {
            out.println(USAGE);
            return 1;
        }
        try (var lines = Files.lines(files.get(0))) {
            var keys = files.size() > 1 ? Optional.of(JWKSet.load(files.get(1).toFile())) : Optional.<JWKSet>empty();
            var verifier = new LedgerVerifier(keys, !options.isEmpty());
            lines.forEachOrdered(verifier::read);
            return says(verifier, options, out) ? 0 : 1;
        } catch (IOException | UncheckedIOException | ParseException unreadable) {
            out.println("cannot read: " + unreadable);
            return 1;
        }
    }

    /** Prints the findings; true if there is no fault. */
    private static boolean says(LedgerVerifier verifier, List<String> options, PrintStream out) throws IOException {
        var isProven = true;
        for (var option : options) {
            if (option.startsWith(RECEIPTS)) {
                isProven &= proves(verifier, Path.of(option.substring(RECEIPTS.length())), out);
            } else {
                verifier.calls().forEach(out::println);
            }
        }
        var findings = verifier.findings();
        findings.forEach(out::println);
        verifier.summary().forEach(out::println);
        out.println(findings.isEmpty() ? "the ledger is whole and in order" : "the ledger is not what was written");
        return findings.isEmpty() && isProven;
    }

    private static boolean proves(LedgerVerifier verifier, Path visitors, PrintStream out) throws IOException {
        try (var lines = Files.lines(visitors)) {
            var order = verifier.order(lines);
            order.says().forEach(out::println);
            order.findings().forEach(out::println);
            out.println(
                    order.findings().isEmpty()
                            ? "all that was given has a place in this order"
                            : "not all that was given proves something");
            return order.findings().isEmpty();
        }
    }
}
