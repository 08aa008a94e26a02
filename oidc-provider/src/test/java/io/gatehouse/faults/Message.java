package io.gatehouse.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** One HTTP/1.1 message byte for byte, as something in the middle passes it on. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Message(String head, byte[] bytes) {

    private static final int LONGEST_HEAD = 128 * 1024;

    /** The next request; empty bytes when the other side has hung up between two requests. */
    static Message request(InputStream in) throws IOException {
        return read(in, false);
    }

    /** The next answer; of a request that was not HEAD. */
    static Message answer(InputStream in) throws IOException {
        return read(in, true);
    }

    /** An answer of our own. */
    static Message of(int status, String type, String body) {
        var head = "HTTP/1.1 " + status + " Fault\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n";
        return new Message(head, (head + body).getBytes(ISO_8859_1));
    }

    boolean isNone() {
        return bytes.length == 0;
    }

    int status() {
        return Integer.parseInt(head.split(" ", 3)[1]);
    }

    boolean endsTheConnection() {
        return header("connection").equalsIgnoreCase("close");
    }

    String header(String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static Message read(InputStream in, boolean isAnswer) throws IOException {
        var bytes = new ByteArrayOutputStream(1024);
        if (!head(in, bytes)) {
            return new Message("", new byte[0]);
        }
        var head = new Message(bytes.toString(ISO_8859_1), new byte[0]);
        if (!isAnswer || (head.status() != 304 && head.status() != 204)) {
            head.body(in, bytes);
        }
        return new Message(head.head, bytes.toByteArray());
    }

    private void body(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        if (header("transfer-encoding").equalsIgnoreCase("chunked")) {
            var length = chunk(in, bytes);
            while (length > 0) {
                length = chunk(in, bytes);
            }
        } else if (!header("content-length").isEmpty()) {
            copy(in, bytes, Integer.parseInt(header("content-length")));
        }
    }

    private static int chunk(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        var line = new ByteArrayOutputStream();
        line(in, line);
        var length = Integer.parseInt(line.toString(ISO_8859_1).strip(), 16);
        line.writeTo(bytes);
        copy(in, bytes, length + 2);
        return length;
    }

    private static boolean head(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        var first = in.read();
        if (first < 0) {
            return false;
        }
        bytes.write(first);
        while (line(in, bytes) > 2) {
            if (bytes.size() > LONGEST_HEAD) {
                throw new IOException("a head of more than " + LONGEST_HEAD + " bytes");
            }
        }
        return true;
    }

    /** Copies one line with its end and returns its length. */
    private static int line(InputStream in, ByteArrayOutputStream bytes) throws IOException {
        for (var length = 1; ; length++) {
            var next = in.read();
            if (next < 0) {
                throw new EOFException("hung up in the middle of a message");
            }
            bytes.write(next);
            if (next == '\n') {
                return length;
            }
        }
    }

    private static void copy(InputStream in, ByteArrayOutputStream bytes, int length) throws IOException {
        var part = in.readNBytes(length);
        if (part.length < length) {
            throw new EOFException("hung up in the middle of a message");
        }
        bytes.write(part);
    }
}
