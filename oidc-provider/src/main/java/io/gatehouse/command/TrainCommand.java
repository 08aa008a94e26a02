package io.gatehouse.command;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.springframework.util.FileSystemUtils;

/**
 * The command {@code train}: lets a node of this jar serve visitors for a while, and keeps the results beside
 * the jar, so that later starts take half the time. They are an AOT cache with the classes and the profiles
 * of hot code (JEP 483, 514, 515), from Java 25 on; an older Java starts as before. Such a start also has
 * compact object headers (JEP 519): a waiting visitor takes a sixth less of the heap.
 *
 * <p>The node is a process of its own, at a port of 127.0.0.1; its data, keys and log are in a temporary
 * folder that is deleted afterwards. It starts without the installation's settings, even those of the
 * environment.
 *
 * <p>Java maps the file only for the same build of Java and the same files of the class path, with the same
 * names. So the node starts in the jar's folder, as later starts must:
 * {@code java @options -jar oidc-provider.jar}.
 */
public final class TrainCommand {

    private static final Duration LONGEST_START = Duration.ofMinutes(5);
    private static final Duration LONGEST_END = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int LAST_LINES = 30;

    private static final String CACHE = "gatehouse.aot";
    private static final String OPTIONS = "options";

    /** A cache works only for starts with the same headers. */
    private static final String HEADERS = "-XX:+UseCompactObjectHeaders";

    private static final int FIRST_JAVA = 25;

    /** After this many visits Java has compiled and profiled most of the code that a visit calls. */
    private static final int VISITS = 300;

    /** These variables of the environment are kept; any other one could be a setting. */
    private static final Set<String> KEPT = Set.of("JAVA_TOOL_OPTIONS", "LANG", "LC_ALL");

    private static final String UNPACK =
            "Java can keep nothing of classes in a jar within a jar. Unpack this one, and train what comes of it:"
                    + " java -Djarmode=tools -jar oidc-provider.jar extract --destination gatehouse"
                    + " && java -jar gatehouse/oidc-provider.jar train";

    private TrainCommand() {}

    /**
     * Trains, and prints the result. Beside the jar it writes {@code gatehouse.aot} and {@code options}, for
     * the start; with a Java that is too old, only {@code options}, which is empty. A failure changes nothing
     * there.
     *
     * @return the exit status of the command: 0 when the options are there, else 1
     */
    public static int run(PrintStream out) {
        if (TrainCommand.class.getClassLoader() != ClassLoader.getSystemClassLoader()) {
            out.println(UNPACK);
            return 1;
        }
        var jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
        try (var scheduler = new SystemScheduler()) {
            if (Runtime.version().feature() < FIRST_JAVA) {
                Files.writeString(jar.resolveSibling(OPTIONS), "");
                out.println("nothing learnt: that takes Java " + FIRST_JAVA + ", this is " + Runtime.version());
            } else {
                train(jar, scratch(), scheduler);
                out.println("learnt: start in " + jar.resolveSibling("") + " with java @" + OPTIONS + " -jar "
                        + jar.getFileName());
            }
            return 0;
        } catch (IOException | IllegalStateException failure) { // a failure becomes a sentence
            out.println("not trained: " + failure.getMessage());
            return 1;
        }
    }

    /** A folder that is deleted with this command, however it ends. */
    private static Path scratch() throws IOException {
        var scratch = Files.createTempDirectory("gatehouse-training");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ProcessHandle.current().descendants().forEach(started -> {
                started.destroyForcibly();
                started.onExit().join();
            });
            FileSystemUtils.deleteRecursively(scratch.toFile());
        }));
        return scratch;
    }

    private static void train(Path jar, Path scratch, Scheduler scheduler) throws IOException {
        var made = scratch.resolve(CACHE);
        var visits = new TrainingVisits(freePort());
        var node = start(jar, scratch, made, visits);
        awaitReady(node, visits, scratch, scheduler);
        visits.come(VISITS);
        node.destroy(); // asks it to end, and Java writes the file
        if (!ends(node) || !Files.exists(made)) {
            throw new IllegalStateException("Java has written no " + CACHE + ":\n" + lastWords(scratch));
        }
        Files.move(made, jar.resolveSibling(CACHE), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(jar.resolveSibling(OPTIONS), "-XX:AOTCache=" + CACHE + "\n" + HEADERS + "\n");
    }

    private static Process start(Path jar, Path scratch, Path cache, TrainingVisits visits) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(
                List.of(java, HEADERS, "-XX:AOTCacheOutput=" + cache, "-Djava.io.tmpdir=" + scratch, "-jar"));
        command.add(jar.getFileName().toString());
        command.addAll(List.of(
                "--spring.config.location=classpath:/",
                "--server.address=127.0.0.1",
                "--gatehouse.store=embedded",
                "--gatehouse.data=" + scratch.resolve("data")));
        command.addAll(visits.settings());
        var node = new ProcessBuilder(command)
                .directory(jar.resolveSibling("").toFile())
                .redirectErrorStream(true)
                .redirectOutput(log(scratch).toFile());
        node.environment().keySet().retainAll(KEPT);
        return node.start();
    }

    private static void awaitReady(Process node, TrainingVisits visits, Path scratch, Scheduler scheduler)
            throws IOException {
        var limit = Deadline.after(LONGEST_START, scheduler);
        while (!visits.canCome()) {
            if (!node.isAlive() || limit.isExpired()) {
                throw new IllegalStateException("the node does not start:\n" + lastWords(scratch));
            }
            scheduler.pause(LOOK);
        }
    }

    private static boolean ends(Process node) {
        try {
            return node.waitFor(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String lastWords(Path scratch) throws IOException {
        var lines = Files.readAllLines(log(scratch), StandardCharsets.ISO_8859_1);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    private static Path log(Path scratch) {
        return scratch.resolve("log");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
