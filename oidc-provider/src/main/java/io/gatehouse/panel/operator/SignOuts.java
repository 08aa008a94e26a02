package io.gatehouse.panel.operator;

import io.gatehouse.value.ExpiringStore;
import java.time.Instant;

/** Remembers who has signed out, so that a copy of the cookie is worth nothing afterwards, on any node. */
public final class SignOuts {

    private final ExpiringStore store;

    SignOuts(ExpiringStore store) {
        this.store = store;
    }

    /** Ends this sign-in for good. */
    void signOut(SignedInOperator operator, Instant until, Instant now) {
        store.put(key(operator), new byte[] {1}, until, now);
    }

    boolean isSignedOut(SignedInOperator operator, Instant now) {
        return store.get(key(operator), now).isPresent();
    }

    private static String key(SignedInOperator operator) {
        return "panel:signed-out:" + operator.id();
    }
}
