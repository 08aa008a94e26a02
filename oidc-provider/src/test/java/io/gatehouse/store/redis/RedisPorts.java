package io.gatehouse.store.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * Ports below those that outgoing connections take: a server that is killed and started again finds its port free. Each
 * is given out once in this JVM.
 */
final class RedisPorts {

    private static final int LOWEST = 11_000;
    private static final int HIGHEST = 31_000;
    private static final Set<Integer> GIVEN = new HashSet<>();
    private static final Random RANDOM = new Random();

    private RedisPorts() {}

    static synchronized int free() {
        while (true) {
            var port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
