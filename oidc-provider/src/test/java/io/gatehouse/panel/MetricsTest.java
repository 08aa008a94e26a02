package io.gatehouse.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {

    @Test
    void givenAVisitorLetIn_whenAScriptReadsTheMetrics_thenTheSitesCodesAreCounted() {
        try (var gatehouse = RunningGatehouse.start(
                "gatehouse.rooms.shop.capacity=5", "gatehouse.api-clients.nightly.secret=" + RunningGatehouse.SECRET)) {
            var outside = gatehouse.browser().opens(Login.authorize());
            Login.redeem(gatehouse, outside.parameter("code"));

            var metrics = Login.get(gatehouse.issuer() + "/panel/api/metrics", "Bearer " + token(gatehouse));

            assertThat(metrics.body())
                    .contains("gatehouse_codes_issued_total{site=\"shop\"} 1.0")
                    .contains("gatehouse_codes_redeemed_total{site=\"shop\"} 1.0")
                    .contains("http_server_requests_seconds_count{", "uri=\"/rooms/{room}/enter\"")
                    .contains("status=\"303\",uri=\"/rooms/{room}/enter\",le=\"0.5\"}")
                    .contains("logback_events_total{level=\"error\"}")
                    .doesNotContain("spring_security_", "_active_seconds");
        }
    }

    @Test
    void givenNoToken_whenTheMetricsAreAskedFor_thenNothingIsTold() {
        try (var gatehouse = RunningGatehouse.start()) {
            var refused = Login.get(gatehouse.issuer() + "/panel/api/metrics", "");

            assertThat(refused.status()).isEqualTo(401);
        }
    }

    private static String token(RunningGatehouse gatehouse) {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read");
        return Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", RunningGatehouse.SECRET), form)
                .text("access_token");
    }
}
