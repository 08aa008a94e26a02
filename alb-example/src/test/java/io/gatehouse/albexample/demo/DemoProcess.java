package io.gatehouse.albexample.demo;

import io.gatehouse.testing.TestProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The demo as a process of its own, with its folder for temporary files. */
final class DemoProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(6);

    private final TestProcess process;

    /** Starts it with these settings, each {@code name=value} below {@code gatehouse.demo}. */
    DemoProcess(Path folder, String... settings) {
        Stream<String> options = Stream.concat(
                Stream.of("-Djava.io.tmpdir=" + folder),
                Stream.of(settings).map(setting -> "-Dgatehouse.demo." + setting));
        List<String> command = TestProcess.jdk("java", options.toArray(String[]::new));
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), Demo.class.getName()));
        process = TestProcess.start(folder.resolve("demo.log"), new ProcessBuilder(command));
    }

    /** Waits until it has started everything; returns what it has said so far. */
    String runs() {
        process.awaits("the demo runs", LIMIT, () -> process.output().contains("Ctrl-C ends everything"));
        return process.output();
    }

    /** The servers that it has started. */
    List<ProcessHandle> servers() {
        return process.handle().descendants().toList();
    }

    boolean isRunning() {
        return process.isRunning();
    }

    void isTerminated() {
        process.signal("TERM");
    }

    /** Waits until it has ended; says how. */
    int ends() {
        return process.ends(LIMIT);
    }

    /** What it has said until its end. */
    String output() {
        return process.output();
    }

    @Override
    public void close() {
        process.close();
    }
}
