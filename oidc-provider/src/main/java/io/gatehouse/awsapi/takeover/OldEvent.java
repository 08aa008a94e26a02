package io.gatehouse.awsapi.takeover;

import io.gatehouse.room.PlaceId;
import java.util.List;

/**
 * A running event of the old stack, as far as it continues here.
 *
 * @param served how far its serving counter has come, 0 or more; those visitors were admitted there and have
 *     no place here
 * @param first the number of the first of those who wait, above that
 * @param waiting in the order of their numbers, without a gap, each once
 */
public record OldEvent(long served, long first, List<PlaceId> waiting) {

    /** As many as a caller can wait for, one after the other. */
    private static final int MOST = 1_000;

    public OldEvent {
        if (served < 0 || first <= served || waiting.size() > MOST) {
            throw new IllegalArgumentException(
                    "next_position must be above serving_counter, with all request ids between, of which " + MOST
                            + " may come at once");
        }
        if (waiting.stream().distinct().count() < waiting.size()) {
            throw new IllegalArgumentException("request_ids must not name anybody twice");
        }
    }

    /** The number of the next newcomer. */
    public long next() {
        return first + waiting.size();
    }
}
