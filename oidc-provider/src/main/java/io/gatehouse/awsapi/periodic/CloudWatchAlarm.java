package io.gatehouse.awsapi.periodic;

import java.util.stream.Stream;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.CompositeAlarm;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.StateValue;

/**
 * An alarm of Amazon CloudWatch, of a metric or composite. An alarm without data is unknown.
 *
 * @param client of the alarm's region; its calls end by themselves
 */
public record CloudWatchAlarm(CloudWatchClient client, String name) implements Alarm {

    /** An alarm that does not exist is unknown, too: it may have been renamed. */
    @Override
    public State state() {
        var answer = client.describeAlarms(
                request -> request.alarmNames(name).alarmTypes(AlarmType.METRIC_ALARM, AlarmType.COMPOSITE_ALARM));
        return Stream.concat(
                        answer.metricAlarms().stream().map(MetricAlarm::stateValue),
                        answer.compositeAlarms().stream().map(CompositeAlarm::stateValue))
                .findFirst()
                .map(CloudWatchAlarm::read)
                .orElse(State.UNKNOWN);
    }

    private static State read(StateValue said) {
        return switch (said) {
            case OK -> State.OK;
            case ALARM -> State.NOT_OK;
            case INSUFFICIENT_DATA, UNKNOWN_TO_SDK_VERSION -> State.UNKNOWN;
        };
    }

    @Override
    public String toString() {
        return "alarm " + name;
    }
}
