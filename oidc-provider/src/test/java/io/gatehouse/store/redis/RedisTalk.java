package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** One command to one server, and its answer as text: an array's elements are lines of their own. Knows no TLS. */
final class RedisTalk {

    private static final int TIMEOUT = 20_000;

    private RedisTalk() {}

    /** Fails with an exception when nobody answers; an error that Redis answers with comes back as {@code -ERR ...}. */
    static String say(int port, String... command) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT);
            socket.setSoTimeout(TIMEOUT);
            socket.getOutputStream().write(request(command));
            return answer(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private static byte[] request(String... command) throws IOException {
        var bytes = new ByteArrayOutputStream();
        bytes.write(("*" + command.length + "\r\n").getBytes(UTF_8));
        for (var word : command) {
            var text = word.getBytes(UTF_8);
            bytes.write(("$" + text.length + "\r\n").getBytes(UTF_8));
            bytes.write(text);
            bytes.write("\r\n".getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String answer(InputStream in) throws IOException {
        var line = line(in);
        var rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> rest;
            case '$' -> text(in, Integer.parseInt(rest));
            case '*' -> array(in, Integer.parseInt(rest));
            default -> line;
        };
    }

    private static String array(InputStream in, int length) throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < length; i++) {
            lines.append(i == 0 ? "" : "\n").append(answer(in));
        }
        return lines.toString();
    }

    private static String text(InputStream in, int length) throws IOException {
        if (length < 0) {
            return "";
        }
        var bytes = in.readNBytes(length);
        in.skipNBytes(2);
        return new String(bytes, UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the server closed the connection");
            }
            line.write(next);
        }
        in.skipNBytes(1);
        return line.toString(UTF_8);
    }
}
