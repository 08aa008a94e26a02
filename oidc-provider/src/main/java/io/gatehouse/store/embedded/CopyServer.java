package io.gatehouse.store.embedded;

import io.gatehouse.time.Scheduler;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Gives the command {@code backup} a copy of the file, at a Unix domain socket in the data folder. Only the
 * user of the node, and root, may connect. There is no request: each connection gets the length of the file
 * (8 bytes), the file, and its SHA-256 (32 bytes). One connection is served at a time. A connection that
 * takes nothing for half a minute is closed, because the file grows meanwhile.
 *
 * <p>A copy from outside would not do: MVStore overwrites dead chunks, and a reader who is slower than the
 * commits finds a mixture. A request over HTTP would need an operator's credentials on the machine.
 */
final class CopyServer implements SmartLifecycle {

    static final String SOCKET = "gatehouse.sock";

    private static final Logger LOG = LoggerFactory.getLogger(CopyServer.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private final EmbeddedFile file;
    private final Path socket;
    private final Scheduler scheduler;
    private volatile @Nullable ServerSocketChannel server;

    CopyServer(EmbeddedFile file, Path folder, Scheduler scheduler) {
        this.file = file;
        this.socket = folder.toAbsolutePath().normalize().resolve(SOCKET);
        this.scheduler = scheduler;
    }

    @Override
    public void start() {
        try {
            Files.deleteIfExists(socket); // of a node that was killed
            var opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            opened.bind(UnixDomainSocketAddress.of(socket));
            DataFolder.keepToOurselves(socket);
            server = opened;
            var thread = new Thread(() -> serve(opened), "gatehouse-copies-of-" + socket.getParent());
            thread.setDaemon(true);
            thread.start();
        } catch (IOException | UnsupportedOperationException unusable) {
            LOG.warn("{}: backup works only while Gatehouse is stopped: {}", socket, unusable.getMessage());
        }
    }

    @Override
    public void stop() {
        var opened = server;
        server = null;
        if (opened != null) {
            try {
                opened.close();
                Files.deleteIfExists(socket);
            } catch (IOException left) {
                LOG.debug("{} stays: the next start removes it", socket, left);
            }
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    private void serve(ServerSocketChannel opened) {
        while (opened.isOpen()) {
            try (var client = opened.accept()) {
                send(client);
            } catch (IOException | RuntimeException failed) {
                if (opened.isOpen()) {
                    LOG.warn("a backup was not made: {}", failed.toString());
                    scheduler.pause(PAUSE); // where files have run out, each try fails at once
                }
            }
        }
    }

    private void send(SocketChannel client) throws IOException {
        var sent = new AtomicLong();
        var seen = new AtomicLong(-1);
        var watch = scheduler.repeat(
                () -> {
                    if (seen.getAndSet(sent.get()) == sent.get()) {
                        close(client);
                    }
                },
                STANDSTILL);
        try (var image = file.image();
                var out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(client)))) {
            out.writeLong(image.length());
            var digest = StoreCopy.sha256();
            image.writeTo(new DigestOutputStream(out, digest) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    super.write(bytes, from, length);
                    sent.addAndGet(length);
                }
            });
            out.write(digest.digest());
        } finally {
            watch.close();
        }
    }

    private static void close(SocketChannel client) {
        try {
            client.close();
        } catch (IOException closedAnyway) {
            LOG.debug("a backup's connection", closedAnyway);
        }
    }
}
