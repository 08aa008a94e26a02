package io.gatehouse.albexample.demo;

/** A failure of the demo; the message is for the developer who started it. */
final class DemoFailedException extends RuntimeException {

    DemoFailedException(String message) {
        super(message);
    }
}
