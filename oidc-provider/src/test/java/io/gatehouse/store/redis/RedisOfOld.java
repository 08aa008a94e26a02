package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;

/** Says that it is a Redis of an old version, and knows nothing else. No such Redis can be had from Maven Central. */
final class RedisOfOld implements AutoCloseable {

    private final ServerSocket door;
    private final String version;

    private RedisOfOld(ServerSocket door, String version) {
        this.door = door;
        this.version = version;
    }

    static RedisOfOld start(String version) {
        try {
            var old = new RedisOfOld(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), version);
            var porter = new Thread(old::serve, "redis-of-old");
            porter.setDaemon(true);
            porter.start();
            return old;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    int port() {
        return door.getLocalPort();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void serve() {
        while (!door.isClosed()) {
            try (var socket = door.accept()) {
                answer(socket);
            } catch (IOException gone) {
                // The next one may come.
            }
        }
    }

    private void answer(Socket socket) throws IOException {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
        for (var head = in.readLine(); head != null; head = in.readLine()) {
            var words = Integer.parseInt(head.substring(1));
            var command = "";
            for (int i = 0; i < words; i++) {
                in.readLine();
                var word = in.readLine();
                command = i == 0 ? word.toUpperCase(Locale.ROOT) : command;
            }
            socket.getOutputStream().write(reply(command).getBytes(US_ASCII));
        }
    }

    private String reply(String command) {
        var info = "redis_version:" + version + "\r\n";
        return switch (command) {
            case "PING" -> "+PONG\r\n";
            case "INFO" -> "$" + info.length() + "\r\n" + info + "\r\n";
            default -> "-ERR unknown command '" + command + "'\r\n";
        };
    }
}
