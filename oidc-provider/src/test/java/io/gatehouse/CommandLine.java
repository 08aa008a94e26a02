package io.gatehouse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.command.Commands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The commands of the jar, as operators use them; what they print is kept. */
final class CommandLine {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    OptionalInt run(String... arguments) {
        return Commands.run(
                GatehouseApplication.COMMANDS,
                arguments,
                InputStream.nullInputStream(),
                new PrintStream(printed, true, UTF_8));
    }

    /** A command whose first argument is a file with this text. */
    OptionalInt runWith(String command, Path file, String text, String... options) throws IOException {
        var arguments =
                new ArrayList<>(List.of(command, Files.writeString(file, text).toString()));
        arguments.addAll(List.of(options));
        return run(arguments.toArray(String[]::new));
    }

    String text() {
        return printed.toString(UTF_8);
    }

    void forget() {
        printed.reset();
    }
}
