package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
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

/** What all bodies may hold together: a bound that no test could reach through a whole heap. */
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
        server.setHandler(new WholeBodies(answers, limits, Duration.ofMinutes(1), readings::incrementAndGet, 200));
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void givenBodiesUnderWayThatHoldAllThereIs_whenAnotherComes_thenItIsToldToComeBackUntilOneEnds()
            throws IOException {
        try (var one = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
                var other = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            begin(one, 100, 90);
            begin(other, 100, 90);

            await().atMost(Duration.ofMinutes(1)).until(() -> readings.get() >= 4);

            assertThat(answer(30)).startsWith("HTTP/1.1 503").contains("Retry-After: ");

            begin(one, 0, 10);
            assertThat(new String(one.getInputStream().readAllBytes(), ISO_8859_1))
                    .startsWith("HTTP/1.1 200");
            for (var again = 0; again < 10; again++) { // whatever has been answered holds nothing
                assertThat(answer(90)).startsWith("HTTP/1.1 200");
            }
        }
    }

    private String answer(int length) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            begin(socket, length, length);
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static void begin(Socket socket, int length, int sent) throws IOException {
        var head = length == 0
                ? ""
                : "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n";
        socket.getOutputStream().write((head + "a".repeat(sent)).getBytes(ISO_8859_1));
    }
}
