package io.gatehouse.albexample.alb;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/**
 * The encrypted content of the {@code state} parameter: the wanted address, the nonce of the cookie, the
 * beginning of the login, and its rule. Standard Base64 with padding gives it {@code + / =}, which shows a
 * provider that returns it altered.
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
