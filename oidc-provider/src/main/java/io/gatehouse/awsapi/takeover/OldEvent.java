package io.gatehouse.awsapi.takeover;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomStore;
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

    public OldEvent {
        if (served < 0 || first <= served || waiting.size() > RoomStore.MOST_IN_ORDER) {
            throw new IllegalArgumentException(
                    "next_position must be above serving_counter, with all request ids between, of which "
                            + RoomStore.MOST_IN_ORDER + " may come at once");
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
