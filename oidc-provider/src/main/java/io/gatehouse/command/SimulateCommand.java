package io.gatehouse.command;

import io.gatehouse.addition.RoomReader;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.simulate.Outcome;
import io.gatehouse.simulate.OutcomeForm;
import io.gatehouse.simulate.ScenarioReader;
import io.gatehouse.simulate.Simulation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * The command {@code simulate}: plays a scenario by the rules of the service and prints the outcome. It
 * opens no store and no port, so it may run beside the service.
 */
public final class SimulateCommand {

    static final String USAGE =
            "simulate needs the file of a scenario: simulate scenario.yaml [--json|--csv|--svg|--html]"
                    + " [--scenario.seed=2] [--gatehouse.rooms.shop.rate=300/1m]; see docs/operate/simulate.md";

    private static final int WRONG = 2;

    private SimulateCommand() {}

    /**
     * Plays the scenario of the file that the second argument names; further ones select the form of the
     * output, or change values of the file.
     *
     * @param rooms reads the room as the service does
     * @return the exit status of the command: 0 when it was played, 2 when the scenario is refused
     */
    public static int run(RoomReader rooms, String[] arguments, PrintStream out) {
        if (arguments.length < 2 || arguments[1].startsWith("-")) {
            return refused(USAGE, out);
        }
        var form = OutcomeForm.TABLE;
        var changes = new HashMap<String, String>();
        for (var option : Arrays.asList(arguments).subList(2, arguments.length)) {
            var named = form(option);
            var parts = option.split("=", 2);
            if (named.isPresent()) {
                form = named.get();
            } else if (option.startsWith("--") && parts.length == 2) {
                changes.put(parts[0].substring(2), parts[1]);
            } else {
                return refused("\"" + option + "\" is none of its options. " + USAGE, out);
            }
        }
        try {
            out.print(form.of(played(rooms, Path.of(arguments[1]), changes)));
            return 0;
        } catch (InvalidSettingException | IllegalArgumentException refused) {
            return refused(String.valueOf(refused.getMessage()), out);
        } catch (IOException unreadable) {
            return refused("cannot read the scenario " + arguments[1] + ": " + unreadable.getMessage(), out);
        }
    }

    private static Optional<OutcomeForm> form(String option) {
        return Arrays.stream(OutcomeForm.values())
                .filter(form -> option.equals("--" + form.name().toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Plays it without log lines of the service, which would go to the same output. */
    private static Outcome played(RoomReader rooms, Path file, Map<String, String> changes) throws IOException {
        var logs = LoggingSystem.get(SimulateCommand.class.getClassLoader());
        var before = Optional.ofNullable(logs.getLoggerConfiguration(LoggingSystem.ROOT_LOGGER_NAME))
                .map(LoggerConfiguration::getEffectiveLevel)
                .orElse(LogLevel.INFO);
        logs.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.OFF);
        try {
            return new Simulation(new ScenarioReader(rooms).read(file, changes)).run();
        } finally {
            logs.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, before);
        }
    }

    private static int refused(String why, PrintStream out) {
        out.println(why);
        return WRONG;
    }
}
