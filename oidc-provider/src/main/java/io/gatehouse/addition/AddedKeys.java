package io.gatehouse.addition;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * The key pairs that operators have made for the API of the AWS Virtual Waiting Room: their stored form, with
 * secrets, and the form that this node uses.
 */
public final class AddedKeys {

    private final Additions kept;
    private volatile Map<String, Addition> used = Map.of();
    private volatile boolean isRead;

    public AddedKeys(ExpiringStore store, MasterKey master, Clock clock) {
        this.kept = new Additions("aws-keys", store, master, clock, this::use);
    }

    private boolean use(Map<String, Addition> all) {
        used = all;
        return true;
    }

    /** All keys, as they are kept now. */
    public Additions kept() {
        return kept;
    }

    /**
     * The key of this id, as this node has read it within the last tick. Before the first read the node asks
     * the store, so that it refuses no known key.
     */
    public Optional<Addition> find(String id) {
        if (!isRead) {
            kept.refresh();
            isRead = true;
        }
        return Optional.ofNullable(used.get(id));
    }
}
