package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.addition.Addition;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AddedSiteTest {

    @Test
    void givenASiteAndARoomThatWereAdded_whenAVisitorComes_thenTheSiteLogsThemIn() {
        try (var gatehouse = RunningGatehouse.start()) {
            var room = new Addition(Map.of("capacity", "10"), false);
            var site = new Addition(
                    Map.of(
                            "room",
                            "expo",
                            "redirect-uris[0]",
                            RunningGatehouse.SITE + "/callback",
                            "secret",
                            RunningGatehouse.SECRET),
                    false);
            gatehouse.bean(AddedRooms.class).kept().replace("expo", Optional.empty(), room);
            gatehouse.bean(AddedSites.class).kept().replace("expo", Optional.empty(), site);
            var counted = gatehouse
                    .bean(MeterRegistry.class)
                    .get("gatehouse.codes.issued")
                    .tag("site", "expo")
                    .counter();
            assertThat(counted.count()).as("before the first").isZero();

            var code = Login.authorizeCode(gatehouse.browser(), "expo");
            var tokens = Login.redeem(gatehouse, "expo", code);
            var user = Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

            assertThat(user.status()).as(tokens.toString()).isEqualTo(200);
            assertThat(counted.count()).isEqualTo(1);
        }
    }
}
