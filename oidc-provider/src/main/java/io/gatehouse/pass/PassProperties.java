package io.gatehouse.pass;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The passes of a room: with which key they are signed, of which one kind has to be said, and how.
 *
 * @param secret The secret that they are signed with, 32 bytes or more.
 * @param jwk The public key that they are signed with, as a JSON Web Key, or several as a JSON Web Key Set.
 * @param jwksUri Where those keys are published as a JSON Web Key Set; https, or http on a loopback host.
 * @param algorithms The signatures that are taken, by their names of RFC 7518; with a secret HS256, else RS256 and ES256,
 *     unless said.
 * @param shared Whether a pass without a jti is taken, which works in any number of browsers.
 */
public record PassProperties(
        @Nullable String secret,
        @Nullable String jwk,
        @Nullable URI jwksUri,
        @DefaultValue List<String> algorithms,
        @DefaultValue("false") boolean shared) {

    @Override
    public String toString() {
        return "PassProperties[secret]";
    }
}
