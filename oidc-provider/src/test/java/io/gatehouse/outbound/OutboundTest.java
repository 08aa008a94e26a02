package io.gatehouse.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.HostileServer;
import io.gatehouse.testing.HostileServer.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What servers cost that do not behave. That a call ends at all shows that its time is bounded. */
class OutboundTest {

    private static final Duration AMPLE = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    @ParameterizedTest
    @EnumSource
    void givenAHostileServer_whenADocumentIsRead_thenItIsRefusedAndTheConnectionIsClosed(Answer answer)
            throws IOException {
        try (var server = new HostileServer(answer)) {
            var outbound = new Outbound(Bounds.ofDocuments(timeFor(answer), 1));

            if (answer == Answer.REDIRECTING) {
                assertThat(outbound.read(asks(server)).statusCode()).isEqualTo(302);
            } else {
                assertThatThrownBy(() -> outbound.read(asks(server))).isInstanceOf(IOException.class);
            }

            assertIsOver(answer, server);
        }
    }

    @ParameterizedTest
    @EnumSource
    void givenAHostileServer_whenOnlyItsStatusCounts_thenTheBodyIsLeftUnread(Answer answer) throws IOException {
        try (var server = new HostileServer(answer)) {
            var outbound = new Outbound(Bounds.ofDocuments(AMPLE, 1));

            if (answer == Answer.ENDLESS_HEAD) {
                assertThatThrownBy(() -> outbound.status(asks(server))).isInstanceOf(IOException.class);
            } else {
                assertThat(outbound.status(asks(server))).isEqualTo(answer == Answer.REDIRECTING ? 302 : 200);
            }

            assertIsOver(answer, server);
        }
    }

    @Test
    void givenALongPage_whenItsBeginningIsRead_thenThatIsWhatThereIs() throws IOException {
        try (var server = new HostileServer(Answer.ENDLESS)) {
            var outbound = new Outbound(new Bounds(1_000, AMPLE, 1));

            assertThat(outbound.readBeginning(asks(server), AMPLE).body()).isEqualTo("a".repeat(1_000));
            assertIsOver(Answer.ENDLESS, server);
        }
    }

    @Test
    void givenAPurposeThatIsTaken_whenAnotherRequestComes_thenItIsRefusedAtOnce() throws Exception {
        var outbound = new Outbound(Bounds.ofDocuments(AMPLE, 1));
        CompletableFuture<String> first;
        try (var server = new HostileServer(Answer.TRICKLING)) {
            first = CompletableFuture.supplyAsync(() -> failure(outbound, server));
            await().until(() -> server.sent() > 0);

            assertThat(failure(outbound, server)).isEqualTo("1 such requests are under way already");
        }
        assertThat(first).succeedsWithin(AMPLE);
    }

    @ParameterizedTest
    @CsvSource({
        "http://169.254.169.254/latest, false",
        "http://127.0.0.1:8081/, false",
        "http://localhost:8081/, false",
        "http://[::1]/, false",
        "http://[::ffff:127.0.0.1]/, false",
        "http://[fd00::1]/, false",
        "http://0.0.0.0/, false",
        "http://10.1.2.3/, false",
        "http://172.16.0.1/, false",
        "http://192.168.1.1/, false",
        "http://100.64.0.1/, false",
        "http://2130706433/, false",
        "http://10.0.0.9:8080/a, true",
        "http://10.0.0.9/a, false",
        "https://inside.example/else, true",
        "http://93.184.215.14/, true",
        "http://name.invalid/, false"
    })
    void givenNamedServers_whenARedirectLeadsSomewhere_thenOnlyTheyOfTheInnerOnesAreWithinReach(
            URI address, boolean isWithin) {
        var reach = new Reach(List.of("http://10.0.0.9:8080/entry", "https://inside.example:443/"));

        assertThat(reach.includes(address)).isEqualTo(isWithin);
    }

    private static String failure(Outbound outbound, HostileServer server) {
        try {
            return outbound.read(asks(server)).body();
        } catch (IOException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static HttpRequest.Builder asks(HostileServer server) {
        return HttpRequest.newBuilder(server.uri());
    }

    private static Duration timeFor(Answer answer) {
        return answer == Answer.TRICKLING ? SHORT : AMPLE;
    }

    /**
     * The JDK's client ends an endless head by itself, and closes that connection only when the client is
     * collected.
     */
    private static void assertIsOver(Answer answer, HostileServer server) {
        await().until(() -> answer == Answer.ENDLESS_HEAD || server.underWay() == 0);
        assertThat(server.sent()).isLessThan(HostileServer.FEW);
        assertThat(server.askedInside()).isZero();
    }

    /** Such a thread would hold the application that holds the client. */
    @Test
    void givenAThreadOfAnotherClassLoader_whenItMakesAClient_thenNoThreadOfTheClientHasThatLoader() throws IOException {
        var thread = Thread.currentThread();
        var ours = thread.getContextClassLoader();
        try (var theirs = new URLClassLoader(new URL[0], ours)) {
            thread.setContextClassLoader(theirs);
            var client = new Outbound(new Bounds(1, Duration.ofSeconds(1), 1));

            assertThat(thread.getContextClassLoader()).isEqualTo(theirs);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(one -> one != thread)
                    .noneMatch(one -> one.getContextClassLoader() == theirs);
            assertThat(client.patience()).as("it is held until here").isEqualTo(Duration.ofSeconds(1));
        } finally {
            thread.setContextClassLoader(ours);
        }
    }
}
