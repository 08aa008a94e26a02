package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.oidc.authorize.ParkedRequests.Parked;
import io.gatehouse.oidc.device.DeviceCodes.Device;
import io.gatehouse.value.StoredJson;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values in the store that this release has not written. */
@Tag("jdk")
class StoredJsonTest {

    private final StoredJson<Parked> parked = new StoredJson<>(Parked.class);
    private final StoredJson<Device> devices = new StoredJson<>(Device.class);

    @Test
    void givenAValueWithAbsentParts_whenReadBack_thenItIsTheSame() {
        var request = new Parked("place", null, "query", 1, null);
        var device = new Device("tv", Set.of("openid"), 1, null, null, 0, 0);

        assertThat(parked.read(parked.write(request))).contains(request);
        assertThat(devices.read(devices.write(device))).contains(device);
    }

    @Test
    void givenAMemberThatWeDoNotKnow_whenRead_thenTheRestIsTaken() {
        var newer = "{\"name\":\"p\",\"session\":null,\"query\":\"q\",\"parkedAt\":1,\"colour\":\"red\"}";

        assertThat(parked.read(newer.getBytes(UTF_8))).contains(new Parked("p", null, "q", 1, null));
    }

    @Test
    void givenAValueOfBeforeAPartThatMayBeAbsent_whenRead_thenTheRestIsTaken() {
        var older = "{\"name\":\"p\",\"query\":\"q\",\"parkedAt\":1}";

        assertThat(parked.read(older.getBytes(UTF_8))).contains(new Parked("p", null, "q", 1, null));
    }

    @Test
    void givenAMemberThatWeDoNotKnow_whenTheValueIsReplaced_thenItIsStillThere() {
        var newer = "{\"name\":\"p\",\"session\":\"s\",\"query\":\"q\",\"parkedAt\":1,\"colour\":{\"red\":1}}";

        var written = parked.write(new Parked("p", null, "r", 1, null), newer.getBytes(UTF_8));

        assertThat(parked.read(written)).contains(new Parked("p", null, "r", 1, null));
        assertThat(new String(written, UTF_8))
                .contains("\"colour\":{\"red\":1}")
                .doesNotContain("\"s\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"p\",\"session\":null}",
                "{\"name\":\"p\",\"query\":\"q\"}",
                "{\"site\":\"tv\",\"scopes\":[\"openid\"],\"startedAt\":1}",
                "{}",
                "null",
                "[]",
                "place",
                "{\"place\":",
                ""
            })
    void givenAnotherShape_whenRead_thenThereIsNothing(String value) {
        assertThat(parked.read(value.getBytes(UTF_8))).isEmpty();
        assertThat(devices.read(value.getBytes(UTF_8))).isEmpty();
    }
}
