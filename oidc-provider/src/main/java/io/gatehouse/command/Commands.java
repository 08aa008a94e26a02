package io.gatehouse.command;

import io.gatehouse.addition.RoomReader;
import io.gatehouse.setting.Spelling;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * Interprets the jar's arguments: a command, help, or the service. Any other argument starts nothing, so a
 * misspelt command makes no data folder and no master key.
 */
public final class Commands {

    private static final int WRONG = 2;

    private static final String HELP = "help";
    private static final List<String> ASKS_FOR_HELP = List.of("--help", "-h");
    private static final List<String> ASKS_FOR_VERSION = List.of("--version", "-V", "version");

    private static final String START =
            """
            java -jar oidc-provider.jar [--<setting>=<value> ...]
                starts the service; each setting of docs/configure.md may be given so, others stand in the file that
                --spring.config.additional-location=file:gatehouse.yaml names
            java -jar oidc-provider.jar --version
            java -jar oidc-provider.jar help <command>
            java -jar oidc-provider.jar <command>, which is one of
            """;

    /** The usage of {@code doctor}. */
    public static final String DOCTOR =
            "doctor needs the file of a configuration: doctor gatehouse.yaml [--gatehouse.issuer=https://wait.example]";

    /**
     * The parts of the service that commands need.
     *
     * @param installation reads the settings of the whole installation
     * @param rooms reads a room's settings, without sites that limit it
     * @param doctor examines a configuration without a start; its answer is an exit status
     */
    public record Service(Class<?> installation, RoomReader rooms, ToIntBiFunction<String[], PrintStream> doctor) {}

    /** @param most the maximum number of arguments beside its name */
    private record Command(String name, String does, String usage, int most, ToIntFunction<String[]> run) {}

    private final List<Command> all;
    private final PrintStream out;

    private Commands(Service service, InputStream in, PrintStream out) {
        this.out = out;
        this.all = List.of(
                new Command(
                        "hash-password",
                        "makes the hash of an operator's password",
                        "hash-password needs nothing but the password, as one line of standard input",
                        0,
                        arguments -> HashPassword.run(in, out)),
                new Command(
                        "check-site",
                        "looks a site over from outside, as its product would log in",
                        CheckSiteCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> CheckSiteCommand.run(service.installation(), arguments, out)),
                new Command(
                        "verify-draw",
                        "checks a receipt against what was published of its draw",
                        VerifyDrawCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> VerifyDrawCommand.run(arguments, out)),
                new Command(
                        "verify-ledger",
                        "checks an exported ledger",
                        VerifyLedgerCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> VerifyLedgerCommand.run(arguments, out)),
                new Command(
                        "simulate",
                        "plays a sale before it happens",
                        SimulateCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> SimulateCommand.run(service.rooms(), arguments, out)),
                new Command(
                        "doctor",
                        "examines a configuration without a start",
                        DOCTOR,
                        Integer.MAX_VALUE,
                        arguments -> service.doctor().applyAsInt(arguments, out)),
                new Command(
                        "backup",
                        "copies the embedded store, also while it is in use",
                        BackupCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> BackupCommand.run(arguments, out)),
                new Command(
                        "restore",
                        "tries a copy, and puts it into an empty data folder",
                        RestoreCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> RestoreCommand.run(arguments, out)),
                new Command(
                        "import-vwr",
                        "brings the line of a running event of the Virtual Waiting Room on AWS",
                        ImportVwrCommand.USAGE,
                        Integer.MAX_VALUE,
                        arguments -> ImportVwrCommand.run(arguments, in, out)),
                new Command(
                        "train",
                        "makes what Java starts the service faster with",
                        "train needs nothing; it writes beside the jar, see docs/operate/run.md",
                        0,
                        arguments -> TrainCommand.run(out)));
    }

    /**
     * Executes the arguments, unless they start the service.
     *
     * @return the exit status: 0 when it is done, 1 when a command found a fault, 2 when there is no such
     *     command; empty when the service must start
     */
    public static OptionalInt run(Service service, String[] arguments, InputStream in, PrintStream out) {
        return new Commands(service, in, out).run(arguments);
    }

    private OptionalInt run(String[] arguments) {
        var words = Arrays.stream(arguments)
                .filter(word -> !ASKS_FOR_HELP.contains(word))
                .toList();
        var first = words.stream().findFirst();
        if (words.size() < arguments.length || first.equals(Optional.of(HELP))) {
            return OptionalInt.of(help(words.stream()
                    .filter(word -> !word.equals(HELP) && !word.startsWith("-"))
                    .findFirst()));
        }
        if (first.filter(ASKS_FOR_VERSION::contains).isPresent()) {
            return OptionalInt.of(version());
        }
        if (first.filter(word -> !word.startsWith("-")).isPresent()) {
            return OptionalInt.of(command(first.get(), arguments));
        }
        return words.stream()
                .filter(word -> !word.startsWith("--"))
                .findFirst()
                .map(word -> OptionalInt.of(notASetting(word)))
                .orElse(OptionalInt.empty());
    }

    private int command(String name, String[] arguments) {
        return find(name)
                .map(command -> arguments.length - 1 > command.most()
                        ? wrong(command.usage())
                        : command.run().applyAsInt(arguments))
                .orElseGet(() -> unknown(name));
    }

    private int help(Optional<String> name) {
        if (name.isPresent()) {
            return name.flatMap(this::find)
                    .map(command -> says(command.does() + "\n" + command.usage()))
                    .orElseGet(() -> unknown(name.get()));
        }
        out.print(START);
        all.forEach(command -> out.printf("    %-14s %s%n", command.name(), command.does()));
        return 0;
    }

    private int version() {
        var version = Commands.class.getPackage().getImplementationVersion();
        return says("Gatehouse " + Objects.requireNonNullElse(version, "of a build without a version") + ", Java "
                + Runtime.version());
    }

    private int unknown(String name) {
        var nearest = Spelling.nearest(
                name, Stream.concat(Stream.of(HELP), all.stream().map(Command::name)));
        return wrong("there is no command \"" + name + "\". Did you mean " + nearest.orElse(HELP)
                + "? help lists them all; a setting begins with --");
    }

    private int notASetting(String word) {
        return wrong(
                "\"" + word + "\" is no setting: those begin with -- and have no blank before or after the equals sign."
                        + " A command stands first; help lists them all");
    }

    private Optional<Command> find(String name) {
        return all.stream().filter(command -> command.name().equals(name)).findFirst();
    }

    private int says(String text) {
        out.println(text);
        return 0;
    }

    private int wrong(String text) {
        out.println(text);
        return WRONG;
    }
}
