package io.gatehouse.check;

/** A server could not be asked; the message gives the reason in a sentence. */
final class UnreachableException extends RuntimeException {

    UnreachableException(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
