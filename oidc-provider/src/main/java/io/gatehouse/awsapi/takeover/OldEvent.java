package io.gatehouse.awsapi.takeover;

import io.gatehouse.room.Line.Brought;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomStore;
import java.util.List;

/**
 * A running event of the old stack, as far as it continues here.
 *
 * @param served the number up to which no visitor has a place here, 0 or more
 * @param first the number of the first visitor with a place here, above that
 * @param visitors in the order of their numbers, without a gap, each once
 * @param called the progress of the first visitors, whom the old stack has called; the others wait
 */
public record OldEvent(long served, long first, List<PlaceId> visitors, List<Brought> called) {

    public OldEvent {
        if (served < 0 || first <= served || visitors.size() > RoomStore.MOST_IN_ORDER) {
            throw new IllegalArgumentException(
                    "next_position must be above serving_counter, with all request ids between, of which "
                            + RoomStore.MOST_IN_ORDER + " may come at once");
        }
        if (visitors.stream().distinct().count() < visitors.size()) {
            throw new IllegalArgumentException("request_ids must not name anybody twice");
        }
        if (called.size() > visitors.size()) {
            throw new IllegalArgumentException("called must be no more than request_ids");
        }
    }

    /** The number of the next newcomer. */
    public long next() {
        return first + visitors.size();
    }

    /** The position of the first in the line here. */
    long position() {
        return first - served;
    }
}
