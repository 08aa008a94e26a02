package io.gatehouse.flow;

import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The packaged jar, unpacked and trained as docs/operate/run.md says.
 *
 * @param java that was trained
 * @param folder where it is started
 * @param said by the training
 */
public record TrainedJar(Path java, Path folder, String said) {

    static final String OPTIONS = "@options";
    static final String JAR = "oidc-provider.jar";

    /** What {@code -Dtest.trained=FOLDER -Dtest.trained.jvm=JAVA} names, made beforehand, if it does. */
    static Optional<TrainedJar> given() {
        return place().map(folder ->
                new TrainedJar(Path.of(System.getProperty("test.trained.jvm")), folder, "beforehand"));
    }

    /** Where {@code -Dtest.trained} says that it is, or is to be made. */
    public static Optional<Path> place() {
        return Optional.ofNullable(System.getProperty("test.trained")).map(Path::of);
    }

    /** Makes it in a folder that is not there yet; what is temporary lies beside that. */
    public static TrainedJar in(Path folder, Path java) {
        var beside = folder.resolveSibling("");
        var packaged = GatehouseProcess.JAR.toString();
        TestProcess.run(command(
                beside, java, "-Djarmode=tools", "-jar", packaged, "extract", "--destination", folder.toString()));
        var jar = folder.resolve(JAR).toString();
        var said = TestProcess.run(command(beside, java, "-Djava.io.tmpdir=" + beside, "-jar", jar, "train"));
        return new TrainedJar(java, folder, said);
    }

    /**
     * Starts the smallest of its commands with what the training has made, input in a scratch folder; returns
     * what it says.
     */
    public String hashesAPassword(Path scratch) {
        var password = scratch.resolve("password");
        try {
            Files.writeString(password, "correct horse battery\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return TestProcess.run(
                command(folder, java, OPTIONS, "-jar", JAR, "hash-password").redirectInput(password.toFile()));
    }

    private static ProcessBuilder command(Path in, Path java, String... arguments) {
        var command = new ArrayList<>(List.of(java.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(in.toFile());
    }
}
