package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.testing.HostileServer.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.web.client.RestClient;

/**
 * Spring's clients over the bounded one, at a provider that does not behave; the sign-in's tests have one
 * that does.
 */
class BoundedRequestsTest {

    private static final ParameterizedTypeReference<Map<String, Object>> DOCUMENT =
            new ParameterizedTypeReference<>() {};

    @ParameterizedTest
    @EnumSource
    void givenAHostileProvider_whenItIsAskedForADocument_thenThereIsNone(Answer answer) throws IOException {
        var patience = answer == Answer.TRICKLING ? Duration.ofMillis(100) : Duration.ofMinutes(1);
        var requests = new BoundedRequests(new Outbound(Bounds.ofDocuments(patience, 1)));
        try (var provider = new HostileServer(answer)) {
            var asked = RestClient.builder()
                    .requestFactory(requests)
                    .build()
                    .get()
                    .uri(provider.uri())
                    .retrieve();

            if (answer == Answer.REDIRECTING) {
                assertThat(asked.toBodilessEntity().getStatusCode().value()).isEqualTo(302);
            } else {
                assertThatThrownBy(() -> asked.body(DOCUMENT)).isInstanceOf(RuntimeException.class);
            }
            assertThat(provider.sent()).isLessThan(HostileServer.FEW);
            assertThat(provider.askedInside()).isZero();
        }
    }
}
