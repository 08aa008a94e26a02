package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.OwnCertificate;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server's own part where it speaks TLS itself. */
@Timeout(120)
class TlsDoorTest {

    private static final String HEAD = "GET /rooms/shop/board HTTP/1.1\r\nHost: localhost\r\n";

    @Test
    void givenTls_whenHeadsTrickleOrHaveManyFields_thenTheyHaveTheSameBounds(@TempDir Path folder) throws Exception {
        var own = OwnCertificate.in(folder);
        try (var gatehouse = RunningGatehouse.start(
                "gatehouse.door.head-within=500ms",
                "server.jetty.connection-idle-timeout=1h",
                "server.ssl.key-store=" + own.file(),
                "server.ssl.key-store-password=" + OwnCertificate.PASSWORD)) {
            var port = URI.create(gatehouse.issuer()).getPort();
            var tls = own.trusted();

            assertThat(answer(tls, port, HEAD + "Connection: close\r\n\r\n")).startsWith("HTTP/1.1 200");
            assertThat(answer(tls, port, HEAD + "a:\r\n".repeat(300))).startsWith("HTTP/1.1 431");
            tricklesUntilHungUpOn(tls, port);
        }
    }

    private static String answer(SSLContext tls, int port, String request) throws IOException {
        try (var socket = tls.getSocketFactory().createSocket("localhost", port)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static void tricklesUntilHungUpOn(SSLContext tls, int port) throws IOException {
        try (var socket = tls.getSocketFactory().createSocket("localhost", port)) {
            socket.getOutputStream().write((HEAD + "A: ").getBytes(ISO_8859_1));
            socket.setSoTimeout(20);
            while (isOpen(socket)) {
                socket.getOutputStream().write('a');
            }
        } catch (IOException hungUp) {
            // As it is to be.
        }
    }

    private static boolean isOpen(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException notYet) {
            return true;
        }
    }
}
