package io.gatehouse.awsapi.periodic;

/** An outside source that knows whether a site is well. */
@FunctionalInterface
public interface Alarm {

    /** The states, from good to bad. */
    enum State {
        OK,
        /** The alarm has no data, or has not answered lately. */
        UNKNOWN,
        NOT_OK
    }

    /** The state now. Waits for an answer for some seconds at most; throws when the alarm could not be asked. */
    State state();
}
