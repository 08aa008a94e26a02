package io.gatehouse.panel;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that sign ID tokens, as far as operators deal with them. */
public interface KeyRotation {

    /** How far a key has come. */
    enum State {
        /** Published, so that clients can fetch it; does not sign yet. */
        PUBLISHED,
        /** Signs. */
        SIGNING,
        /** Signs no more; published until what it has signed has ended. */
        RETIRED
    }

    /**
     * A key, without anything secret.
     *
     * @param signsFrom from when it signs
     * @param signsUntil until when it signs; absent for the newest of its algorithm
     */
    record Key(String kid, String algorithm, State state, Instant signsFrom, @Nullable Instant signsUntil) {}

    /** All published keys. */
    List<Key> keys();

    /** The algorithms of which there are keys, for example RS256. */
    List<String> algorithms();

    /**
     * Makes and publishes a new key of each of these algorithms, which signs once clients had time to fetch it. Does
     * nothing while an earlier rotation is still waiting to take effect: repeating is harmless.
     *
     * @return all published keys
     */
    List<Key> rotate(List<String> algorithms);
}
