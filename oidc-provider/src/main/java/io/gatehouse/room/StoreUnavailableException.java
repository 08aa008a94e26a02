package io.gatehouse.room;

import org.jspecify.annotations.Nullable;

/** The store cannot answer now. Nothing was acknowledged; the caller may ask again. */
public class StoreUnavailableException extends RuntimeException {

    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
