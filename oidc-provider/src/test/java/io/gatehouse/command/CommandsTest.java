package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.testing.TestProcess;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", "--server.port=1 --help", "help --gatehouse.issuer=x"})
    void givenAQuestionForHelp_whenAsked_thenAllCommandsAreListed(String arguments) {
        assertThat(run(arguments)).hasValue(0);
        assertThat(text())
                .contains(
                        "hash-password",
                        "check-site",
                        "verify-draw",
                        "verify-ledger",
                        "simulate",
                        "doctor",
                        "backup",
                        "restore",
                        "import-vwr",
                        "train",
                        "--version");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hash-password",
                "check-site",
                "verify-draw",
                "verify-ledger",
                "simulate",
                "doctor",
                "backup",
                "restore",
                "import-vwr",
                "train"
            })
    void givenACommand_whenAskedForHelp_thenItsUsageIsPrinted(String command) {
        for (var question :
                new String[] {command + " --help", command + " -h", "help " + command, "--help " + command}) {
            printed.reset();

            assertThat(run(question)).as(question).hasValue(0);
            assertThat(text()).as(question).contains(command + " needs ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "hash-pasword, hash-password",
        "check_site shop, check-site",
        "verfy-ledger ledger.jsonl, verify-ledger",
        "hlp, help",
        "help trian, train"
    })
    void givenAMisspeltCommand_whenRun_thenTheNearestIsNamed(String arguments, String meant) {
        assertThat(run(arguments)).hasValue(2);
        assertThat(text()).startsWith("there is no command").contains("Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--server.port=1 start", "-server.port=1", "--gatehouse.issuer = http://localhost"})
    void givenAWordThatIsNoSetting_whenRun_thenNothingIsStarted(String arguments) {
        assertThat(run(arguments)).hasValue(2);
        assertThat(text()).contains("is no setting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hash-password secret", "train quickly"})
    void givenMoreThanACommandTakes_whenRun_thenItsUsageIsPrinted(String arguments) {
        assertThat(run(arguments)).hasValue(2);
        assertThat(text()).contains(" needs nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "version"})
    void givenAQuestionForTheVersion_whenAsked_thenItIsPrinted(String arguments) {
        assertThat(run(arguments)).hasValue(0);
        assertThat(text()).startsWith("Gatehouse ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--server.port=1", "--spring.config.additional-location=file:gatehouse.yaml --debug"})
    void givenSettingsAlone_whenRun_thenTheServiceIsToBeStarted(String arguments) {
        assertThat(run(arguments)).isEmpty();
        assertThat(text()).isEmpty();
    }

    @Test
    void givenACommand_whenRun_thenItsStatusIsTold() {
        assertThat(run("hash-password")).hasValue(1);
        assertThat(text()).contains("the password must have 12 characters or more");
    }

    @Test
    void givenAMisspeltCommand_whenTheJarIsStarted_thenItEndsAndWritesNothing(
            @TempDir Path folder, @TempDir Path logs) {
        var command = TestProcess.jdk(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                GatehouseApplication.class.getName(),
                "hash-pasword");
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("GATEHOUSE_ISSUER", "http://localhost:9000");

        try (var process = TestProcess.start(logs.resolve("log"), builder)) {
            assertThat(process.ends(Duration.ofMinutes(1))).isEqualTo(2);
            assertThat(process.output()).contains("Did you mean hash-password?");
        }

        assertThat(folder).isEmptyDirectory();
    }

    private OptionalInt run(String line) {
        var words = line.isEmpty() ? new String[0] : line.split(" ", -1);
        return Commands.run(
                new Commands.Service(
                        CommandsTest.class,
                        (name, settings) -> {
                            throw new AssertionError("no room is read here");
                        },
                        (arguments, out) -> {
                            throw new AssertionError("no configuration is examined here");
                        }),
                words,
                InputStream.nullInputStream(),
                new PrintStream(printed, true, UTF_8));
    }

    private String text() {
        return printed.toString(UTF_8);
    }
}
