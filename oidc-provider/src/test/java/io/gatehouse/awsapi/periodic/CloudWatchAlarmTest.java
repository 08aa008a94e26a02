package io.gatehouse.awsapi.periodic;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.StubAmazon;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import tools.jackson.dataformat.cbor.CBORMapper;

/** What CloudWatch answers, and what is made of it. */
class CloudWatchAlarmTest {

    private static final String ADDRESS =
            "https://monitoring.eu-central-1.amazonaws.com/service/GraniteServiceVersion20100801/operation/DescribeAlarms";

    private final StubAmazon amazon = new StubAmazon();
    private final CloudWatchAlarm alarm = new CloudWatchAlarm(
            CloudWatchClient.builder()
                    .region(Region.EU_CENTRAL_1)
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
        "MetricAlarms, INSUFFICIENT_DATA, NOT_OK",
        "MetricAlarms, FINE, NOT_OK"
    })
    void givenAnAlarm_whenItSaysSomething_thenNothingButOkIs(String kind, String said, Alarm.State state) {
        answers(Map.of(kind, List.of(Map.of("AlarmName", "errors", "StateValue", said))));

        assertThat(alarm.state()).isEqualTo(state);
    }

    @Test
    void givenNoSuchAlarm_whenItIsAsked_thenTheSiteIsNotWell() {
        answers(Map.of("MetricAlarms", List.of(), "CompositeAlarms", List.of()));

        assertThat(alarm.state()).isEqualTo(Alarm.State.NOT_OK);
    }

    @Test
    void givenNoWayToAmazon_whenItIsAsked_thenNothingIsKnown() {
        amazon.isAway(true);

        assertThat(alarm.state()).isEqualTo(Alarm.State.UNKNOWN);
    }

    private void answers(Map<String, Object> members) {
        amazon.put(
                ADDRESS,
                new CBORMapper().writeValueAsBytes(members),
                Map.of("Content-Type", "application/cbor", "smithy-protocol", "rpc-v2-cbor"));
    }
}
