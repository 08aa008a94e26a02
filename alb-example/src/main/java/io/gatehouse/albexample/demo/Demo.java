package io.gatehouse.albexample.demo;

import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.alb.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * {@code mvn -Pdemo}: starts Gatehouse as a separate process, the shop behind the ALB stand-in, and a crowd.
 * It stops them in the opposite order and leaves nothing behind, even after Ctrl-C, a signal to Maven, or
 * Maven's death.
 */
public final class Demo {

    private static final Duration STAY = Duration.ofHours(1);

    private final DemoSettings settings;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopping;

    private Demo(DemoSettings settings) {
        this.settings = settings;
    }

    public static void main(String... arguments) {
        Demo demo = new Demo(DemoSettings.fromSystemProperties());
        Runtime.getRuntime().addShutdownHook(new Thread(demo::stop, "stop"));
        ProcessHandle.current().parent().ifPresent(Demo::endWith);
        try {
            demo.run();
        } catch (DemoFailedException | IllegalStateException failed) {
            say("");
            say("The demo cannot go on. " + failed.getMessage());
            System.exit(1);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** Maven may be killed before it can end this process. */
    private static void endWith(ProcessHandle maven) {
        CompletableFuture<Void> unused = maven.onExit().thenRun(() -> System.exit(0));
    }

    private void run() throws InterruptedException {
        settings.check();
        Path folder = temporaryFolder();
        DemoSecrets secrets = DemoSecrets.invent(new SecureRandom());
        GatehouseProcess gatehouse = startGatehouse(folder, secrets);
        openShop(folder, secrets);
        Crowd crowd = gatherCrowd();
        welcome(secrets);
        gatehouse.onEnd(this::gatehouseIsGone);
        while (!ended.await(15, TimeUnit.SECONDS)) {
            say("  … " + crowd.inWords());
        }
    }

    private Path temporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("gatehouse-demo");
            keep(() -> Training.delete(folder));
            return folder;
        } catch (IOException fullDisk) {
            throw new DemoFailedException("There is no room for temporary data: " + fullDisk.getMessage());
        }
    }

    private GatehouseProcess startGatehouse(Path folder, DemoSecrets secrets) throws InterruptedException {
        GatehouseJar jar = gatehouse(folder);
        say("Making a one-time password for the panel …");
        String hash = GatehouseProcess.hashPassword(jar, folder, secrets.password());
        DemoStore store = DemoStore.start(settings, folder, this::keep);
        say("Starting Gatehouse on " + settings.issuer() + ", store " + settings.store() + " …");
        String yaml = DemoYaml.of(settings, secrets, hash, folder);
        GatehouseProcess gatehouse = GatehouseProcess.start(jar, folder, yaml, store.environment());
        keep(gatehouse);
        gatehouse.awaitReady(settings.issuer());
        return gatehouse;
    }

    /** The packaged jar, or the trained one; the first demo of a build trains it. */
    private GatehouseJar gatehouse(Path folder) throws InterruptedException {
        GatehouseJar packaged = GatehouseJar.of(settings.jar());
        if (settings.trained().isEmpty()) {
            return packaged;
        }
        if (!Training.isPossible()) {
            say("This Java, " + Runtime.version()
                    + ", keeps nothing of a start; from 25 on it does, and the next is quicker.");
            return packaged;
        }
        Training training = new Training(settings.jar(), settings.trained().get());
        try {
            if (!training.jar().isTrained()) {
                say("Letting Java learn how Gatehouse starts, once for each build: about half a minute …");
                Path log = folder.resolve("training.log");
                finish(training.unpacking(), log);
                finish(training.training(), log);
            }
            return training.jar();
        } catch (IOException failed) {
            say("Starting without what Java keeps of a start: " + failed.getMessage());
            return packaged;
        }
    }

    private void finish(ProcessBuilder command, Path log) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        keep(() -> {
            process.destroy();
            process.waitFor();
        });
        int status = process.waitFor();
        if (stopping) {
            throw new InterruptedException("the demo is over");
        }
        if (status != 0) {
            throw new IOException(Files.readString(log).strip());
        }
    }

    private void openShop(Path folder, DemoSecrets secrets) {
        say("Opening the shop behind the ALB stand-in on " + settings.shop() + " …");
        Path log = folder.resolve("alb.log");
        Options options = Options.defaults().accessLog(entry -> append(log, entry.toString()));
        ProtectedShop.Registration shop = new ProtectedShop.Registration(settings.issuer(), "shop", secrets.client());
        keep(ProtectedShop.open(settings.shopPort(), shop, STAY, options));
    }

    private Crowd gatherCrowd() {
        say("Sending " + settings.crowd() + " made-up visitors ahead of you …");
        Crowd crowd = new Crowd(settings.shop(), settings.crowd());
        keep(crowd);
        crowd.gather();
        return crowd;
    }

    private void welcome(DemoSecrets secrets) {
        say(
                """

                  Open the shop, and see yourself wait (about a minute):

                    Shop       %1$s
                    Gatehouse  %2$s   (the issuer; %2$s/.well-known/openid-configuration)
                    Panel      %2$s/panel   user: operator   password: %3$s

                  Ctrl-C ends everything and removes its data.
                """
                        .formatted(settings.shop(), settings.issuer(), secrets.password()));
    }

    private void gatehouseIsGone() {
        if (!stopping) {
            say("Gatehouse has ended by itself, so the demo ends too.");
            System.exit(1);
        }
    }

    private synchronized void keep(AutoCloseable part) {
        started.push(part);
    }

    private synchronized void stop() {
        stopping = true;
        ended.countDown();
        if (started.isEmpty()) {
            return;
        }
        say("Stopping …");
        while (!started.isEmpty()) {
            close(started.pop());
        }
        say("Everything has stopped, and the demo's data is gone.");
    }

    /** A part that fails to stop must not leave the others running. */
    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception stubborn) {
            say("This did not stop as it should: " + stubborn.getMessage());
        }
    }

    private static void append(Path log, String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException closing) {
            throw new UncheckedIOException(closing);
        }
    }

    private static void say(String words) {
        System.out.println(words);
        System.out.flush();
    }
}
