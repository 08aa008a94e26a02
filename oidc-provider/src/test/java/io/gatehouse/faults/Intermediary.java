package io.gatehouse.faults;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Something in the middle of HTTP connections: a thread for each of them, one request after the other. */
final class Intermediary implements AutoCloseable {

    /** What it does with the requests of one connection. */
    interface AdmittedAnswer extends AutoCloseable {

        /** The answer; none, and the client is cut off without one. */
        Message passes(Message request);

        @Override
        void close();
    }

    private final ServerSocket listener;
    private final Supplier<AdmittedAnswer> passages;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        var thread = new Thread(work, "middle");
        thread.setDaemon(true);
        return thread;
    });

    Intermediary(Supplier<AdmittedAnswer> passages) {
        this.passages = passages;
        try {
            this.listener = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        threads.execute(this::listens);
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException goneAlready) {
            // That is what was wanted.
        }
        threads.shutdownNow();
    }

    private void listens() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                threads.execute(() -> serves(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serves(Socket client) {
        try (client;
                var passage = passages.get()) {
            client.setTcpNoDelay(true);
            var in = new BufferedInputStream(client.getInputStream());
            for (var request = Message.request(in); !request.isNone(); request = Message.request(in)) {
                var answer = passage.passes(request);
                if (answer.isNone()) {
                    return;
                }
                client.getOutputStream().write(answer.bytes());
            }
        } catch (IOException clientHungUp) {
            // Its own business.
        }
    }
}
