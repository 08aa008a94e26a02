package io.gatehouse.door;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Request;

/**
 * The memory of all request bodies together, and of each address block: a block has a part of it, so one
 * client cannot shut out the others. Many threads call it at a time; the sums may exceed their limits by the
 * bodies that are being refused.
 */
final class BodyShares {

    /** This many address blocks have to fill their shares before no room is left. */
    private static final int SHARES = 8;

    private final long most;
    private final ForwardedFor proxies;
    private final AtomicLong held = new AtomicLong();
    private final ConcurrentMap<String, Long> ofBlocks = new ConcurrentHashMap<>();

    /**
     * @param most bytes that all bodies may hold together
     * @param proxies say whose a request is
     */
    BodyShares(long most, ForwardedFor proxies) {
        this.most = most;
        this.proxies = proxies;
    }

    /** For the body of this request. */
    Share of(Request request) {
        return new Share(proxies.block(request));
    }

    /** The memory of one body; only one thread calls it at a time. */
    final class Share {

        private final String block;
        private long own;

        private Share(String block) {
            this.block = block;
        }

        /** Whether there is room for so many bytes more. They are counted in any case, until they are given back. */
        boolean take(long bytes) {
            own += bytes;
            var ofBlock = ofBlocks.merge(block, bytes, Long::sum);
            return held.addAndGet(bytes) <= most && ofBlock <= most / SHARES;
        }

        /** The request has been answered, or is refused; once more changes nothing. */
        void giveBack() {
            held.addAndGet(-own);
            ofBlocks.computeIfPresent(block, (same, all) -> all > own ? Long.valueOf(all - own) : null);
            own = 0;
        }
    }
}
