package io.gatehouse.door;

import java.util.Optional;

/** The value of the header by which every answer tells browsers to use https (RFC 6797); empty if it is not sent. */
public record StrictTransport(Optional<String> value) {

    public static final String HEADER = "Strict-Transport-Security";

    static StrictTransport of(boolean isSecure, long seconds) {
        return new StrictTransport(isSecure && seconds > 0 ? Optional.of("max-age=" + seconds) : Optional.empty());
    }
}
