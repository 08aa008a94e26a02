package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One keep-alive connection that spends next to nothing on HTTP: tests of load share two cores with the
 * server that they load. Navigates as a browser does, follows nothing, keeps no cookies.
 */
public final class Wire implements AutoCloseable {

    private static final int TIMEOUT = 30_000;

    /** What came back; of headers that come more than once the last, but all cookies, a line each. */
    public record Reply(int status, Map<String, String> headers, String body) {

        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** The cookies that were set, as they are sent back; empty if none was. */
        public String cookie() {
            return header("set-cookie")
                    .lines()
                    .map(cookie -> cookie.replaceFirst(";.*", ""))
                    .collect(Collectors.joining("; "));
        }
    }

    private final int port;
    private String address = "";
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    public Wire(int port) {
        this.port = port;
    }

    /** The same of somebody at this address, as a proxy would tell it. */
    public Wire from(String itsAddress) {
        address = itsAddress;
        return this;
    }

    /** Navigates there with this cookie, which may be empty. */
    public Reply gets(String path, String cookie) throws IOException {
        return sends("GET " + path, cookie, "");
    }

    /** Submits a form. */
    public Reply posts(String path, String cookie, String form) throws IOException {
        return sends(
                "POST " + path,
                cookie,
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n\r\n"
                        + form);
    }

    @Override
    public void close() {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException goneAlready) {
                // That is what was wanted.
            }
            socket = null;
        }
    }

    private Reply sends(String what, String cookie, String rest) throws IOException {
        var request = what + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nAccept: text/html,*/*;q=0.8\r\n"
                + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"
                + (address.isEmpty() ? "" : "X-Forwarded-For: " + address + "\r\n")
                + (cookie.isEmpty() ? "" : "Cookie: " + cookie + "\r\n")
                + (rest.isEmpty() ? "\r\n" : rest);
        return sends(request.getBytes(UTF_8));
    }

    /** Sends these bytes, which are a whole request. */
    public Reply sends(byte[] request) throws IOException {
        try {
            var out = connected().getOutputStream();
            out.write(request);
            out.flush();
            return reply();
        } catch (IOException | RuntimeException broken) {
            close();
            throw broken;
        }
    }

    private Socket connected() throws IOException {
        if (socket == null) {
            var fresh = new Socket();
            fresh.setTcpNoDelay(true);
            fresh.setSoTimeout(TIMEOUT);
            fresh.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT);
            in = new BufferedInputStream(fresh.getInputStream());
            socket = fresh;
        }
        return socket;
    }

    private Reply reply() throws IOException {
        var status = Integer.parseInt(line().split(" ", 3)[1]);
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            var colon = line.indexOf(':');
            var name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            var value = line.substring(colon + 1).strip();
            headers.merge(name, value, (one, other) -> name.equals("set-cookie") ? one + "\n" + other : other);
        }
        var body = body(headers);
        if (headers.getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return new Reply(status, headers, body);
    }

    private String body(Map<String, String> headers) throws IOException {
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return chunks();
        }
        return new String(exactly(Integer.parseInt(headers.getOrDefault("content-length", "0"))), UTF_8);
    }

    private String chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (var length = Integer.parseInt(line(), 16); length > 0; length = Integer.parseInt(line(), 16)) {
            body.write(exactly(length));
            line();
        }
        line();
        return body.toString(UTF_8);
    }

    private byte[] exactly(int length) throws IOException {
        var bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server hung up in the middle of an answer");
        }
        return bytes;
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server hung up");
            }
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }
}
