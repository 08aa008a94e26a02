package io.gatehouse.store;

/** A node was asked to stop while it still waited for its store. */
final class StoppedStartException extends RuntimeException {

    StoppedStartException(String store) {
        super("asked to stop while it waited for " + store);
    }
}
