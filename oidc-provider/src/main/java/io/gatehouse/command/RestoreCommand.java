package io.gatehouse.command;

import io.gatehouse.store.embedded.StoreCopy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The command {@code restore}: tries a copy that {@code backup} made, and puts it into an empty data folder
 * if one is named.
 */
final class RestoreCommand {

    static final String USAGE =
            "restore needs the folder of a copy, and puts it into an empty data folder if one is named:"
                    + " restore FOLDER [--to=DATA]";

    private static final String TO = "--to";
    private static final int WRONG = 2;

    private RestoreCommand() {}

    /**
     * Tries the copy that the second argument names.
     *
     * @return the exit status of the command: 0 when the copy is whole, 1 when not, 2 when the arguments are
     *     wrong
     */
    static int run(String[] arguments, PrintStream out) {
        var options = Arrays.asList(arguments).subList(Math.min(2, arguments.length), arguments.length);
        var target = target(options);
        if (arguments.length < 2 || arguments[1].startsWith("-") || !options.isEmpty() && target.isEmpty()) {
            out.println(USAGE);
            return WRONG;
        }
        var copy = Path.of(arguments[1]);
        try {
            var told = target.isPresent() ? StoreCopy.restored(copy, target.get()) : StoreCopy.tried(copy);
            tell(told, out);
            out.println(target.map(
                            data -> "the copy is whole, and is in " + data + " now. Name a later opening in every"
                                    + " room. Then stop the node, and start it with --gatehouse.data=" + data
                                    + ": docs/operate/stores.md")
                    .orElse("the copy is whole; nothing was changed. --to=DATA puts it into an empty data folder"));
            return 0;
        } catch (IOException refused) {
            out.println(refused.getMessage());
            return 1;
        }
    }

    private static Optional<Path> target(List<String> options) {
        if (options.size() == 2 && options.get(0).equals(TO)) {
            return Optional.of(Path.of(options.get(1)));
        }
        return options.size() == 1
                        && options.get(0).startsWith(TO + "=")
                        && options.get(0).length() > TO.length() + 1
                ? Optional.of(Path.of(options.get(0).substring(TO.length() + 1)))
                : Optional.empty();
    }

    private static void tell(StoreCopy told, PrintStream out) {
        out.println(
                "made " + told.made() + (told.hasMasterKey() ? ", with the master key" : ", without the master key"));
        for (var room : told.rooms()) {
            out.println(
                    "room " + room.name() + ": " + room.waiting() + " waiting, " + room.places() + " places in all, "
                            + room.entries() + " ledger entries, newest record "
                            + room.newest().map(String::valueOf).orElse("none"));
        }
    }
}
