package io.gatehouse.command;

import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import io.gatehouse.store.embedded.StoreCopy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;

/** The command {@code backup}: copies the embedded store, even while a node runs on it. */
final class BackupCommand {

    static final String USAGE =
            "backup needs a folder that is not there, or is empty: backup FOLDER [--gatehouse.data=DATA]"
                    + " [--spring.config.additional-location=file:gatehouse.yaml]";

    private static final int WRONG = 2;

    private BackupCommand() {}

    /** Reads only the settings of the store. */
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(StoreProperties.class)
    static class Stored {}

    /**
     * Copies to the folder that the second argument names; further ones are settings as the service takes
     * them.
     *
     * @return the exit status of the command: 0 when the copy was made, 1 when not, 2 when the arguments are
     *     wrong
     */
    static int run(String[] arguments, PrintStream out) {
        if (arguments.length < 2
                || arguments[1].startsWith("-")
                || Arrays.stream(arguments).skip(2).anyMatch(word -> !word.startsWith("--"))) {
            out.println(USAGE);
            return WRONG;
        }
        try {
            return copied(stored(arguments), Path.of(arguments[1]), out);
        } catch (IOException refused) {
            out.println(refused.getMessage());
            return 1;
        } catch (RuntimeException unusable) { // any failure of the start becomes a sentence
            out.println(NestedExceptionUtils.getMostSpecificCause(unusable).getMessage());
            return 1;
        }
    }

    private static StoreProperties stored(String[] arguments) {
        try (var context = new SpringApplicationBuilder(Stored.class)
                .web(WebApplicationType.NONE)
                .properties("logging.level.root=off")
                .logStartupInfo(false)
                .run(arguments)) {
            return context.getBean(StoreProperties.class);
        }
    }

    private static int copied(StoreProperties stored, Path folder, PrintStream out) throws IOException {
        if (stored.store() != StoreKind.EMBEDDED) {
            out.println(
                    "gatehouse.store is " + stored.store().label()
                            + ": backup copies the embedded store alone; docs/operate/stores.md says how the others are copied");
            return 1;
        }
        var hasKey = StoreCopy.take(stored.data(), folder, Clock.systemUTC().instant());
        out.println("copied the store of " + stored.data() + " to " + folder
                + ". It has all that was acknowledged before the command began; restore tries it");
        out.println(
                hasKey
                        ? "warning: the master key is in the copy. A reader of the copy can forge places and read the"
                                + " signing keys: keep the copy as safe as the key"
                        : "the master key is not in the copy, because it is not kept in the data folder: without it the"
                                + " copy is of no use");
        return 0;
    }
}
