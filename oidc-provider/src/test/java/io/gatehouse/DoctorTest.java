package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** The command, as operators use it before a start. */
class DoctorTest {

    private static final String SALE =
            """
            gatehouse:
              issuer: http://localhost:8080
              rooms:
                shop:
                  claim-window: 1m
                  stock: 30
                  schedule:
                    - { zone: UTC, lobby: "2020-11-27T09:00", doors: "2020-11-27T10:00", close: "2020-11-27T18:00" }
                tickets:
                  notices: email
                  lanes: { access: { weight: 1, offered: true } }
                  schedule:
                    - { zone: UTC, lobby: "2120-11-27T09:00", doors: "2120-11-27T10:00", draw: receipts }
              archive: { bucket: example-archive, endpoint: "http://10.1.2.3:9000" }
              sites:
                shop: { room: shop, secret: a-secret-of-more-than-16-characters, redirect-uris: "http://localhost:9/" }
            """;

    private final CommandLine jar = new CommandLine();

    @TempDir
    Path folder;

    /** The doctor starts an application that logs nothing, which would hold for later tests of this JVM. */
    @AfterAll
    static void logAgain() {
        LoggingSystem.get(DoctorTest.class.getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.INFO);
    }

    @Test
    void givenASaleWithTraps_whenItIsExamined_thenEachIsToldAndNothingIsStarted() throws IOException {
        try (var taken = new ServerSocket(0)) {
            assertThat(doctor(SALE, "--server.port=" + taken.getLocalPort())).hasValue(0);
        }

        assertThat(jar.text().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("warning: gatehouse.rooms.shop.claim-window is 1m: "),
                        line -> assertThat(line).startsWith("warning: gatehouse.sites.shop.slot-after-logout is kept"),
                        line -> assertThat(line).startsWith("warning: gatehouse.rooms.shop.schedule has no date"),
                        line -> assertThat(line)
                                .startsWith("warning: gatehouse.rooms.tickets.lobby-work and most-per-"),
                        line -> assertThat(line)
                                .startsWith(
                                        "warning: gatehouse.rooms.tickets.lanes.access.offered is true, and a draw"),
                        line -> assertThat(line).startsWith("warning: gatehouse.rooms.tickets.notices is set, and"),
                        line -> assertThat(line).startsWith("warning: gatehouse.archive.lock is none: "),
                        line -> assertThat(line).startsWith("warning: gatehouse.archive.endpoint is http://10.1.2.3"),
                        line -> assertThat(line)
                                .isEqualTo("the configuration is usable: 2 rooms, 1 sites, 8 warnings. The store"
                                        + " embedded was not opened"));
        assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("gatehouse.yaml"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gatehouse.store: redis | master-key",
                "gatehouse.store: rediss | must be one of embedded",
                "gatehouse: [ | while parsing a flow node"
            })
    void givenAFault_whenItIsExamined_thenItIsNamed(String yaml, String named) throws IOException {
        assertThat(doctor(yaml, "--gatehouse.issuer=http://localhost:8080")).hasValue(1);

        assertThat(jar.text()).startsWith("wrong: ").contains(named);
    }

    @Test
    void givenManyFaults_whenTheyAreExamined_thenEachIsNamedOnceAndNoneThatIsNotThere() throws IOException {
        var yaml =
                """
                gatehouse:
                  rooms:
                    shop: { rate: fast, capacty: 5, claim-window: soon, past-draws: yes please }
                    hall:
                      schedule:
                        - { zone: Mars/Base, lobby: "2120-11-27T09:00", doors: "2120-11-27T10:00" }
                    fine: { rate: 5/s }
                    list: [ 1, 2 ]
                  sites:
                    shop: { room: shpo, secret: a-secret-of-16-characters, redirect-uris: 'https://a.example' }
                    hall: { room: hall, secret: short, redirect-uris: 'https://a.example' }
                    fine: { room: fine, secret: a-secret-of-16-characters, redirect-uris: 'https://a.example' }
                  turnstile: { tick: often }
                """;

        assertThat(doctor(yaml, "--gatehouse.issuer=ftp://localhost")).hasValue(1);

        assertThat(jar.text().lines().toList())
                .allSatisfy(line -> assertThat(line).startsWith("wrong: gatehouse."))
                .extracting(line -> line.replaceFirst("wrong: ([^:]*): .*", "$1"))
                .containsExactlyInAnyOrder(
                        "gatehouse.rooms.shop.rate",
                        "gatehouse.rooms.shop.capacty",
                        "gatehouse.rooms.shop.claim-window",
                        "gatehouse.rooms.shop.past-draws",
                        "gatehouse.rooms.hall.schedule[0]",
                        "gatehouse.rooms.list",
                        "gatehouse.sites.shop.room",
                        "gatehouse.sites.hall.secret",
                        "gatehouse.turnstile.tick",
                        "gatehouse.issuer");
        assertThat(jar.text()).contains("Did you mean gatehouse.rooms.shop.capacity?", "was \"shpo\"");
    }

    @Test
    void givenAStoreThatIsAway_whenItsConfigurationIsExamined_thenItIsNotOpened() throws IOException {
        var key = "--gatehouse.master-key=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

        assertThat(doctor(
                        "gatehouse.store: redis\nspring.data.redis.url: redis://127.0.0.1:1",
                        key,
                        "--gatehouse.issuer=http://localhost:8080"))
                .hasValue(0);

        assertThat(jar.text()).contains("The store redis was not opened");
    }

    @ParameterizedTest
    @ValueSource(strings = {"doctor", "doctor --gatehouse.store=redis", "doctor no-such-file.yaml"})
    void givenNoFile_whenRun_thenThatIsSaid(String line) {
        assertThat(jar.run(line.split(" ", -1))).hasValue(2);

        assertThat(jar.text()).containsAnyOf("doctor needs the file", "there is no file");
    }

    private OptionalInt doctor(String yaml, String... settings) throws IOException {
        return jar.runWith("doctor", folder.resolve("gatehouse.yaml"), yaml, settings);
    }
}
