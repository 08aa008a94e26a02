package io.gatehouse.awsapi.sns;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.net.URI;
import java.time.Duration;

/**
 * Limits how often strangers make us ask Amazon: anyone can deliver a message that names a certificate which
 * does not exist. A refused name is remembered for a while, and the number of unknown names a minute is
 * limited. A true certificate that is held back in this way is fetched when SNS delivers again.
 */
final class FetchLimit {

    static final int A_MINUTE = 20;

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration REMEMBERED = Duration.ofMinutes(10);
    private static final int MOST_REMEMBERED = 1_000;

    private final Ticker ticker;
    private final Cache<URI, Boolean> refused;
    private Deadline minute;
    private int fetched;

    FetchLimit(Ticker ticker) {
        this.ticker = ticker;
        this.refused = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(REMEMBERED)
                .ticker(ticker::read)
                .build();
        this.minute = Deadline.after(MINUTE, ticker);
    }

    boolean isRefused(URI certificate) {
        return refused.getIfPresent(certificate) != null;
    }

    void refuse(URI certificate) {
        refused.put(certificate, true);
    }

    /** Counts a fetch; whether the limit of this minute permits it. */
    synchronized boolean admits() {
        if (minute.isExpired()) {
            minute = Deadline.after(MINUTE, ticker);
            fetched = 0;
        }
        return ++fetched <= A_MINUTE;
    }
}
