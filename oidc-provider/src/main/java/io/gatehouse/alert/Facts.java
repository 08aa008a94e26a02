package io.gatehouse.alert;

import io.gatehouse.event.Events;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.KeptSlots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A node knows this of a room at a moment.
 *
 * @param why the rule that holds its line, or lets it move
 * @param past its last minutes, and what the store said of it then
 * @param lags receivers that are behind, as far as this node serves them
 * @param look how long the store took to show it
 * @param archive since when the archive waits for something of it; empty when it does not
 * @param limits from when on something is a trouble
 */
record Facts(
        Room room,
        RoomSnapshot seen,
        Instant now,
        Advance.Why why,
        Past past,
        List<Events.Lag> lags,
        Duration look,
        Optional<Instant> archive,
        Limits limits) {

    /**
     * A node reads this once a minute.
     *
     * @param rows of this opening, the earliest first
     * @param kept slots that visits keep which are over
     * @param canDraw whether this installation has the key of the draw that waits
     */
    record Past(List<HistoryRow> rows, KeptSlots kept, boolean canDraw) {

        static final Past NONE = new Past(List.of(), KeptSlots.NONE, true);

        Past {
            rows = List.copyOf(rows);
        }
    }

    RoomSettings settings() {
        return room.settings(seen);
    }
}
