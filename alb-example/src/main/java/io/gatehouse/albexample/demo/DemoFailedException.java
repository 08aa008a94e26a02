package io.gatehouse.albexample.demo;

/** Something that the person who started the demo has to know; the message is for them. */
final class DemoFailedException extends RuntimeException {

    DemoFailedException(String message) {
        super(message);
    }
}
