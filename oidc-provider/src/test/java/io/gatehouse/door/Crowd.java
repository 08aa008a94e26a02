package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Connections that are held open, with as much of a request as is sent at once. */
final class Crowd implements AutoCloseable {

    private static final InetAddress ONE = InetAddress.getLoopbackAddress();
    /** So that what the server sends is soon more than anybody between can hold. */
    private static final int SMALL = 2048;

    private final int port;
    private final List<SocketChannel> connections = new ArrayList<>();

    Crowd(int port) {
        this.port = port;
    }

    /** So many more, all from one address, each after it has sent this. */
    Crowd comes(int number, String sent) throws IOException {
        return comes(number, sent, each -> ONE);
    }

    /** So many more, each from the address that it is given here. */
    Crowd comes(int number, String sent, IntFunction<InetAddress> from) throws IOException {
        for (var n = 0; n < number; n++) {
            var connection = SocketChannel.open();
            connection.socket().setReceiveBufferSize(SMALL);
            connection.socket().bind(new InetSocketAddress(from.apply(n), 0));
            connection.socket().connect(new InetSocketAddress(ONE, port), 10_000);
            connection.write(ByteBuffer.wrap(sent.getBytes(ISO_8859_1)));
            connection.configureBlocking(false);
            connections.add(connection);
        }
        return this;
    }

    /** Each sends a byte more, if it is not hung up on. */
    void trickles() {
        for (var connection : connections) {
            try {
                connection.write(ByteBuffer.wrap(new byte[] {'a'}));
            } catch (IOException hungUp) {
                // Then it is no burden any more.
            }
        }
    }

    /** One of them goes. */
    void loseOne() throws IOException {
        connections.remove(0).close();
    }

    /** How many have been told nothing yet and have not been hung up on. */
    long held() throws IOException {
        var held = 0L;
        for (var connection : connections) {
            held += isHeld(connection) ? 1 : 0;
        }
        return held;
    }

    private static boolean isHeld(SocketChannel connection) {
        try {
            return connection.read(ByteBuffer.allocate(1)) == 0;
        } catch (IOException hungUp) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        for (var connection : connections) {
            connection.close();
        }
    }
}
