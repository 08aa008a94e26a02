package io.gatehouse.awsapi.periodic;

/** An outside source that knows whether a site is well. */
@FunctionalInterface
public interface Alarm {

    /** What is known, from good to bad. */
    enum State {
        OK,
        /** It does not know itself, or has not been heard of late. */
        UNKNOWN,
        NOT_OK
    }

    /** What it says now. Waits for an answer for some seconds at most; throws when it could not be asked. */
    State state();
}
