package io.gatehouse.awsapi.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.StubAmazon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;

/** What CloudWatch answers, and what is made of it. */
class CloudWatchAlarmTest {

    private static final String REGION = "eu-central-1";

    private final StubAmazon amazon = new StubAmazon();
    private final CloudWatchAlarm alarm = new CloudWatchAlarm(
            CloudWatchClient.builder()
                    .region(Region.of(REGION))
                    .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                    .httpClient(amazon)
                    .build(),
            "errors");

    @ParameterizedTest
    @CsvSource({
        "MetricAlarms, OK, OK",
        "CompositeAlarms, OK, OK",
        "MetricAlarms, ALARM, NOT_OK",
        "CompositeAlarms, ALARM, NOT_OK",
        "MetricAlarms, INSUFFICIENT_DATA, UNKNOWN",
        "CompositeAlarms, INSUFFICIENT_DATA, UNKNOWN",
        "MetricAlarms, FINE, UNKNOWN"
    })
    void givenAnAlarm_whenItSaysSomething_thenItIsTakenAtItsWord(String kind, String said, Alarm.State state) {
        amazon.alarms(REGION, Map.of(kind, List.of(Map.of("AlarmName", "errors", "StateValue", said))));

        assertThat(alarm.state()).isEqualTo(state);
    }

    @Test
    void givenNoSuchAlarm_whenItIsAsked_thenNothingIsKnown() {
        amazon.alarms(REGION, Map.of("MetricAlarms", List.of(), "CompositeAlarms", List.of()));

        assertThat(alarm.state()).isEqualTo(Alarm.State.UNKNOWN);
    }

    @Test
    void givenNoWayToAmazon_whenItIsAsked_thenItSaysNothing() {
        amazon.isAway(true);

        assertThatThrownBy(alarm::state).isInstanceOf(SdkException.class);
    }
}
