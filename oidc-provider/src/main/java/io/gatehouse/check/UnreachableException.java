package io.gatehouse.check;

/** Something could not be asked at all; the message says why in a sentence. */
final class UnreachableException extends RuntimeException {

    UnreachableException(String message) {
        super(message);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
