package io.gatehouse.panel;

import com.nimbusds.jose.JWSAlgorithm;
import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.oidc.SigningKey;
import io.gatehouse.oidc.SigningKeys;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** The provider's keys, as the panel shows them. */
final class SigningKeyRotation implements KeyRotation {

    private final SigningKeys keys;
    private final Clock clock;

    SigningKeyRotation(SigningKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    @Override
    public List<Key> keys() {
        return shown(keys.published());
    }

    @Override
    public List<String> algorithms() {
        return keys.published().stream()
                .map(key -> key.algorithm().getName())
                .distinct()
                .toList();
    }

    @Override
    public List<Key> rotate(List<String> algorithms) {
        return shown(keys.rotate(algorithms.stream().map(JWSAlgorithm::parse).toList()));
    }

    private List<Key> shown(List<SigningKey> published) {
        var now = clock.instant();
        return published.stream().map(key -> shown(key, now)).toList();
    }

    private static Key shown(SigningKey key, Instant now) {
        var isNewest = key.activeUntil().equals(ExpiringStore.FOREVER);
        return new Key(
                key.kid(),
                key.algorithm().getName(),
                state(key, now),
                key.activeFrom(),
                isNewest ? null : key.activeUntil());
    }

    private static State state(SigningKey key, Instant now) {
        if (key.isActive(now)) {
            return State.SIGNING;
        }
        return key.activeFrom().isAfter(now) ? State.PUBLISHED : State.RETIRED;
    }
}
