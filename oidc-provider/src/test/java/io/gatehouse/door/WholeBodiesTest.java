package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bodies may hold together, and those of one address: bounds that no test could reach through a whole heap. */
class WholeBodiesTest {

    /** Each body reads the time when it begins, and when it has to wait for more. */
    private final AtomicLong readings = new AtomicLong();

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    @BeforeEach
    void start() throws Exception {
        var answers = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                callback.succeeded();
                return true;
            }
        };
        var limits = List.of(new BodyLimit(100, List.of("/*")));
        server.addConnector(connector);
        var shares = new BodyShares(800, new ForwardedFor(1)); // 100 for each address
        server.setHandler(new WholeBodies(answers, limits, Duration.ofMinutes(1), readings::incrementAndGet, shares));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givenAnAddressWhoseBodiesHoldItsShare_whenMoreCome_thenItIsToldToComeBackAndOthersAreServed(boolean isProxied)
            throws IOException {
        try (var slow = from(2, isProxied)) {
            slow.begins(100, 90);
            await().atMost(Duration.ofMinutes(1)).until(() -> readings.get() >= 2);

            assertThat(answer(from(2, isProxied), 30))
                    .startsWith("HTTP/1.1 503")
                    .contains("Retry-After: ");
            assertThat(answer(from(3, isProxied), 30)).startsWith("HTTP/1.1 200");

            slow.sends("a".repeat(10));
            assertThat(slow.answer()).startsWith("HTTP/1.1 200");
            for (var again = 0; again < 10; again++) { // whatever has been answered holds nothing
                assertThat(answer(from(2, isProxied), 90)).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void givenBodiesOfManyThatHoldAllThereIs_whenAnotherComes_thenItIsToldToComeBackUntilOneEnds() throws IOException {
        var all = new ArrayList<Client>();
        try {
            for (var address = 2; address < 10; address++) {
                var slow = from(address, false);
                all.add(slow);
                slow.begins(100, 90);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> readings.get() >= 16);

            assertThat(answer(from(10, false), 90)).startsWith("HTTP/1.1 503").contains("Retry-After: ");

            all.get(0).sends("a".repeat(10));
            assertThat(all.get(0).answer()).startsWith("HTTP/1.1 200");
            assertThat(answer(from(10, false), 90)).startsWith("HTTP/1.1 200");
        } finally {
            for (var each : all) {
                each.close();
            }
        }
    }

    private static String answer(Client client, int length) throws IOException {
        try (client) {
            client.begins(length, length);
            return client.answer();
        }
    }

    /** A connection from an address of its own, or through a proxy that says so. */
    private Client from(int number, boolean isProxied) throws IOException {
        var own = InetAddress.getByName("127.0.0." + (isProxied ? 1 : number));
        return new Client(
                new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort(), own, 0),
                isProxied ? "X-Forwarded-For: 10.0.0.9, 10.0.0." + number + "\r\n" : "");
    }

    private record Client(Socket socket, String proxied) implements AutoCloseable {

        void begins(int length, int sent) throws IOException {
            sends("POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + proxied + "Content-Length: " + length
                    + "\r\n\r\n" + "a".repeat(sent));
        }

        void sends(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        }

        String answer() throws IOException {
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
