package io.gatehouse.albexample.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gatehouse's jar, and the Java that starts it. If the command {@code train} has left its options beside the
 * jar, they apply, and the jar starts in its own folder: elsewhere they do not fit.
 */
public record GatehouseJar(Path java, Path file) {

    private static final String OPTIONS = "options";

    /** The jar, started by the Java of this process. */
    public static GatehouseJar of(Path file) {
        return new GatehouseJar(Path.of(System.getProperty("java.home"), "bin", "java"), file.toAbsolutePath());
    }

    boolean isTrained() {
        return Files.exists(file.resolveSibling(OPTIONS));
    }

    /**
     * A command of the jar, in this folder if any will do; Java compiles it quickly rather than well, because
     * it ends soon.
     */
    public ProcessBuilder command(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        if (isTrained()) {
            command.add("@" + OPTIONS);
        }
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"));
        command.add(isTrained() ? file.getFileName().toString() : file.toString());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory((isTrained() ? file.resolveSibling("") : folder).toFile());
    }
}
