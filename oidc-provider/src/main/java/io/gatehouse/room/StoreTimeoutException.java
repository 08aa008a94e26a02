package io.gatehouse.room;

import org.jspecify.annotations.Nullable;

/** The store did not answer in time. A retry at once would only make it slower; a little later it is safe. */
public final class StoreTimeoutException extends StoreUnavailableException {

    public StoreTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
