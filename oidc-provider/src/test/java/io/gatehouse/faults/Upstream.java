package io.gatehouse.faults;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A connection to one server behind something in the middle, made when it is needed and kept while it is good. */
final class Upstream implements AutoCloseable {

    private final int port;
    private final Duration timeout;
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    Upstream(int port, Duration timeout) {
        this.port = port;
        this.timeout = timeout;
    }

    /** Connects, if it is not connected; fails when nobody listens. */
    Socket connects() throws IOException {
        if (socket == null) {
            var fresh = new Socket();
            fresh.setTcpNoDelay(true);
            fresh.setSoTimeout((int) timeout.toMillis());
            fresh.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) timeout.toMillis());
            in = new BufferedInputStream(fresh.getInputStream());
            socket = fresh;
        }
        return socket;
    }

    /** Sends a request and waits for the whole answer; whether the server has acted is unknown when it fails. */
    Message answers(Message request) throws IOException {
        try {
            connects().getOutputStream().write(request.bytes());
            var answer = Message.answer(in);
            if (answer.isNone()) {
                throw new EOFException("hung up before the answer");
            }
            if (answer.endsTheConnection()) {
                close();
            }
            return answer;
        } catch (IOException broken) {
            close();
            throw broken;
        }
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
}
