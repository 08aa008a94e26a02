package io.gatehouse.pass;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The visitors who need not wait in a room: the key of their passes, or their addresses. Exactly one kind of
 * key may be set.
 *
 * @param secret The secret that they are signed with, 32 bytes or more.
 * @param jwk The public key that they are signed with, as a JSON Web Key, or several as a JSON Web Key Set.
 * @param jwksUri Where those keys are published as a JSON Web Key Set; https, or http on a loopback host.
 * @param algorithms The signatures that are taken, by their names of RFC 7518; with a secret HS256, else
 *     RS256 and ES256, unless said.
 * @param shared Whether a pass without a jti is taken, which works in any number of browsers.
 * @param addresses From where visitors need no pass: IPv4 and IPv6 addresses, and blocks of them like
 *     192.0.2.0/24.
 * @param codes Whether access codes are taken that an operator has imported.
 */
public record PassProperties(
        @Nullable String secret,
        @Nullable String jwk,
        @Nullable URI jwksUri,
        @DefaultValue List<String> algorithms,
        @DefaultValue("false") boolean shared,
        @DefaultValue List<String> addresses,
        @DefaultValue("false") boolean codes) {

    @Override
    public String toString() {
        return "PassProperties[secret]";
    }
}
