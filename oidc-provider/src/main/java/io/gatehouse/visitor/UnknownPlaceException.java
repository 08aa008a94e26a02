package io.gatehouse.visitor;

/** The browser's cookie names no place of this room. */
final class UnknownPlaceException extends RuntimeException {

    UnknownPlaceException() {
        super("this browser holds no place of this room");
    }
}
