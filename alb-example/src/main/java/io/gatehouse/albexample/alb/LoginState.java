package io.gatehouse.albexample.alb;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * What the {@code state} parameter carries through the login, encrypted: where the visitor wanted to go,
 * the nonce of the cookie, when it began, and the rule that asked. Standard Base64 with padding, so it
 * holds {@code + / =}: providers that give it back carelessly are found out.
 */
record LoginState(String url, String nonce, Instant begun, int rule) {

    String sealed(Seal seal) {
        return Base64.getEncoder().encodeToString(seal.seal(this));
    }

    static Optional<LoginState> opened(String state, Seal seal) {
        try {
            return seal.open(Base64.getDecoder().decode(state), LoginState.class);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    boolean isOlderThan(Duration limit, Instant now) {
        return begun.plus(limit).isBefore(now);
    }
}
