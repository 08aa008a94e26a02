package io.gatehouse.notice;

import io.gatehouse.room.Terms.Notices.Way;
import java.util.List;
import java.util.Optional;

/** One way by which notices reach visitors. */
interface Carrier {

    /** The outcome of a try. */
    enum Outcome {
        SENT,
        /** It was not taken, and may be sent again. */
        UNSENT,
        /** It was refused, or may have been taken. It is not sent again. */
        FAILED,
        /** There is no such address any more. Nothing is sent there again. */
        GONE
    }

    /**
     * The answer of a server to a try.
     *
     * @param problem for the log, without the address; empty where there is none
     */
    record Answer(Outcome outcome, String problem) {

        private static final int TOO_MANY_REQUESTS = 429;

        static final Answer SENT = new Answer(Outcome.SENT, "");

        /**
         * Reads the status of an HTTP server that has no rules of its own: 429 and 5xx ask for a later try.
         *
         * @param who has answered
         */
        static Answer ofStatus(String who, int status) {
            if (status / 100 == 2) {
                return SENT;
            }
            var isForNow = status == TOO_MANY_REQUESTS || status / 100 == 5;
            return new Answer(isForNow ? Outcome.UNSENT : Outcome.FAILED, who + " answered " + status);
        }
    }

    Way way();

    /**
     * The address in the form that is kept; empty for one that cannot be used.
     *
     * @param typed as a stranger has sent it
     */
    Optional<String> address(String typed);

    /** The countries that its numbers may be of, by their codes (ISO 3166); none where that does not matter. */
    default List<String> countries() {
        return List.of();
    }

    /** The addresses whose holder may get what is sent to this one, itself included. */
    default List<String> sameHolder(String address) {
        return List.of(address);
    }

    /** How many notices may be under way at a time. */
    int atOnce();

    /** Sends it, once, in bounded time. */
    Answer send(Notice notice);
}
