package io.gatehouse.mail;

import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Sockets that read for so long and so much in all. The timeout of a read alone begins again at each byte: a
 * server that sends one now and then would hold its thread for ever.
 */
final class BoundedSockets extends SocketFactory {

    /** Bytes: far more than the answers of a mail server and its certificates. */
    private static final int MOST = 1024 * 1024;

    private final Duration longest;
    private final Ticker ticker;

    BoundedSockets(Duration longest, Ticker ticker) {
        this.longest = longest;
        this.ticker = ticker;
    }

    @Override
    public Socket createSocket() {
        return new Bounded();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw new SocketException("sockets are made first, and connected then");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return createSocket(host, port);
    }

    private final class Bounded extends Socket {

        private final Deadline end = Deadline.after(longest, ticker);
        private int perRead;
        private long bytes;

        @Override
        public synchronized void setSoTimeout(int millis) throws SocketException {
            perRead = millis;
            super.setSoTimeout(millis);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {

                @Override
                public int read() throws IOException {
                    beforeRead();
                    return counted(in.read(), 1);
                }

                @Override
                public int read(byte[] into, int from, int most) throws IOException {
                    beforeRead();
                    var read = in.read(into, from, most);
                    return counted(read, read);
                }
            };
        }

        private void beforeRead() throws IOException {
            var left = end.remaining().toMillis();
            if (left <= 0) {
                throw new SocketTimeoutException("the server has not come to an end within " + longest);
            }
            super.setSoTimeout((int) (perRead > 0 ? Math.min(left, perRead) : left));
        }

        private int counted(int answer, int more) throws IOException {
            bytes += Math.max(0, more);
            if (bytes > MOST) {
                throw new IOException("the server has sent more than " + MOST + " bytes");
            }
            return answer;
        }
    }
}
