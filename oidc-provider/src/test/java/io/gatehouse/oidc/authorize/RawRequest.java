package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;

/** Requests that no proper client sends, byte for byte. */
final class RawRequest {

    private RawRequest() {}

    /** The whole response to a GET, as text. */
    static String get(RunningGatehouse gatehouse, String target, String... headers) {
        var request = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n");
        for (var header : headers) {
            request.append(header).append("\r\n");
        }
        return send(gatehouse, request + "Connection: close\r\n\r\n");
    }

    /** A server that refuses early may close before it has read all; then the answer can get lost, and we ask again. */
    private static String send(RunningGatehouse gatehouse, String request) {
        for (var attempt = 1; ; attempt++) {
            try {
                return sendOnce(URI.create(gatehouse.issuer()), request);
            } catch (IOException failure) {
                if (attempt == 20) {
                    throw new UncheckedIOException(failure);
                }
            }
        }
    }

    private static String sendOnce(URI address, String request) throws IOException {
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
