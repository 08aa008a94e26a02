package io.gatehouse.awsapi.periodic;

/** Somebody outside who knows whether a site is well. */
@FunctionalInterface
public interface Alarm {

    /** What is known. */
    enum State {
        OK,
        NOT_OK,
        /** Nobody has said anything, or not of late. */
        UNKNOWN
    }

    /** What it says now. Waits for an answer for some seconds at most, and never throws. */
    State state();
}
