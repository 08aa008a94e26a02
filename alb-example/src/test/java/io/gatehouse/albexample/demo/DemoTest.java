package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the demo begins and ends. What happens between is told by the stories. */
class DemoTest {

    private static final String DEMO = "mvn -Pdemo";
    private static final String TESTS = "mvn verify";

    private final List<Process> demos = new ArrayList<>();
    private final Path folder;
    private final Path jar;

    DemoTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.jar = folder.resolve("fake.jar");
        FakeGatehouse.packedInto(jar);
    }

    @AfterEach
    void killLeftOvers() {
        demos.forEach(demo -> demo.descendants().forEach(ProcessHandle::destroyForcibly));
        demos.forEach(Process::destroyForcibly);
    }

    @Test
    void givenARunningDemo_whenItIsTerminated_thenNoProcessAndNoDataIsLeft() throws Exception {
        Process demo = demo(jar, FreePorts.next(), FreePorts.next());
        String output = readUntil(demo, "Ctrl-C ends everything");
        List<ProcessHandle> children = demo.children().toList();
        long folders = dataFolders();

        demo.destroy();

        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(output).containsPattern("password: [a-z2-9]{4}(-[a-z2-9]{4}){3}");
        assertThat(children).hasSize(1).noneMatch(ProcessHandle::isAlive);
        assertThat(folders).isEqualTo(1);
        assertThat(dataFolders()).isZero();
    }

    @Test
    void givenARunningDemo_whenGatehouseEnds_thenTheDemoEndsToo() throws Exception {
        Process demo = demo(jar, FreePorts.next(), FreePorts.next());
        readUntil(demo, "Ctrl-C ends everything");

        demo.children().forEach(ProcessHandle::destroyForcibly);

        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(1);
        assertThat(dataFolders()).isZero();
    }

    @Test
    void givenAPortThatIsTaken_whenTheDemoStarts_thenItSaysWhichAndHowToChooseAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process demo = demo(jar, taken.getLocalPort(), FreePorts.next());

            assertThat(allOutput(demo))
                    .contains("Port " + taken.getLocalPort() + " is taken")
                    .contains("-Dgatehouse.demo.shop-port=");
            assertThat(demo.waitFor()).isEqualTo(1);
        }
    }

    @Test
    void givenNoJar_whenTheDemoStarts_thenItSaysHowToBuildIt() throws Exception {
        Process demo = demo(folder.resolve("missing.jar"), FreePorts.next(), FreePorts.next());

        assertThat(allOutput(demo)).contains("Gatehouse is not built").contains("mvn -Pdemo");
        assertThat(demo.waitFor()).isEqualTo(1);
    }

    @Test
    void givenAStoreThatIsNone_whenTheDemoStarts_thenItSaysWhichThereAre() throws Exception {
        Process demo = demo(jar, FreePorts.next(), FreePorts.next(), "-Dgatehouse.demo.store=floppy");

        assertThat(allOutput(demo)).contains("embedded, redis, dynamodb, redis+dynamodb");
        assertThat(demo.waitFor()).isEqualTo(1);
    }

    /** In a checkout where nothing has been made, and in one whose tests have been compiled; by Maven, who may fetch plugins. */
    @Test
    @Tag("sites")
    void givenTheCommandsOfTheReadme_whenTheyAreRunInEitherOrder_thenEachDoesItsOwnWork() throws Exception {
        Checkout checkout = Checkout.in(folder.resolve("checkout"));
        String readme = Files.readString(Path.of("..", "README.md"));
        assertThat(readme).contains("```\n" + DEMO + "\n```", "```\n" + TESTS + "\n```");

        String demoFirst = checkout.runs(DEMO);
        String tests = checkout.runs(TESTS);
        String demoAfterwards = checkout.runs(DEMO);

        assertThat(demoFirst).contains(Checkout.DEMO_RUNS).doesNotContain(Checkout.TESTS_RUN);
        assertThat(tests).contains(Checkout.TESTS_RUN).doesNotContain(Checkout.DEMO_RUNS);
        assertThat(demoAfterwards).contains(Checkout.DEMO_RUNS).doesNotContain(Checkout.TESTS_RUN);
    }

    private Process demo(Path gatehouse, int shopPort, int gatehousePort) throws IOException {
        return demo(gatehouse, shopPort, gatehousePort, "-Dgatehouse.demo.store=embedded");
    }

    private Process demo(Path gatehouse, int shopPort, int gatehousePort, String setting) throws IOException {
        Process demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-Dgatehouse.demo.jar=" + gatehouse,
                        "-Dgatehouse.demo.shop-port=" + shopPort,
                        "-Dgatehouse.demo.gatehouse-port=" + gatehousePort,
                        "-Dgatehouse.demo.crowd=0",
                        setting,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        Demo.class.getName())
                .redirectErrorStream(true)
                .start();
        demos.add(demo);
        return demo;
    }

    private static String readUntil(Process demo, String words) throws IOException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader = demo.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            output.append(line).append('\n');
            if (line.contains(words)) {
                return output.toString();
            }
        }
        throw new AssertionError("The demo has ended early:\n" + output);
    }

    private static String allOutput(Process demo) {
        return String.join("\n", demo.inputReader().lines().toList());
    }

    private long dataFolders() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("gatehouse-demo"))
                    .count();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
