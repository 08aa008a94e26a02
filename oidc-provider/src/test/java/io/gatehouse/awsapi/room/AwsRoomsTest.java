package io.gatehouse.awsapi.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings of the inlets that cannot be: the start stops, and says which. */
class AwsRoomsTest {

    private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:exits";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start().standing();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "periodic.increment-by | 0 | must be 1 to 1000000000, was 0",
                "periodic.every | 999ms | must be 1s to 1d, was PT0.999S",
                "periodic.every | 25h | must be 1s to 1d, was PT25H",
                "periodic.start-time | 1626000000 | must be a moment of this century, was 1970-01-19T19:40:00Z",
                "periodic.end-time | 0 | must be a moment of this century, was 1970-01-01T00:00:00Z",
                "periodic.alarm | errors | must be the ARN of a CloudWatch alarm, was \"errors\"",
                "periodic.health-url | file:///etc/passwd | must be an http or https address with a host, was"
                        + " \"file:///etc/passwd\"",
                "periodic.health-url | /health | must be an http or https address with a host, was \"/health\"",
                "periodic.health-url | http://my_service:8080/ | must be an http or https address with a host,"
                        + " was \"http://my_service:8080/\"",
                "max-size-topics | exits | must be ARNs of Amazon SNS topics, one was \"exits\"",
                "max-size-topics | " + TOPIC + "," + TOPIC + " | must be others in each room, \"" + TOPIC
                        + "\" was there twice",
            })
    void givenASettingThatCannotBe_whenRoomsAreMade_thenItIsSaidWhichAndWhy(
            String setting, String value, String problem) {
        assertThatThrownBy(() -> rooms(Map.of(setting, value)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.rooms.shop.aws-api." + setting.substring(0, 8))
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-27T09:00:00Z", "2026-11-27T08:59:59Z"})
    void givenAnEndThatIsNotAfterTheStart_whenRoomsAreMade_thenItIsSaid(String end) {
        assertThatThrownBy(() -> rooms(Map.of("periodic.start-time", "2026-11-27T09:00:00Z", "periodic.end-time", end)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("gatehouse.rooms.shop.aws-api.periodic.end-time")
                .hasMessageContaining("must be after start-time, 2026-11-27T09:00:00Z, was " + end);
    }

    @Test
    void givenAllSettingsOfAPeriodicInlet_whenRoomsAreMade_thenItHasThem() {
        var rooms = rooms(Map.of(
                "periodic.increment-by",
                "7",
                "periodic.start-time",
                "2026-11-27T09:00:00Z",
                "periodic.alarm",
                "arn:aws:cloudwatch:eu-central-1:123456789012:alarm:checkout errors"));

        assertThat(rooms.all()).singleElement().satisfies(event -> {
            assertThat(event.settings().periodic())
                    .hasFieldOrPropertyWithValue("incrementBy", 7L)
                    .hasFieldOrPropertyWithValue("startTime", Instant.parse("2026-11-27T09:00:00Z"));
        });
    }

    private static AwsRooms rooms(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("enabled", "true");
        var own = new Binder(new MapConfigurationPropertySource(all)).bind("", AwsApiProperties.class);
        return new AwsRooms(
                Map.of(new RoomId("shop"), own.get()),
                gatehouse.bean(WaitingRooms.class),
                gatehouse.bean(Issuer.class),
                new Takeover(gatehouse.bean(ExpiringStore.class), gatehouse.clock()));
    }
}
