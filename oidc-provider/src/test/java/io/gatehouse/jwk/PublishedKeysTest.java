package io.gatehouse.jwk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.testing.HostileServer.Answer;
import io.gatehouse.time.MutableScheduler;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys whose address answers what no key set is; PassesTest has those that are read. */
class PublishedKeysTest {

    private static final JWKSelector ANY = new JWKSelector(new JWKMatcher.Builder().build());

    @ParameterizedTest
    @EnumSource
    void givenAHostileServer_whenKeysAreReadThere_thenTheyCannotBe(Answer answer) throws IOException {
        var patience = answer == Answer.TRICKLING ? Duration.ofMillis(100) : Duration.ofMinutes(1);
        try (var server = new HostileServer(answer)) {
            var keys = new PublishedKeys(server.uri(), patience, new MutableScheduler());

            assertThatThrownBy(() -> keys.get(ANY, null)).isInstanceOf(KeySourceException.class);
            assertThat(server.sent()).isLessThan(HostileServer.FEW);
            assertThat(server.askedInside()).isZero();
        }
    }
}
