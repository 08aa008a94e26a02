package io.gatehouse.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/**
 * A server with harmful answers for a client that trusts them. An endless answer lasts until the other side
 * closes.
 */
public final class HostileServer implements AutoCloseable {

    /** What it does to a client. */
    public enum Answer {
        /** A body without end, as fast as it is read. */
        ENDLESS,
        /** A head without end. */
        ENDLESS_HEAD,
        /** A byte now and then, without end. */
        TRICKLING,
        /** On to another server of the same machine. */
        REDIRECTING,
        /** A megabyte that is a gigabyte when it is inflated. */
        BOMB
    }

    /** Bytes: more than the buffers between it and a client hold that reads a little; far less than a heap. */
    public static final long FEW = 32L * 1024 * 1024;

    private static final int EACH = 64 * 1024;
    private static final int MILLIS_BETWEEN_BYTES = 20;
    private static final int MEGABYTE = 1024 * 1024;
    private static final int GIGABYTE = 1024;

    private final ServerSocket socket;
    private final ServerSocket inner;
    private final Answer answer;
    private final AtomicLong sent = new AtomicLong();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final AtomicInteger askedInside = new AtomicInteger();

    public HostileServer(Answer answer) {
        this.answer = answer;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            inner = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        serve(socket, this::answer);
        serve(inner, this::answerInside);
    }

    /** Its own address, of any page. */
    public URI uri() {
        return URI.create("http://localhost:" + socket.getLocalPort() + "/page");
    }

    /** How many bytes of bodies and heads it has got rid of. */
    public long sent() {
        return sent.get();
    }

    /** How many answers are. */
    public int underWay() {
        return clients.size();
    }

    /** How many requests have come to the server that its redirects name. */
    public int askedInside() {
        return askedInside.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        inner.close();
        for (var client : clients) {
            client.close();
        }
    }

    private interface Service {
        void serve(Socket client) throws IOException;
    }

    private static void serve(ServerSocket socket, Service service) {
        daemon(() -> {
            while (!socket.isClosed()) {
                try {
                    var client = socket.accept();
                    daemon(() -> serve(client, service));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private static void serve(Socket client, Service service) {
        try (client) {
            service.serve(client);
        } catch (IOException gone) {
            // which is what a client should be
        }
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "hostile-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void answer(Socket client) throws IOException {
        clients.add(client);
        try {
            readHead(client.getInputStream());
            var out = client.getOutputStream();
            switch (answer) {
                case ENDLESS ->
                    endless(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", "a".repeat(EACH));
                case ENDLESS_HEAD -> endless(out, "HTTP/1.1 200 OK\r\n", "X: " + "a".repeat(EACH) + "\r\n");
                case TRICKLING -> trickle(client, out);
                case REDIRECTING ->
                    send(
                            out,
                            "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nConnection: close\r\nLocation: http://127.0.0.1:"
                                    + inner.getLocalPort() + "/latest/meta-data\r\n\r\n");
                case BOMB -> {
                    var bomb = bomb();
                    send(
                            out,
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: "
                                    + bomb.length + "\r\n\r\n");
                    out.write(bomb);
                    sent.addAndGet(bomb.length);
                }
            }
        } finally {
            clients.remove(client);
        }
    }

    private void answerInside(Socket client) throws IOException {
        askedInside.incrementAndGet();
        readHead(client.getInputStream());
        send(client.getOutputStream(), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
    }

    private void endless(OutputStream out, String head, String more) throws IOException {
        send(out, head);
        while (true) {
            send(out, more);
        }
    }

    private void trickle(Socket client, OutputStream out) throws IOException {
        send(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        client.setSoTimeout(MILLIS_BETWEEN_BYTES);
        while (isThere(client)) {
            send(out, " ");
        }
    }

    private static boolean isThere(Socket client) throws IOException {
        try {
            return client.getInputStream().read() >= 0;
        } catch (SocketTimeoutException silent) {
            return true;
        }
    }

    private void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(US_ASCII));
        sent.addAndGet(text.length());
    }

    private static void readHead(InputStream in) throws IOException {
        var line = 0;
        for (var last = in.read(); last >= 0; last = in.read()) {
            if (last == '\n' && line == 0) {
                return;
            }
            line = last == '\n' ? 0 : last == '\r' ? line : line + 1;
        }
    }

    /** A thousand parts, one after the other, as gzip allows; each a megabyte of nothing. */
    private static byte[] bomb() throws IOException {
        var part = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(part)) {
            gzip.write(new byte[MEGABYTE]);
        }
        var whole = new ByteArrayOutputStream();
        for (var megabyte = 0; megabyte < GIGABYTE; megabyte++) {
            part.writeTo(whole);
        }
        return whole.toByteArray();
    }
}
