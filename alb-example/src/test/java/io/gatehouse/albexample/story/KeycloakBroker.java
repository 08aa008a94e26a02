package io.gatehouse.albexample.story;

import io.gatehouse.testing.Keycloak;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Keycloak as a broker between a load balancer and Gatehouse. */
final class KeycloakBroker implements AutoCloseable {

    private final Keycloak server = Keycloak.start();

    /** A realm's issuer. */
    String issuer(String realm) {
        return server.issuer(realm);
    }

    /** A realm's endpoint of this name. */
    URI endpoint(String realm, String name) {
        return URI.create(server.endpoints(realm) + "/" + name);
    }

    /** Where a realm takes Gatehouse's answers. */
    String redirectUri(String realm) {
        return issuer(realm) + "/broker/gatehouse/endpoint";
    }

    /** Makes a realm that knows the load balancer and asks Gatehouse who the visitor is, with one secret for both. */
    void brokers(String realm, String gatehouse, String secret, String callback) {
        Map<String, String> config = Map.of(
                "issuer",
                gatehouse,
                "authorizationUrl",
                gatehouse + "/authorize",
                "tokenUrl",
                gatehouse + "/token",
                "userInfoUrl",
                gatehouse + "/userinfo",
                "jwksUrl",
                gatehouse + "/.well-known/jwks.json",
                "useJwksUrl",
                "true",
                "validateSignature",
                "true",
                "clientId",
                realm,
                "clientSecret",
                secret,
                "defaultScope",
                "openid profile email");
        Map<String, Object> client = Map.of("clientId", "alb", "secret", secret, "redirectUris", List.of(callback));
        Map<String, Object> provider =
                Map.of("alias", "gatehouse", "providerId", "oidc", "trustEmail", true, "config", config);
        server.post(
                "",
                Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "clients",
                        List.of(client),
                        "identityProviders",
                        List.of(provider)));
    }

    @Override
    public void close() {
        server.close();
    }
}
