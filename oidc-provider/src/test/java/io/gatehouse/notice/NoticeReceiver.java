package io.gatehouse.notice;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.room.Terms.Notices.Way;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** A receiver of notices: keeps each sender waiting until it opens, and then records the messages. */
abstract class NoticeReceiver implements AutoCloseable {

    private final AtomicInteger waiting = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger messages = new AtomicInteger();
    private final Collection<String> told = new ConcurrentLinkedQueue<>();
    private final String keys = keys();
    final ExecutorService threads = Executors.newCachedThreadPool();

    /** A closed receiver for this way. */
    static NoticeReceiver of(Way way) throws IOException {
        return way == Way.EMAIL ? new MailReceiver() : new HttpReceiver();
    }

    abstract int port();

    /** A subscription of this name at its push service; all browsers have the same keys. */
    String subscription(String name) {
        return "{\"endpoint\":\"http://localhost:" + port() + "/push/" + name + "\",\"keys\":" + keys + "}";
    }

    private static String keys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var encoded = ((ECPublicKey) generator.generateKeyPair().getPublic()).getEncoded();
            var point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
            var base64 = Base64.getUrlEncoder().withoutPadding();
            return "{\"p256dh\":\"" + base64.encodeToString(point) + "\",\"auth\":\""
                    + base64.encodeToString(new byte[16]) + "\"}";
        } catch (GeneralSecurityException everyJdkCan) {
            throw new IllegalStateException(everyJdkCan);
        }
    }

    int waiting() {
        return waiting.get();
    }

    void opens() {
        gate.countDown();
    }

    void awaitOpen() throws IOException {
        try {
            waiting.incrementAndGet();
            gate.await();
        } catch (InterruptedException closing) {
            throw new IOException(closing);
        }
    }

    void tells(String to, boolean isTurn) {
        messages.incrementAndGet();
        if (isTurn) {
            told.add(to);
        }
    }

    /** Recipients of turns: numbers, mailboxes in angle brackets, paths of the push service. */
    Collection<String> told() {
        return told;
    }

    /** The count of all messages, also of those that a turn is near. */
    int messages() {
        return messages.get();
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
    }

    /** A webhook, and a push service. */
    private static final class HttpReceiver extends NoticeReceiver {

        /** Seconds: a message that a turn is near lasts less long. */
        private static final int SHORTEST_TURN = 20 * 60;

        private final HttpServer server;

        private HttpReceiver() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            server.setExecutor(threads);
            server.createContext("/hook", this::hook);
            server.createContext("/push", this::push);
            server.start();
        }

        @Override
        int port() {
            return server.getAddress().getPort();
        }

        private void hook(HttpExchange exchange) throws IOException {
            var data = JsonMapper.shared()
                    .readTree(new String(exchange.getRequestBody().readAllBytes(), UTF_8))
                    .path("data");
            answer(exchange, data.path("turn").asBoolean(), data.path("to").asString());
        }

        private void push(HttpExchange exchange) throws IOException {
            exchange.getRequestBody().readAllBytes();
            var seconds = Integer.parseInt(exchange.getRequestHeaders().getFirst("TTL"));
            answer(exchange, seconds >= SHORTEST_TURN, exchange.getRequestURI().getPath());
        }

        private void answer(HttpExchange exchange, boolean isTurn, String to) throws IOException {
            awaitOpen();
            tells(to, isTurn);
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        }

        @Override
        public void close() throws IOException {
            server.stop(0);
            super.close();
        }
    }

    /** A mail server that knows what we say. */
    private static final class MailReceiver extends NoticeReceiver {

        private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

        private MailReceiver() throws IOException {
            threads.execute(this::accept);
        }

        @Override
        int port() {
            return socket.getLocalPort();
        }

        private void accept() {
            while (!socket.isClosed()) {
                try {
                    var client = socket.accept();
                    threads.execute(() -> serve(client));
                } catch (IOException closed) {
                    return;
                }
            }
        }

        private void serve(Socket client) {
            try (client) {
                awaitOpen();
                var in = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
                say(client, "220 ready");
                var to = "";
                for (var line = in.readLine(); line != null && !line.equals("QUIT"); line = in.readLine()) {
                    if (line.startsWith("RCPT TO:")) {
                        to = line.substring("RCPT TO:".length());
                    } else if (line.equals("DATA")) {
                        say(client, "354 go on");
                        receive(in, to);
                    }
                    say(client, "250 done");
                }
                say(client, "221 bye");
            } catch (IOException gone) {
                // The test sees what was told.
            }
        }

        private void receive(BufferedReader in, String to) throws IOException {
            for (var line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
                if (line.startsWith("Subject: ")) {
                    tells(to, line.startsWith("Subject: It is your turn"));
                }
            }
        }

        private static void say(Socket client, String line) throws IOException {
            client.getOutputStream().write((line + "\r\n").getBytes(US_ASCII));
        }

        @Override
        public void close() throws IOException {
            socket.close();
            super.close();
        }
    }
}
