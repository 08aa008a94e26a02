package io.gatehouse.simulate;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An act of an operator in a scenario; an empty setting stays as it is.
 *
 * @param at counted from the beginning
 * @param letIn how many visitors are let in by hand
 */
public record OperatorAct(
        Duration at, Optional<Rate> rate, Optional<Long> capacity, Optional<Boolean> paused, Optional<Long> letIn) {

    boolean isAny() {
        return rate.isPresent() || capacity.isPresent() || paused.isPresent() || letIn.isPresent();
    }

    void doTo(WaitingRoom room) {
        room.change(this::settings);
        letIn.ifPresent(room::letIn);
    }

    private RoomSettings settings(RoomSettings before) {
        var speed =
                before.at(rate.or(before::rate), capacity.map(OptionalLong::of).orElse(before.capacity()));
        return paused.map(speed::paused).orElse(speed);
    }
}
