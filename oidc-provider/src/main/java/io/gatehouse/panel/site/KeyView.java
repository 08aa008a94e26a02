package io.gatehouse.panel.site;

import io.gatehouse.oidc.key.SigningKey;
import io.gatehouse.value.ExpiringStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A signing key as operators see it, without anything secret.
 *
 * @param signsUntil absent for the newest of its algorithm
 */
record KeyView(String kid, String algorithm, State state, Instant signsFrom, @Nullable Instant signsUntil) {

    /** The states of a key. */
    enum State {
        /** Published, so that clients can fetch it; does not sign yet. */
        PUBLISHED,
        /** Signs. */
        SIGNING,
        /** Signs no more; published until what it has signed has ended. */
        RETIRED
    }

    static KeyView of(SigningKey key, Instant now) {
        var isLast = key.activeUntil().equals(ExpiringStore.FOREVER);
        return new KeyView(
                key.kid(),
                key.algorithm().getName(),
                state(key, now),
                key.activeFrom(),
                isLast ? null : key.activeUntil());
    }

    private static State state(SigningKey key, Instant now) {
        if (key.isActive(now)) {
            return State.SIGNING;
        }
        return key.activeFrom().isAfter(now) ? State.PUBLISHED : State.RETIRED;
    }

    @Override
    public String toString() {
        return algorithm + " " + kid + " " + state;
    }
}
