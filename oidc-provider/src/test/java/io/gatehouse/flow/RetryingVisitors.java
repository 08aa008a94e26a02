package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.Crowd;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Many visitors over few connections, who try again when the server is away, as browsers do. */
public final class RetryingVisitors {

    /** One request; fails while the server is down. */
    public interface Request {

        Wire.Reply send(Wire wire) throws IOException;
    }

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final int port;

    public RetryingVisitors(int port) {
        this.port = port;
    }

    public Wire wire() {
        return new Wire(port);
    }

    /** Runs so many clients side by side, each with a connection of its own, and waits for all. */
    public void sends(int clients, Consumer<Wire> client) {
        try {
            Crowd.of(clients, () -> {
                try (var wire = wire()) {
                    client.accept(wire);
                    return true;
                }
            });
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** Takes a place, with a new cookie, and goes on trying until it is acknowledged. */
    public static Wire.Reply joins(Wire wire) {
        var first = asks(wire, through -> through.gets("/rooms/shop/enter", ""));
        return enters(wire, first.cookie());
    }

    /** Goes in with a cookie: takes the place, or claims its turn. */
    public static Wire.Reply enters(Wire wire, String cookie) {
        var reply = asks(wire, through -> through.gets("/rooms/shop/enter?request=&cookie=set", cookie));
        assertThat(hasPlace(reply)).as(reply.body()).isTrue();
        return reply;
    }

    /** Whether the answer of {@link #enters} tells of a place: in line, or inside. */
    public static boolean hasPlace(Wire.Reply entered) {
        return entered.status() == 303 || isIn(entered);
    }

    /**
     * Whether the answer of {@link #enters} has let the visitor in: sent them out to the site, or told them
     * to pause before they go there again. A visitor whose answers were lost three times on the way is told
     * that.
     */
    public static boolean isIn(Wire.Reply entered) {
        return entered.header("location").startsWith(RunningGatehouse.SITE)
                || entered.status() == 200 && entered.body().contains("Your admission is kept");
    }

    public static Wire.Reply board(Wire wire) {
        return asks(wire, through -> through.gets("/rooms/shop/board", ""));
    }

    public static Wire.Reply place(Wire wire, String cookie) {
        return asks(wire, through -> through.gets("/rooms/shop/place", cookie));
    }

    /** Asks until there is an answer that is not "try again". */
    public static Wire.Reply asks(Wire wire, Request request) {
        try {
            var reply = request.send(wire);
            if (reply.status() < 500) {
                return reply;
            }
        } catch (IOException down) {
            // As it is meant to be while the server is being killed.
        }
        return await().pollInSameThread()
                .pollInterval(Duration.ofMillis(100))
                .atMost(TIMEOUT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> request.send(wire), reply -> reply.status() < 500);
    }
}
