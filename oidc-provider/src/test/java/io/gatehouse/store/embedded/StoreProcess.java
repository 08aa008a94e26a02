package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Lines;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.time.SystemScheduler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A process of its own that has the store open: to be started, talked to, and killed by tests. */
final class StoreProcess implements AutoCloseable {

    static final RoomId SHOP = new RoomId("shop");

    private static final String SAYS = "> ";

    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
    }

    /** Starts one that does this: {@code hold}, {@code join} so many, or {@code fill}. */
    static StoreProcess start(Path folder, String... arguments) throws IOException {
        return start("", folder, arguments);
    }

    /** The same, under a shell's limit. */
    static StoreProcess start(String limit, Path folder, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", limit + "exec \"$@\"", "sh"));
        command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StoreProcess.class.getName()));
        command.add(folder.toString());
        command.addAll(List.of(arguments));
        return new StoreProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The next line it said, apart from its log; "" at its end. */
    String line() throws IOException {
        var line = output.readLine();
        while (line != null && !line.startsWith(SAYS)) {
            line = output.readLine();
        }
        return line == null ? "" : line.substring(SAYS.length());
    }

    void say(String line) throws IOException {
        var input = process.outputWriter(UTF_8);
        input.write(line + "\n");
        input.flush();
    }

    long pid() {
        return process.pid();
    }

    /** As {@code kill -9} does; what it has said can still be read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** Until it has ended by itself. */
    void end() throws InterruptedException {
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        try (var file = EmbeddedFile.open(Path.of(arguments[0]), Clock.systemUTC(), new SystemScheduler())) {
            var store = new Lines(new EmbeddedRoomStore(file));
            says("open");
            switch (arguments[1]) {
                case "hold" -> System.in.read();
                case "join" -> joinAtOnce(store, Long.parseLong(arguments[2]));
                default -> joinUntilRefusedAndHealed(store);
            }
            says("end");
        } catch (DataFolderException refused) {
            says(String.valueOf(refused.getMessage()));
        }
    }

    private static void joinAtOnce(Lines store, long many) throws InterruptedException {
        var left = new AtomicLong(many);
        var clients = new ArrayList<Thread>();
        for (int i = 0; i < 64; i++) {
            var client = new Thread(() -> {
                while (left.getAndDecrement() > 0) {
                    join(store);
                }
            });
            client.start();
            clients.add(client);
        }
        for (var client : clients) {
            client.join();
        }
    }

    private static void joinUntilRefusedAndHealed(Lines store) throws IOException {
        var console = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var isTaken = true;
        while (isTaken) {
            isTaken = isTaken(store);
        }
        says("refused");
        console.readLine();
        for (int i = 0; i < 100; i++) {
            isTaken(store);
        }
        says("still refused");
        console.readLine();
        while (!isTaken(store)) {
            Thread.onSpinWait();
        }
        says("healed");
    }

    private static void says(String line) {
        System.out.println(SAYS + line);
    }

    private static boolean isTaken(Lines store) {
        try {
            join(store);
            return true;
        } catch (StoreUnavailableException away) {
            return false;
        }
    }

    private static void join(Lines store) {
        var id = new PlaceId(UUID.randomUUID());
        var place = store.join(SHOP, id, Clock.systemUTC().instant()).place();
        says("joined " + place.number() + " " + id.value());
    }
}
