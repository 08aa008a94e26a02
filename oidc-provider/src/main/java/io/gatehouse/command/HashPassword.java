package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.secret.PasswordHashes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** The command {@code hash-password}: makes the line that an operator's account in the configuration needs. */
public final class HashPassword {

    private HashPassword() {}

    /**
     * Reads one line, the password, and prints its hash or the reason of a refusal.
     *
     * @return the exit status of the command: 0 when a hash was printed, else 1
     */
    public static int run(InputStream in, PrintStream out) {
        var password = firstLine(in);
        var fault = PasswordHashes.fault(password);
        if (fault.isPresent()) {
            out.println(fault.get());
            return 1;
        }
        out.println(new PasswordHashes().hash(password));
        return 0;
    }

    private static String firstLine(InputStream in) {
        try {
            var line = new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
