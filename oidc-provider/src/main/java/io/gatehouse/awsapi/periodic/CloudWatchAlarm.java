package io.gatehouse.awsapi.periodic;

import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.CompositeAlarm;
import software.amazon.awssdk.services.cloudwatch.model.DescribeAlarmsResponse;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.StateValue;

/** An alarm of Amazon CloudWatch, of a metric or composite: all is well while it says OK, and it has the data to say so. */
public final class CloudWatchAlarm implements Alarm {

    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchAlarm.class);

    private final CloudWatchClient client;
    private final String name;

    /** @param client of the alarm's region; its calls end by themselves */
    public CloudWatchAlarm(CloudWatchClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** One that does not exist is not OK: somebody has renamed it, and nobody watches. */
    @Override
    public State state() {
        try {
            var answer = client.describeAlarms(
                    request -> request.alarmNames(name).alarmTypes(AlarmType.METRIC_ALARM, AlarmType.COMPOSITE_ALARM));
            return states(answer).equals(List.of(StateValue.OK)) ? State.OK : State.NOT_OK;
        } catch (SdkException noAnswer) {
            LOG.warn("CloudWatch does not say how {} is: {}", this, noAnswer.getMessage());
            return State.UNKNOWN;
        }
    }

    private static List<StateValue> states(DescribeAlarmsResponse answer) {
        return Stream.concat(
                        answer.metricAlarms().stream().map(MetricAlarm::stateValue),
                        answer.compositeAlarms().stream().map(CompositeAlarm::stateValue))
                .toList();
    }

    @Override
    public String toString() {
        return "alarm " + name;
    }
}
