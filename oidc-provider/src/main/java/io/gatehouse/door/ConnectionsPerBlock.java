package io.gatehouse.door;

import io.gatehouse.time.LogThrottle;
import io.micrometer.core.instrument.Counter;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection as soon as it is accepted, before a byte of it is read, when its address block holds as
 * many as it may. Threads of the acceptor and of the selectors call it at the same time.
 */
final class ConnectionsPerBlock implements SelectorManager.AcceptListener {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerBlock.class);

    private final int most;
    private final LogThrottle throttle;
    private final Counter hits;
    private final ConcurrentMap<SelectableChannel, String> blocks = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> open = new ConcurrentHashMap<>();

    ConnectionsPerBlock(int most, LogThrottle throttle, Counter hits) {
        this.most = most;
        this.throttle = throttle;
        this.hits = hits;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        if (!(channel instanceof SocketChannel socket)) {
            return;
        }
        var address = socket.socket().getInetAddress();
        if (address == null) {
            return; // gone already
        }
        var block = AddressBlock.of(address.getHostAddress());
        blocks.put(channel, block);
        if (open.merge(block, 1, Integer::sum) > most) {
            // Without the address, which is personal.
            throttle.count(
                    "connections",
                    times -> LOG.warn(
                            "{} connections of addresses that have {} open were closed at once"
                                    + " (gatehouse.door.connections-per-address)",
                            times,
                            most));
            hits.increment();
            IO.close(channel);
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        var block = blocks.remove(channel);
        if (block != null) {
            open.computeIfPresent(block, (same, count) -> count > 1 ? Integer.valueOf(count - 1) : null);
        }
    }
}
