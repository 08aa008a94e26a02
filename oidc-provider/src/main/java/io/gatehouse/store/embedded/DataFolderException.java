package io.gatehouse.store.embedded;

/** The data folder cannot be used: it is not ours, not whole, in use, or not writable. Nothing in it was changed. */
final class DataFolderException extends RuntimeException {

    DataFolderException(String message) {
        super(message);
    }

    DataFolderException(String message, Throwable cause) {
        super(message, cause);
    }
}
