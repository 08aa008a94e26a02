package io.gatehouse.flow;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Ports for servers that start later than their port is chosen, or that are killed and started again. They lie below
 * those that Linux takes for the near end of connections, so that no connection is given one by chance meanwhile.
 */
public final class FreePorts {

    private static final int LOWEST = 11_000;
    private static final int HIGHEST = 31_000;
    private static final Set<Integer> GIVEN = new HashSet<>();
    private static final Random RANDOM = new Random();

    private FreePorts() {}

    /** A port that nobody listens on just now, and that this JVM has not given out before. */
    public static synchronized int next() {
        while (true) {
            var port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
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
