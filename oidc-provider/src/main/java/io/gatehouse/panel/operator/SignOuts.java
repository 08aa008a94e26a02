package io.gatehouse.panel.operator;

import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.value.ExpiringStore;
import java.time.Instant;

/**
 * Knows which sign-ins have ended, on any node: those that were signed out of, so that a copy of the cookie
 * is worth nothing afterwards, and those of operators whose second factor has changed since the sign-in.
 */
public final class SignOuts {

    private final ExpiringStore store;
    private final SecondFactors factors;

    SignOuts(ExpiringStore store, SecondFactors factors) {
        this.store = store;
        this.factors = factors;
    }

    /** Ends this sign-in for good. */
    void signOut(SignedInOperator operator, Instant until, Instant now) {
        store.put(key(operator), new byte[] {1}, until, now);
    }

    boolean hasEnded(SignedInOperator operator, Instant now) {
        return store.get(key(operator), now).isPresent()
                || !factors.stamp(operator.name()).equals(operator.factor());
    }

    private static String key(SignedInOperator operator) {
        return "panel:signed-out:" + operator.id();
    }
}
