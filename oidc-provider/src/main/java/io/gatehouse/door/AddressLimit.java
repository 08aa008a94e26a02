package io.gatehouse.door;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gatehouse.time.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * How much of something each address block may take: a bucket (token bucket, Bucket4j) that is full at first, and fills
 * again evenly within a window. Kept in the memory of this node and nowhere else, for a bounded number of blocks; one that
 * has taken nothing for a window has a full bucket anyway, and is forgotten. Nodes do not know of each other's, so of n
 * nodes a block gets n times as much at most.
 */
public final class AddressLimit {

    /** At some 400 bytes each. Blocks that come often stay; of more than these, one that comes once may be forgotten. */
    private static final int MOST_BLOCKS = 50_000;

    private final LoadingCache<String, Bucket> blocks;
    private final boolean isOff;

    /**
     * @param most what a full bucket has, 1 or more
     * @param window how long an empty one takes to be full
     */
    AddressLimit(long most, Duration window, Ticker ticker, boolean isOff) {
        var limit =
                Bandwidth.builder().capacity(most).refillGreedy(most, window).build();
        var time = new Time(ticker);
        this.isOff = isOff;
        this.blocks = Caffeine.newBuilder()
                .maximumSize(MOST_BLOCKS)
                .expireAfterAccess(window)
                .ticker(ticker::read)
                .executor(Runnable::run) // or the bound would be kept up by another thread, some time later
                .build(block -> Bucket.builder()
                        .addLimit(limit)
                        .withCustomTimePrecision(time)
                        .build());
    }

    /** Takes so much for an address, if its block has that left: then zero, else how long until it will have. */
    public Duration take(String address, long amount) {
        return isOff
                ? Duration.ZERO
                : Duration.ofNanos(
                        bucket(address).tryConsumeAndReturnRemaining(amount).getNanosToWaitForRefill());
    }

    /** Takes nothing: how long until the block of an address has so much left; zero when it has. */
    public Duration until(String address, long amount) {
        return isOff
                ? Duration.ZERO
                : Duration.ofNanos(
                        bucket(address).estimateAbilityToConsume(amount).getNanosToWaitForRefill());
    }

    private Bucket bucket(String address) {
        return blocks.get(AddressBlock.of(address));
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
