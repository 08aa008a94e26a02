package io.gatehouse.awsapi.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How long what alarms have said is gone by. */
class AlarmsTest {

    private static final RoomId ROOM = new RoomId("shop");

    private Alarm.State says = Alarm.State.OK;

    @AutoClose
    private final MutableScheduler scheduler = new MutableScheduler();

    @AutoClose
    private final Alarms alarms = new Alarms(Map.of(ROOM, List.of(() -> Alarm.State.OK, () -> says)), scheduler);

    @Test
    void givenARoomWithoutAnAlarm_whenItsStateIsAsked_thenItIsWell() {
        assertThat(alarms.state(new RoomId("other"))).isEqualTo(Alarm.State.OK);
    }

    @Test
    void givenAnAlarm_whenItFallsSilent_thenWhatItSaidCountsForAMinute() {
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.UNKNOWN);
        alarms.ask(ROOM);
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.OK);

        says = Alarm.State.UNKNOWN;
        scheduler.advance(Alarms.GOOD_FOR.minusNanos(1));
        alarms.ask(ROOM);
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.OK);
        scheduler.advance(Duration.ofNanos(1));
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.UNKNOWN);

        says = Alarm.State.NOT_OK;
        alarms.ask(ROOM);
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.NOT_OK);
    }

    @Test
    void givenAnAlarmThatCannotBeAsked_whenItIs_thenItIsUnknownAndTheNextRoundAsksAgain() {
        var broken = new AtomicBoolean(true);
        try (var alarms = new Alarms(
                Map.of(ROOM, List.of(() -> {
                    if (broken.get()) {
                        throw new IllegalStateException("broken");
                    }
                    return Alarm.State.OK;
                })),
                scheduler)) {
            alarms.ask(ROOM);
            assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.UNKNOWN);

            broken.set(false);
            alarms.ask(ROOM);
            assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.OK);
        }
    }
}
