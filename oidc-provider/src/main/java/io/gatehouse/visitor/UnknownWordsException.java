package io.gatehouse.visitor;

/** There are no words of this name, or there are others by now. */
final class UnknownWordsException extends RuntimeException {

    UnknownWordsException(String message) {
        super(message);
    }
}
