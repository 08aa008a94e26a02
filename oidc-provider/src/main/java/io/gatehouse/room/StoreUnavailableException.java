package io.gatehouse.room;

/** The store cannot answer now. Nothing was acknowledged; whoever asked may ask again. */
public class StoreUnavailableException extends RuntimeException {

    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
