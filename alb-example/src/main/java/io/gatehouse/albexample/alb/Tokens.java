package io.gatehouse.albexample.alb;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The token endpoint's answer, as far as an ALB reads it. */
record Tokens(
        Optional<String> idToken, String accessToken, @Nullable Instant accessTokenEnd, @Nullable String refreshToken) {

    static Tokens read(JsonNode json, Instant now) {
        JsonNode accessToken = json.path("access_token");
        if (!accessToken.isString()) {
            throw new LoginFailedException(Failure.INVALID_TOKEN_RESPONSE);
        }
        JsonNode life = json.path("expires_in");
        return new Tokens(
                json.path("id_token").stringValueOpt(),
                accessToken.stringValue(),
                life.isNumber() ? now.plusSeconds(life.asLong()) : null,
                json.path("refresh_token").stringValueOpt().orElse(null));
    }

    @Override
    public String toString() {
        return "Tokens[accessTokenEnd=" + accessTokenEnd + "]";
    }
}
