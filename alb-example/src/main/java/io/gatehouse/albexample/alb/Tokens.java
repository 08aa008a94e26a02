package io.gatehouse.albexample.alb;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The token endpoint's answer, as far as an ALB reads it. Only the refresh token may be missing. */
record Tokens(Optional<String> idToken, String accessToken, Instant accessTokenEnd, @Nullable String refreshToken) {

    static Tokens read(JsonNode json, Instant now) {
        JsonNode accessToken = json.path("access_token");
        JsonNode life = json.path("expires_in");
        if (!accessToken.isString()
                || !life.isNumber()
                || !json.path("token_type").asString("").equalsIgnoreCase("Bearer")) {
            throw new LoginFailedException(Failure.INVALID_TOKEN_RESPONSE);
        }
        return new Tokens(
                json.path("id_token").stringValueOpt(),
                accessToken.stringValue(),
                now.plusSeconds(life.asLong()),
                json.path("refresh_token").stringValueOpt().orElse(null));
    }

    @Override
    public String toString() {
        return "Tokens[accessTokenEnd=" + accessTokenEnd + "]";
    }
}
