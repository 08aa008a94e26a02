package io.gatehouse.command;

import com.nimbusds.jose.jwk.JWKSet;
import io.gatehouse.ledger.LedgerVerifier;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.Optional;

/**
 * The command {@code verify-ledger}: finds whether anything in an exported ledger was changed, removed or put in another
 * order, and whether a position was passed over without a word. Asks nobody: not the network, no store, no settings.
 */
public final class VerifyLedgerCommand {

    private static final String USAGE =
            "verify-ledger needs the file of an exported ledger, and if there is one the file of the installation's JWK"
                    + " set: verify-ledger ledger.jsonl [jwks.json]";

    private VerifyLedgerCommand() {}

    /**
     * Verifies the file that the second argument names, with the keys in the file that the third one names if there is one.
     *
     * @return the exit status of the command: 0 when nothing is wrong, else 1
     */
    public static int run(String[] arguments, PrintStream out) {
        if (arguments.length < 2 || arguments.length > 3) {
            out.println(USAGE);
            return 1;
        }
        try (var lines = Files.lines(Path.of(arguments[1]))) {
            var verifier = new LedgerVerifier(
                    arguments.length == 3
                            ? Optional.of(JWKSet.load(Path.of(arguments[2]).toFile()))
                            : Optional.empty());
            lines.forEachOrdered(verifier::read);
            var findings = verifier.findings();
            findings.forEach(out::println);
            verifier.summary().forEach(out::println);
            out.println(findings.isEmpty() ? "the ledger is whole and in order" : "the ledger is not what was written");
            return findings.isEmpty() ? 0 : 1;
        } catch (IOException | UncheckedIOException | ParseException unreadable) {
            out.println("cannot read: " + unreadable);
            return 1;
        }
    }
}
