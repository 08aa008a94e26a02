package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the demo begins and ends. What happens between is told by the stories. */
class DemoTest {

    private static final String DEMO = "mvn -Pdemo";
    private static final String TESTS = "mvn verify";

    private final Path folder;
    private final Path jar;

    DemoTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.jar = folder.resolve("fake.jar");
        FakeGatehouse.packedInto(jar);
    }

    @Test
    void givenARunningDemo_whenItIsTerminated_thenNoProcessAndNoDataIsLeft() {
        try (DemoProcess demo = demo(jar, FreePorts.next())) {
            String output = demo.runs();
            List<ProcessHandle> servers = demo.servers();
            long folders = dataFolders();

            demo.isTerminated();
            demo.ends();

            assertThat(output).containsPattern("password: [a-z2-9]{4}(-[a-z2-9]{4}){3}");
            assertThat(servers).hasSize(1).noneMatch(ProcessHandle::isAlive);
            assertThat(folders).isEqualTo(1);
            assertThat(dataFolders()).isZero();
        }
    }

    @Test
    void givenARunningDemo_whenGatehouseEnds_thenTheDemoEndsToo() {
        try (DemoProcess demo = demo(jar, FreePorts.next())) {
            demo.runs();

            demo.servers().forEach(ProcessHandle::destroyForcibly);

            assertThat(demo.ends()).isEqualTo(1);
            assertThat(dataFolders()).isZero();
        }
    }

    @Test
    void givenAPortThatIsTaken_whenTheDemoStarts_thenItSaysWhichAndHowToChooseAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DemoProcess demo = demo(jar, taken.getLocalPort())) {
            assertThat(demo.ends()).isEqualTo(1);
            assertThat(demo.output())
                    .contains("Port " + taken.getLocalPort() + " is taken")
                    .contains("-Dgatehouse.demo.shop-port=");
        }
    }

    @Test
    void givenNoJar_whenTheDemoStarts_thenItSaysHowToBuildIt() {
        try (DemoProcess demo = demo(folder.resolve("missing.jar"), FreePorts.next())) {
            assertThat(demo.ends()).isEqualTo(1);
            assertThat(demo.output()).contains("Gatehouse is not built").contains("mvn -Pdemo");
        }
    }

    @Test
    void givenAStoreThatIsNone_whenTheDemoStarts_thenItSaysWhichThereAre() {
        try (DemoProcess demo = demo(jar, FreePorts.next(), "store=floppy")) {
            assertThat(demo.ends()).isEqualTo(1);
            assertThat(demo.output()).contains("embedded, redis, dynamodb, redis+dynamodb");
        }
    }

    /**
     * In a checkout where nothing has been made, and in one whose tests have been compiled; by Maven, who may
     * fetch plugins.
     */
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

    private DemoProcess demo(Path gatehouse, int shopPort) {
        return demo(gatehouse, shopPort, "store=embedded");
    }

    private DemoProcess demo(Path gatehouse, int shopPort, String store) {
        return new DemoProcess(
                folder,
                "jar=" + gatehouse,
                "shop-port=" + shopPort,
                "gatehouse-port=" + FreePorts.next(),
                "crowd=0",
                store);
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
