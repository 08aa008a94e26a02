package io.gatehouse.jwk;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys that others publish. They are read when needed, again now and then, and when a signature names an
 * unknown one, but at most every ten seconds, so that invented names cause no load. One thread reads and
 * no other waits for it, so an address that hangs holds up no crowd. (Nimbus's own source lets all wait.)
 */
final class PublishedKeys implements JWKSource<SecurityContext> {

    private static final Logger LOG = LoggerFactory.getLogger(PublishedKeys.class);

    /** The age up to which keys are used without a read; and if they cannot be read, {@link #BELIEVED}. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    private static final Duration BELIEVED = Duration.ofMinutes(15);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;

    private record Read(JWKSet keys, Deadline fresh, Deadline believed) {}

    private final URI uri;
    private final Ticker ticker;
    private final Outbound publisher;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Deadline pause;
    private volatile @Nullable Read known;

    PublishedKeys(URI uri, Ticker ticker) {
        this(uri, PATIENCE, ticker);
    }

    /** @param patience how long the keys may take to be read */
    PublishedKeys(URI uri, Duration patience, Ticker ticker) {
        this.uri = uri;
        this.publisher = new Outbound(Bounds.ofDocuments(patience, 1));
        this.ticker = ticker;
        this.pause = Deadline.after(Duration.ZERO, ticker);
    }

    /** Throws if no key fits and none can be read now: a key may have been published a moment ago. */
    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
        var before = known;
        var found = selected(before, selector);
        if (!found.isEmpty() && before != null && !before.fresh.isExpired()) {
            return found;
        }
        var isRead = isRead();
        var after = selected(known, selector);
        if (after.isEmpty() && !isRead) {
            throw new KeySourceException("the keys at " + uri + " cannot be read now");
        }
        return after;
    }

    private static List<JWK> selected(@Nullable Read read, JWKSelector selector) {
        return read == null || read.believed.isExpired()
                ? List.of()
                : selector.select(read.keys).stream()
                        .filter(PublicKeys::isPublic)
                        .toList();
    }

    /** Whether this thread has read the keys now. */
    private boolean isRead() {
        if (!pause.isExpired() || !reading.tryLock()) {
            return false;
        }
        try {
            pause = Deadline.after(PAUSE, ticker);
            known = new Read(JWKSet.parse(document()), Deadline.after(FRESH, ticker), Deadline.after(BELIEVED, ticker));
            return true;
        } catch (IOException | ParseException away) {
            LOG.warn("the keys at {} cannot be read: {}", uri, away.getMessage());
            return false;
        } finally {
            reading.unlock();
        }
    }

    private String document() throws IOException {
        var answer = publisher.read(HttpRequest.newBuilder(uri));
        if (answer.statusCode() != OK) {
            throw new IOException("they were answered " + answer.statusCode());
        }
        return answer.body();
    }
}
