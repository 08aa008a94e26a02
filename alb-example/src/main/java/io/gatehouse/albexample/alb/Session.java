package io.gatehouse.albexample.alb;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A login, as the browser carries it in the encrypted session cookie.
 *
 * @param refreshToken null if the provider gave none; then the session lasts until its end
 * @param end the end by {@code SessionTimeout}; a refresh does not move it
 */
record Session(
        ObjectNode claims, String accessToken, Instant accessTokenEnd, @Nullable String refreshToken, Instant end) {

    boolean hasEnded(Instant now) {
        return !now.isBefore(end);
    }

    boolean needsRefresh(Instant now) {
        return refreshToken != null && !now.isBefore(accessTokenEnd);
    }

    String identity() {
        return claims.get("sub").asString();
    }

    @Override
    public String toString() {
        return "Session[end=" + end + "]";
    }
}
