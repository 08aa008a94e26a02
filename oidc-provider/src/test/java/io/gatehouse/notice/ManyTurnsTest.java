package io.gatehouse.notice;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.board.Boards;
import io.gatehouse.event.WebhookStub;
import io.gatehouse.faults.FaultSize;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
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
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * A large sale by each way: the turns of a minute come while the receiver answers nothing, and all of them
 * are told when it does. The clock stands, so no turn is over before.
 */
@Tag("faults")
class ManyTurnsTest {

    /** More than may wait at a time; the whole of a large sale with {@code -Dtest.faults=full}. */
    private static final int CROWD = FaultSize.of(3_000, 20_000);

    /** Seconds of a minute. */
    private static final int TICKS = 60;

    private static final int PER_NETWORK = 90;

    @ParameterizedTest
    @EnumSource
    void givenAReceiverThatKeepsAllWaiting_whenTheTurnsOfAMinuteCome_thenTheLineGoesOnAndEachIsToldOnce(Way way)
            throws Exception {
        try (var receiver = way == Way.EMAIL ? new MailReceiver() : new HttpReceiver();
                var gatehouse = starts(receiver.port()).standing()) {
            ask(gatehouse, way, receiver.port());

            for (var second = 1; second <= TICKS; second++) {
                gatehouse.letIn("many", CROWD * second / TICKS - CROWD * (second - 1) / TICKS);
            }

            var room = gatehouse.room("many");
            await("messages under way").until(() -> receiver.waiting() > 0);
            assertThat(gatehouse.bean(Boards.class).of(room).board().serving(0)).isEqualTo(CROWD);
            assertThat(room.at(Position.of(CROWD)).orElseThrow().stage()).isEqualTo(Stage.TURN);

            receiver.opens();
            await().atMost(Duration.ofMinutes(5)).until(() -> {
                gatehouse.tick();
                return receiver.told().size() >= CROWD;
            });
            gatehouse.elapse(Duration.ofMinutes(2));
            gatehouse.bean(NoticeWatch.class).settle();
            gatehouse.bean(NoticePost.class).close();
            assertThat(receiver.told()).hasSize(CROWD).doesNotHaveDuplicates();
        }
    }

    private static RunningGatehouse starts(int port) {
        return RunningGatehouse.start(
                "gatehouse.turnstile.tick=1m",
                "gatehouse.alerts.mail.host=localhost",
                "gatehouse.alerts.mail.port=" + port,
                "gatehouse.alerts.mail.security=none",
                "gatehouse.alerts.mail.from=shop@example.com",
                "gatehouse.alerts.mail.answer-within=30s",
                "gatehouse.notices.most-per-hour=100000",
                "gatehouse.notices.phones.url=http://localhost:" + port + "/hook",
                "gatehouse.notices.phones.secrets=" + WebhookStub.SECRET,
                "gatehouse.notices.phones.countries=DE",
                "gatehouse.notices.phones.answer-within=30s",
                "gatehouse.notices.phones.most-per-room=100000",
                "gatehouse.notices.phones.most-of-house=100000",
                "gatehouse.notices.push.hosts=localhost",
                "gatehouse.notices.push.answer-within=30s",
                "gatehouse.rooms.many.claim-window=30m",
                "gatehouse.rooms.many.notices=email,sms,voice,push");
    }

    /** Visitors who have joined, each with an address of their own. */
    private static void ask(RunningGatehouse gatehouse, Way way, int port) throws Exception {
        gatehouse.tick();
        var room = gatehouse.room("many");
        var notices = gatehouse.bean(Notices.class);
        var keys = browserKeys();
        var threads = Executors.newFixedThreadPool(32);
        var answers = IntStream.range(0, CROWD)
                .mapToObj(n -> threads.submit(() -> {
                    var to = Map.of(way, address(way, n, port, keys));
                    var place = room.join(new PlaceId(UUID.randomUUID()));
                    return notices.ask(room, place, new Notices.Question(to, "en", "192.0." + n / PER_NETWORK));
                }))
                .toList();
        threads.shutdown();
        for (Future<Notices.Answer> answer : answers) {
            assertThat(answer.get()).isEqualTo(Notices.Answer.ASKED);
        }
    }

    private static String address(Way way, int n, int port, String keys) {
        return switch (way) {
            case EMAIL -> "visitor" + n + "@example.com";
            case SMS, VOICE -> "+49151%08d".formatted(10_000_000 + n * 4_000); // two or three of a range
            case PUSH -> "{\"endpoint\":\"http://localhost:" + port + "/push/" + n + "\",\"keys\":" + keys + "}";
        };
    }

    /** All browsers have the same. */
    private static String browserKeys() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        var encoded = ((ECPublicKey) generator.generateKeyPair().getPublic()).getEncoded();
        var point = Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
        var base64 = Base64.getUrlEncoder().withoutPadding();
        return "{\"p256dh\":\"" + base64.encodeToString(point) + "\",\"auth\":\"" + base64.encodeToString(new byte[16])
                + "\"}";
    }

    /** Where messages go: it keeps each waiting until it opens, and then knows to whom a turn was told. */
    private abstract static class Receiver implements AutoCloseable {

        private final AtomicInteger waiting = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);
        private final Collection<String> told = new ConcurrentLinkedQueue<>();
        final ExecutorService threads = Executors.newCachedThreadPool();

        abstract int port();

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

        void tells(String to) {
            told.add(to);
        }

        Collection<String> told() {
            return told;
        }

        @Override
        public void close() throws IOException {
            threads.shutdownNow();
        }
    }

    /** A webhook, and a push service. */
    private static final class HttpReceiver extends Receiver {

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
            if (isTurn) {
                tells(to);
            }
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
    private static final class MailReceiver extends Receiver {

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
                if (line.startsWith("Subject: It is your turn")) {
                    tells(to);
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
