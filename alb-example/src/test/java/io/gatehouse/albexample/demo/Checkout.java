package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A fresh checkout in small: every pom and the script that the build shortens as they are, and for all
 * sources a stand-in of the service, of its tests, and of the demo, which say that they run. So what a
 * command of the README makes Maven do is seen in seconds.
 */
final class Checkout {

    static final String TESTS_RUN = "the tests of the checkout run";
    static final String DEMO_RUNS = "the demo of the checkout runs";

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NO_SOURCES = Set.of(".git", "target", "node_modules");

    private final Path folder;

    private Checkout(Path folder) {
        this.folder = folder;
    }

    static Checkout in(Path folder) throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean isSource = !NO_SOURCES.contains(directory.getFileName().toString());
                return isSource ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path name = ROOT.relativize(file);
                if (name.endsWith("pom.xml") || name.startsWith(".mvn") || name.endsWith("waiting-page.js")) {
                    Path copy = folder.resolve(name);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Checkout checkout = new Checkout(folder);
        checkout.program("oidc-provider/src/main/java", "io.gatehouse", "GatehouseApplication", "");
        checkout.program("alb-example/src/main/java", "io.gatehouse.albexample.demo", "Demo", DEMO_RUNS);
        checkout.test("oidc-provider/src/test/java", "io.gatehouse", "SomeTest");
        return checkout;
    }

    /** Runs this command of the README to its end, which is a good one, and tells what it has printed. */
    String runs(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.addAll(1, List.of("--batch-mode", "--no-transfer-progress"));
        ProcessBuilder maven =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        maven.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
        Process process = maven.start();
        String output = String.join("\n", process.inputReader().lines().toList());
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private void program(String sources, String name, String type, String says) {
        write(
                sources,
                name,
                type,
                """
                package %s;

                final class %s {

                    private %s() {}

                    public static void main(String[] arguments) {
                        System.out.println("%s");
                    }
                }
                """
                        .formatted(name, type, type, says));
    }

    private void test(String sources, String name, String type) {
        write(
                sources,
                name,
                type,
                """
                package %s;

                import org.junit.jupiter.api.Test;

                class %s {

                    @Test
                    void runs() {
                        System.out.println("%s");
                    }
                }
                """
                        .formatted(name, type, TESTS_RUN));
    }

    private void write(String sources, String name, String type, String text) {
        Path file = folder.resolve(sources).resolve(name.replace('.', '/')).resolve(type + ".java");
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
