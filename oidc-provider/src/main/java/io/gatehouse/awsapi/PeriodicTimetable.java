package io.gatehouse.awsapi;

import io.gatehouse.awsapi.periodic.Alarm;
import io.gatehouse.awsapi.periodic.Alarms;
import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.awsapi.setting.AwsApiProperties.PeriodicProperties;
import io.gatehouse.forecast.Grants;
import io.gatehouse.forecast.Timetable;
import io.gatehouse.room.RoomId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The set times of Periodic inlets, for forecasts: nothing is to be granted while an alarm says no. */
record PeriodicTimetable(Map<RoomId, AwsApiProperties> settings, Alarms alarms) implements Timetable {

    @Override
    public Optional<Grants> of(RoomId room, Instant now) {
        return Optional.ofNullable(settings.get(room))
                .filter(AwsApiProperties::isByPeriods)
                .flatMap(event -> Optional.ofNullable(event.periodic()))
                .filter(periodic -> grants(room, periodic))
                .flatMap(periodic -> next(periodic, now));
    }

    private boolean grants(RoomId room, PeriodicProperties periodic) {
        var state = alarms.state(room);
        return state == Alarm.State.OK || state == Alarm.State.UNKNOWN && periodic.unknownIsOk();
    }

    private static Optional<Grants> next(PeriodicProperties periodic, Instant now) {
        var start = Objects.requireNonNullElse(periodic.startTime(), Instant.EPOCH);
        var begins = PeriodicInlet.period(periodic, now).stream()
                .mapToObj(period -> start.plus(periodic.every().multipliedBy(period + 1)))
                .findFirst()
                .or(() -> Optional.of(start).filter(now::isBefore));
        return begins.filter(next -> periodic.endTime() == null || next.isBefore(periodic.endTime()))
                .map(next -> new Grants(periodic.incrementBy(), Duration.between(now, next), periodic.every()));
    }
}
