package io.gatehouse.door;

import java.util.Optional;

/**
 * What every answer tells browsers about coming by https (RFC 6797).
 *
 * @param value of the header {@link #HEADER}; empty where nothing is said
 */
public record StrictTransport(Optional<String> value) {

    public static final String HEADER = "Strict-Transport-Security";

    static StrictTransport of(boolean isSecure, long seconds) {
        return new StrictTransport(isSecure && seconds > 0 ? Optional.of("max-age=" + seconds) : Optional.empty());
    }
}
