package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.GatehouseApplication;
import io.gatehouse.ReadSites;
import io.gatehouse.setup.Setup;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The packaged jar as a process of its own, which can be killed and paused, on a data folder that outlives it. */
public final class GatehouseProcess implements Installation, AutoCloseable {

    static final Path JAR = Path.of("target", "oidc-provider.jar").toAbsolutePath();

    private static final String HEALTH = "management.server.port=";

    /** Starts quickly, and leaves something of two cores to the others. */
    private static final List<String> QUICK = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final int port;
    private final int health;
    private final List<String> arguments;
    private final List<String> command;
    private @Nullable ReadSites sites;
    private @Nullable File folder;
    private @Nullable TestProcess process;

    /** Not started yet; with site {@code shop} for room {@code shop}, and these settings, each {@code name=value}. */
    GatehouseProcess(Path data, String... settings) {
        this(QUICK, FreePorts.next(), data, settings);
    }

    /** The same with these options for its virtual machine, on this port. */
    public GatehouseProcess(List<String> options, int port, Path data, String... settings) {
        this.port = port;
        this.health = Stream.of(settings)
                .filter(setting -> setting.startsWith(HEALTH))
                .map(setting -> Integer.parseInt(setting.substring(HEALTH.length())))
                .findFirst()
                .orElse(port);
        command = TestProcess.jdk("java");
        command.addAll(options);
        command.addAll(List.of("-jar", JAR.toString()));
        arguments = arguments(port, data, settings);
        command.addAll(arguments);
    }

    /**
     * One of many that a suite of faults starts and kills, with these options besides: from the trained jar
     * that it has been given, if it has.
     */
    public static GatehouseProcess ofMany(List<String> options, int port, Path data, String... settings) {
        var all = new ArrayList<>(QUICK);
        all.addAll(options);
        var gatehouse = new GatehouseProcess(all, port, data, settings);
        return TrainedJar.given().map(gatehouse::from).orElse(gatehouse);
    }

    /**
     * The same for a suite that runs before Maven packs the jar: starts from classes, or from a trained jar
     * if given.
     */
    public static GatehouseProcess beforePackaging(Path data, String... settings) {
        var gatehouse = ofMany(List.of("-Xmx384m"), FreePorts.next(), data, settings);
        return TrainedJar.given().isPresent() ? gatehouse : gatehouse.fromClasses();
    }

    private GatehouseProcess fromClasses() {
        var jar = command.indexOf("-jar");
        command.set(jar, "-cp");
        command.set(jar + 1, System.getProperty("java.class.path"));
        command.add(jar + 2, GatehouseApplication.class.getName());
        return this;
    }

    private static List<String> arguments(int port, Path data, String... settings) {
        var arguments = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--gatehouse.issuer=http://localhost:" + port,
                "--gatehouse.data=" + data,
                "--gatehouse.rooms.shop.title=Shop",
                "--gatehouse.sites.shop.room=shop",
                "--gatehouse.sites.shop.secret=" + RunningGatehouse.SECRET,
                "--gatehouse.sites.shop.redirect-uris=" + RunningGatehouse.SITE + "/callback",
                "--gatehouse.sites.shop.entry=" + RunningGatehouse.SITE + "/",
                "--gatehouse.limits.enabled=false")); // all visitors of a test have one address
        for (var setting : settings) {
            var name = "--" + setting.substring(0, setting.indexOf('=') + 1);
            arguments.removeIf(argument -> argument.startsWith(name));
        }
        List.of(settings).forEach(setting -> arguments.add("--" + setting));
        return arguments;
    }

    /** On this java, and not on that of the tests. */
    public GatehouseProcess on(Path java) {
        command.set(0, java.toString());
        return this;
    }

    /** From what a training has made of the jar, and not from the jar itself. */
    public GatehouseProcess from(TrainedJar trained) {
        folder = trained.folder().toFile();
        command.set(command.indexOf(JAR.toString()), TrainedJar.JAR);
        command.add(1, TrainedJar.OPTIONS);
        return on(trained.java());
    }

    public int port() {
        return port;
    }

    @Override
    public String issuer() {
        return "http://localhost:" + port;
    }

    /** Needs no running process. */
    @Override
    public Setup setup(String site) {
        var read = sites == null ? ReadSites.of(arguments.toArray(String[]::new)) : sites;
        sites = read;
        return Installation.printed(read.sites(), read.issuer(), site);
    }

    /** The process as the JDK sees it; it has to have been started. */
    public ProcessHandle handle() {
        return running().handle();
    }

    /** Starts it and waits until it serves. */
    public void starts() {
        starts(command);
    }

    /** Starts it from another jar, such as that of another version, with the same settings and data. */
    public void startsFrom(Path jar) {
        var other = new ArrayList<>(command);
        other.remove(TrainedJar.OPTIONS);
        other.set(other.indexOf("-jar") + 1, jar.toString());
        starts(other);
    }

    /** Starts it so that none of its files can grow beyond this, as on a full disk. */
    void startsWithFilesUpTo(int kilobytes) {
        var limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f " + 2 * kilobytes + "; exec \"$@\"", "sh"));
        limited.addAll(command);
        starts(limited);
    }

    /** What it has logged since it was started last. */
    String log() {
        return running().output();
    }

    /** {@code kill -9}. */
    public void isKilled() {
        running().close();
    }

    /** {@code kill -TERM}: from now on it finishes what it has begun. */
    public void isAskedToStop() {
        running().signal("TERM");
    }

    /** Waits until it has ended by itself. */
    public void ends() {
        running().ends(Duration.ofMinutes(3));
    }

    /** {@code kill -STOP}: it stands still, and its connections stay open. */
    public void isPaused() {
        running().pauses();
    }

    /** {@code kill -CONT}. */
    public void goesOn() {
        running().goesOn();
    }

    /** What live objects take on its heap, in bytes: counted after a full garbage collection. */
    long heap() {
        var lines = TestProcess.run(new ProcessBuilder(TestProcess.jdk(
                "jcmd",
                "-J-Dsun.tools.attach.attachTimeout=60000", // not the ten seconds that it waits otherwise
                String.valueOf(running().handle().pid()),
                "GC.class_histogram")));
        var total = lines.strip().lines().reduce("", (before, line) -> line);
        assertThat(total).as(lines).startsWith("Total");
        return Long.parseLong(total.split("\\s+", -1)[2]);
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private TestProcess running() {
        return Objects.requireNonNull(process, "not started");
    }

    private void starts(List<String> commandLine) {
        if (commandLine.contains(JAR.toString())) {
            assertThat(JAR).as("made by mvn package").exists();
        }
        process = TestProcess.start("gatehouse-" + port, new ProcessBuilder(commandLine).directory(folder));
        process.awaits("ready", Duration.ofMinutes(6), this::isReady);
    }

    private boolean isReady() {
        try (var wire = new Wire(health)) {
            return wire.gets("/actuator/health/readiness", "").status() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
