package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Those who listen to one room's board: many connections, which one thread reads. It costs little, since the
 * server that tells them has the same cores: an event is looked at once, as it comes.
 */
final class Audience implements AutoCloseable {

    private static final int SMALL = 2048;

    /** Of what was heard, the end: the last event is in it. */
    private static final int REMEMBERED = 2048;

    private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    private final List<Ear> ears = new ArrayList<>();
    private final Selector selector;
    private final int port;
    private String sought = "";

    Audience(int port) {
        this.port = port;
        try {
            this.selector = Selector.open();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** So many more, who send these headers as well, each ended by a line break. */
    Audience comes(int number, String path, String headers) throws IOException {
        var request =
                "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n" + headers + "\r\n";
        for (var n = 0; n < number; n++) {
            var connection = SocketChannel.open();
            connection.socket().setReceiveBufferSize(SMALL);
            connection.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            connection.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
            connection.configureBlocking(false);
            var ear = new Ear(connection);
            connection.register(selector, SelectionKey.OP_READ, ear);
            ears.add(ear);
        }
        return this;
    }

    /**
     * Waits until so many have heard this last. It looks every millisecond: a connection holds little, and
     * the server waits with the rest of an event until that is read.
     */
    void hears(String text, int many) {
        await().pollInSameThread()
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> heard(text) >= many);
    }

    /** How many have heard this last: it stands in the newest of what has come. */
    long heard(String text) throws IOException {
        if (!text.equals(sought)) {
            sought = text;
            ears.forEach(Ear::looks);
        }
        listens();
        return ears.stream().filter(ear -> ear.hasHeard).count();
    }

    /** All that one has heard, headers too, unless that was much. */
    String all(int number) throws IOException {
        listens();
        return ears.get(number).heard.toString();
    }

    /** How many have been hung up on, or told that nothing more comes. */
    long ended() throws IOException {
        listens();
        return ears.stream().filter(ear -> ear.hasEnded).count();
    }

    /** So many go. */
    void lose(int number) throws IOException {
        for (var n = 0; n < number; n++) {
            ears.remove(ears.size() - 1).connection.close();
        }
        listens(); // the system hears of it only then
    }

    private void listens() throws IOException {
        selector.selectNow(key -> {
            if (key.attachment() instanceof Ear ear) {
                listens(ear);
            }
        });
    }

    private void listens(Ear ear) {
        try {
            int read;
            do {
                read = ear.connection.read(buffer.clear());
                ear.hears(new String(buffer.array(), 0, Math.max(0, read), ISO_8859_1));
            } while (read >= SMALL); // less is all that is there
            if (read < 0) {
                ear.ends();
            }
        } catch (IOException hungUp) {
            ear.ends();
        }
    }

    @Override
    public void close() throws IOException {
        lose(ears.size());
        selector.close();
    }

    private final class Ear {

        private final SocketChannel connection;
        private final StringBuilder heard = new StringBuilder();
        private String newest = "";
        private boolean hasHeard;
        private boolean hasEnded;

        Ear(SocketChannel connection) {
            this.connection = connection;
        }

        void hears(String text) {
            heard.append(text);
            if (heard.length() > 2 * REMEMBERED) {
                heard.delete(0, heard.length() - REMEMBERED);
            }
            newest = heard.substring(Math.max(0, heard.lastIndexOf("data: ")));
            looks();
        }

        void looks() {
            hasHeard = newest.contains(sought);
        }

        void ends() {
            hasEnded = true;
            try {
                connection.close();
            } catch (IOException closedAlready) {
                // That is what was wanted.
            }
        }
    }
}
