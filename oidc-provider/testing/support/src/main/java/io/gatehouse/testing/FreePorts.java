package io.gatehouse.testing;

import java.io.IOException;
import java.net.ServerSocket;

/**
 * Ports for servers that start later than their port is chosen, or that are killed and restarted. They lie
 * below Linux's range for outgoing connections, so no connection gets one by chance meanwhile.
 *
 * <p>Each JVM has a range of its own: a fork of Surefire, another module's tests, a second Maven. It listens
 * on the range's first port for as long as it lives, so no other JVM takes the range.
 */
public final class FreePorts {

    private static final int LOWEST = 11_000;
    private static final int HIGHEST = 31_000;
    private static final int RANGE = 1_000;

    private static final ServerSocket CLAIM = claim();
    private static int last;

    private FreePorts() {}

    /** A free port that was not among the last several hundred given out. */
    public static synchronized int next() {
        for (var tries = 1; tries < RANGE; tries++) {
            last = last % (RANGE - 1) + 1;
            var port = CLAIM.getLocalPort() + last;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("all ports from " + CLAIM.getLocalPort() + " are taken");
    }

    private static ServerSocket claim() {
        for (var first = LOWEST; first < HIGHEST; first += RANGE) {
            try {
                return new ServerSocket(first, 1);
            } catch (IOException anothers) {
                // The next range may be free.
            }
        }
        throw new IllegalStateException("all ranges of ports are taken");
    }

    /** At every address of this machine, since some servers listen at all of them. */
    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
