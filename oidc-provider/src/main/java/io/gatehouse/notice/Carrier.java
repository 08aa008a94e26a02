package io.gatehouse.notice;

import io.gatehouse.room.Terms.Notices.Way;
import java.util.List;
import java.util.Optional;

/** One way by which notices reach visitors. */
interface Carrier extends AutoCloseable {

    /** What became of a notice. */
    enum Outcome {
        SENT,
        /** It was not taken, and may be sent again. */
        UNSENT,
        /** It was refused, or may have been taken. It is not sent again. */
        FAILED,
        /** There is no such address any more. Nothing is sent there again. */
        GONE
    }

    Way way();

    /**
     * The address in the form that is kept; empty for one that cannot be used.
     *
     * @param typed as a stranger has sent it
     */
    Optional<String> address(String typed);

    /** Of which countries its numbers may be, by their codes (ISO 3166); none where that does not matter. */
    default List<String> countries() {
        return List.of();
    }

    /** How many notices may be under way at a time. */
    default int atOnce() {
        return 8;
    }

    /** Sends it, in bounded time. Logs no address. */
    Outcome send(Notice notice);

    @Override
    default void close() {}
}
