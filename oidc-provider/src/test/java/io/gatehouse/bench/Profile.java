package io.gatehouse.bench;

import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where a server's time on the CPU goes. Its Java threads are sampled each 2 ms of their CPU time (JEP 509,
 * Java 25); the compiler's and the collector's threads are told by the kernel. A sample belongs to the part
 * of the first frame, from the innermost outwards, whose class one of the parts names: a hash table of the
 * JDK belongs to whoever fills it.
 */
final class Profile {

    /** Part of a server: the beginnings of the names of its classes. */
    enum Part {
        KEYS(
                "signing, sealing, hashing",
                "com.amazon.corretto.",
                "sun.security.",
                "com.sun.crypto.",
                "javax.crypto.",
                "java.security.Signature"),
        STORE("store", "io.gatehouse.store.", "org.h2.", "io.lettuce.", "io.netty.", "org.springframework.data."),
        PAGES("pages", "org.thymeleaf.", "org.attoparser.", "io.gatehouse.page."),
        JSON("JSON and JWT", "com.nimbusds.", "tools.jackson.", "com.fasterxml."),
        SECURITY("Spring Security, Authorization Server", "org.springframework.security."),
        SPRING("other Spring", "org.springframework.", "io.micrometer."),
        JETTY("Jetty, sockets", "org.eclipse.jetty.", "jakarta."),
        OURS("Gatehouse", "io.gatehouse."),
        THREADS("threads, JDK"),
        COMPILER("compiler"),
        COLLECTOR("collector");

        private final String title;
        private final List<String> beginnings;

        Part(String title, String... beginnings) {
            this.title = title;
            this.beginnings = List.of(beginnings);
        }

        String title() {
            return title;
        }
    }

    /** Options for a server that is to be looked into: lines of inlined code, and stacks as deep as filters go. */
    static final List<String> OPTIONS = List.of(
            "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints", "-XX:FlightRecorderOptions:stackdepth=256");

    private static final String NAME = "name=profile";

    /** A thread, and what it has worked. Of Java's threads all are THREADS, as they are looked into by samples. */
    private record Thread(Part part, double ticks) {

        private static final Thread NONE = new Thread(Part.THREADS, 0);
    }

    private Profile() {}

    /** The row of the figures that tells a part's share of a unit. */
    static String row(String unit, Part part) {
        return "profile." + unit + "." + part.name().toLowerCase(Locale.ROOT);
    }

    /** The shares of a server's time, together 1, while this is done. */
    static Map<Part, Double> of(ProcessHandle server, Path jdk, Path file, Runnable load) {
        jcmd(
                jdk,
                server,
                "JFR.start",
                NAME,
                "settings=none",
                "+jdk.CPUTimeSample#enabled=true",
                "+jdk.CPUTimeSample#throttle=2ms");
        var before = threads(server);
        load.run();
        var after = threads(server);
        jcmd(jdk, server, "JFR.stop", NAME, "filename=" + file);
        var worked = new EnumMap<Part, Double>(Part.class);
        List.of(Part.values()).forEach(part -> worked.put(part, 0.0));
        after.forEach((id, thread) ->
                worked.merge(thread.part, thread.ticks - before.getOrDefault(id, Thread.NONE).ticks, Double::sum));
        var all = worked.values().stream().mapToDouble(ticks -> ticks).sum();
        var java = worked.getOrDefault(Part.THREADS, 0.0) / all;
        var shares = new EnumMap<Part, Double>(Part.class);
        worked.forEach((part, ticks) -> shares.put(part, part == Part.THREADS ? 0 : ticks / all));
        var samples = samples(file);
        samples.forEach(part -> shares.merge(part, java / samples.size(), Double::sum));
        return shares;
    }

    private static void jcmd(Path jdk, ProcessHandle server, String... words) {
        var command = new ArrayList<>(List.of(jdk.resolve("bin").resolve("jcmd").toString(), "" + server.pid()));
        command.addAll(List.of(words));
        TestProcess.run(new ProcessBuilder(command));
    }

    /** The server's threads that live, by their ids. The kernel no longer tells what an ended thread has worked. */
    private static Map<String, Thread> threads(ProcessHandle server) {
        var threads = new HashMap<String, Thread>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + server.pid(), "task"))) {
            for (var task : tasks.toList()) {
                var stat = Files.readString(task.resolve("stat"));
                var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                var ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
                threads.put(task.getFileName().toString(), new Thread(part(name), ticks));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return threads;
    }

    private static Part part(String thread) {
        if (thread.startsWith("C1 ") || thread.startsWith("C2 ")) {
            return Part.COMPILER;
        }
        return thread.startsWith("GC ") || thread.startsWith("G1 ") || thread.startsWith("VM Thread")
                ? Part.COLLECTOR
                : Part.THREADS;
    }

    private static List<Part> samples(Path file) {
        try {
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals("jdk.CPUTimeSample"))
                    .map(Profile::part)
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Part part(RecordedEvent sample) {
        var stack = sample.getStackTrace();
        return stack == null
                ? Part.THREADS
                : stack.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .map(frame -> frame.getMethod().getType().getName())
                        .flatMap(Profile::named)
                        .findFirst()
                        .orElse(Part.THREADS);
    }

    private static Stream<Part> named(String type) {
        return Stream.of(Part.values())
                .filter(part -> part.beginnings.stream().anyMatch(type::startsWith))
                .limit(1);
    }
}
