package io.gatehouse.albexample.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Scripts of {@code src/test/node} with what they need from npm, in a folder of their own. */
public record NodeFolder(Path folder) {

    private static final Path SCRIPTS = Path.of("src/test/node");

    /**
     * Copies the scripts of this name and fetches what their lock file names, nothing else, and from the
     * network only what is not here yet.
     *
     * @param name a folder of scripts; empty for those that are in none
     */
    public static NodeFolder install(String name, Path folder) throws IOException, InterruptedException {
        try (Stream<Path> scripts = Files.list(SCRIPTS.resolve(name))) {
            for (Path script : scripts.filter(Files::isRegularFile).toList()) {
                Files.copy(script, folder.resolve(script.getFileName()));
            }
        }
        NodeFolder installed = new NodeFolder(folder);
        installed.run(
                "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=5");
        return installed;
    }

    /** Runs a command there and returns what it prints; fails the test if the command fails. */
    public String run(String... command) throws IOException, InterruptedException {
        Path errors = Files.createTempFile(folder, "errors", "");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(errors.toFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(List.of(command) + ":\n" + output + Files.readString(errors));
        }
        return output;
    }
}
