package io.gatehouse.door;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gatehouse.time.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A limit of each address block: a bucket (token bucket, Bucket4j) that is full at first, and fills again
 * evenly within a window. All blocks of an IPv6 network of 48 bits have a second bucket
 * together, of {@value #BLOCKS_OF_NETWORK} times as much: one customer has 65,536 of those blocks. Kept in
 * the memory of this node and nowhere else, for a bounded number of blocks; one that has taken nothing for a
 * window has a full bucket anyway, and is forgotten. Nodes do not know of each other's, so of n nodes a block
 * gets n times as much at most.
 */
public final class AddressLimit {

    /** Entries of some 400 bytes. Blocks that come often stay; beyond these, one that comes once may be forgotten. */
    private static final int MOST_BLOCKS = 50_000;

    private static final int BLOCKS_OF_NETWORK = 16;

    private final LoadingCache<String, Bucket> blocks;
    private final LoadingCache<String, Bucket> networks;
    private final boolean isOff;
    private final Counter hits;

    /**
     * @param most what a full bucket has, 1 or more
     * @param window how long an empty one takes to be full
     * @param hits counts those who ask for more than is left
     */
    AddressLimit(long most, Duration window, Ticker ticker, boolean isOff, Counter hits) {
        this.isOff = isOff;
        this.hits = hits;
        this.blocks = buckets(most, window, ticker);
        this.networks = buckets(most * BLOCKS_OF_NETWORK, window, ticker);
    }

    /** The number of requests beyond the limit of this name. */
    public static Counter hits(MeterRegistry meters, String limit) {
        return Counter.builder("gatehouse.limits.hit")
                .description("Requests beyond a limit")
                .tag("limit", limit)
                .register(meters);
    }

    private static LoadingCache<String, Bucket> buckets(long most, Duration window, Ticker ticker) {
        var limit =
                Bandwidth.builder().capacity(most).refillGreedy(most, window).build();
        var time = new Time(ticker);
        return Caffeine.newBuilder()
                .maximumSize(MOST_BLOCKS)
                .expireAfterAccess(window)
                .ticker(ticker::read)
                .executor(Runnable::run) // or the bound would be kept up by another thread, some time later
                .build(block -> Bucket.builder()
                        .addLimit(limit)
                        .withCustomTimePrecision(time)
                        .build());
    }

    /** Takes so much for an address if its block and network have that left: zero then, else how long until they do. */
    public Duration take(String address, long amount) {
        var taken = new ArrayList<Bucket>();
        for (var bucket : buckets(address)) {
            var wait = bucket.tryConsumeAndReturnRemaining(amount).getNanosToWaitForRefill();
            if (wait > 0) {
                taken.forEach(before -> before.addTokens(amount));
                hits.increment();
                return Duration.ofNanos(wait);
            }
            taken.add(bucket);
        }
        return Duration.ZERO;
    }

    /** Gives back what was taken, and not used. */
    public void giveBack(String address, long amount) {
        buckets(address).forEach(bucket -> bucket.addTokens(amount));
    }

    /** Takes nothing: how long until the block and network of an address have so much left; zero when they have. */
    public Duration until(String address, long amount) {
        return Duration.ofNanos(buckets(address).stream()
                .mapToLong(bucket -> bucket.estimateAbilityToConsume(amount).getNanosToWaitForRefill())
                .max()
                .orElse(0));
    }

    private List<Bucket> buckets(String address) {
        return isOff
                ? List.of()
                : Stream.concat(
                                Stream.of(blocks.get(AddressBlock.of(address))),
                                AddressBlock.widely(address).map(networks::get).stream())
                        .toList();
    }

    private record Time(Ticker ticker) implements TimeMeter {

        @Override
        public long currentTimeNanos() {
            return ticker.read();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
