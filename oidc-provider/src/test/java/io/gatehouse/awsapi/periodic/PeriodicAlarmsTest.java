package io.gatehouse.awsapi.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomId;
import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How long what alarms have said is gone by, and which of them counts. */
class PeriodicAlarmsTest {

    private static final RoomId ROOM = new RoomId("shop");

    /** Empty: it cannot be asked. */
    private Optional<Alarm.State> says = Optional.of(Alarm.State.OK);

    private Alarm.State otherSays = Alarm.State.OK;

    private final Alarm alarm = () -> says.orElseThrow();
    private final Alarm other = () -> otherSays;

    @AutoClose
    private final MutableScheduler scheduler = new MutableScheduler();

    @AutoClose
    private final Alarms alarms = new Alarms(Map.of(ROOM, List.of(alarm, other)), scheduler);

    @Test
    void givenARoomWithoutAnAlarm_whenItsStateIsAsked_thenItIsWell() {
        assertThat(alarms.state(new RoomId("other"))).isEqualTo(Alarm.State.OK);
    }

    @Test
    void givenAnAlarm_whenItCannotBeAskedAnyMore_thenWhatItSaidCountsForAMinute() {
        assertThat(alarms.state(ROOM)).isEqualTo(Alarm.State.UNKNOWN);
        assertThat(asked()).isEqualTo(Alarm.State.OK);

        says = Optional.empty();
        scheduler.advance(Alarms.GOOD_FOR.minusNanos(1));
        assertThat(asked()).isEqualTo(Alarm.State.OK);
        scheduler.advance(Duration.ofNanos(1));
        assertThat(asked()).isEqualTo(Alarm.State.UNKNOWN);

        says = Optional.of(Alarm.State.OK);
        assertThat(asked()).isEqualTo(Alarm.State.OK);
    }

    @Test
    void givenTwoAlarms_whenTheyDiffer_thenTheWorseCounts() {
        says = Optional.of(Alarm.State.UNKNOWN);
        assertThat(asked()).isEqualTo(Alarm.State.UNKNOWN);
        otherSays = Alarm.State.NOT_OK;
        assertThat(asked()).isEqualTo(Alarm.State.NOT_OK);
    }

    @Test
    void givenAnAlarmThatCannotBeAsked_whenTheOtherSaysNo_thenThatCountsAtOnce() {
        assertThat(asked()).isEqualTo(Alarm.State.OK);
        says = Optional.empty();
        otherSays = Alarm.State.NOT_OK;

        assertThat(asked()).isEqualTo(Alarm.State.NOT_OK);
    }

    private Alarm.State asked() {
        alarms.askNow(ROOM);
        return alarms.state(ROOM);
    }
}
