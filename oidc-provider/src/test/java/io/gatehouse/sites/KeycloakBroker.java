package io.gatehouse.sites;

import io.gatehouse.flow.Installation;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Keycloak;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keycloak as a broker: each realm sends its visitors to Gatehouse and asks them nothing itself. */
final class KeycloakBroker implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    /** As <em>Client scopes, Add mapper, User Realm Role</em> makes it. */
    private static final Map<String, Object> ROLES_CLAIM = Map.of(
            "name", "roles",
            "protocol", "openid-connect",
            "protocolMapper", "oidc-usermodel-realm-role-mapper",
            "config", Map.of("claim.name", "roles", "multivalued", "true", "id.token.claim", "true"));

    private final Keycloak server = Keycloak.start();

    /** Where a realm takes answers of Gatehouse. */
    String redirectUri(String realm) {
        return issuer(realm) + "/broker/gatehouse/endpoint";
    }

    String issuer(String realm) {
        return server.issuer(realm);
    }

    /** Where a realm's OpenID Connect endpoints are. */
    String endpoints(String realm) {
        return server.endpoints(realm);
    }

    /**
     * Makes a realm that logs its visitors in at Gatehouse and nowhere else.
     *
     * @param realm its name, and its client id at Gatehouse
     * @param patience its login timeout
     * @param redirectUri where its site takes answers
     */
    void brokers(Installation gatehouse, String realm, Duration patience, String redirectUri) {
        makes(realm, patience, redirectUri);
        var discovery = gatehouse.issuer() + "/.well-known/openid-configuration";
        var imported = server.post(
                "/" + realm + "/identity-provider/import-config", Map.of("providerId", "oidc", "fromUrl", discovery));
        var config = new HashMap<String, Object>();
        imported.properties().forEach(property -> config.put(property.getKey(), property.getValue()));
        config.putAll(Map.of(
                "clientId", realm,
                "clientSecret", RunningGatehouse.SECRET,
                "clientAuthMethod", "client_secret_post",
                "defaultScope", "openid profile email",
                "passMaxAge", "true",
                "forwardParameters", "target_link_uri"));
        var provider = Map.of("alias", "gatehouse", "providerId", "oidc", "trustEmail", true, "config", config);
        server.post("/" + realm + "/identity-provider/instances", provider);
        sendsEverybodyThere(realm);
    }

    /** The same with the identity provider as Gatehouse prints it. */
    void brokersAsPrinted(Installation gatehouse, String realm, String redirectUri) {
        makes(realm, Duration.ofMinutes(30), redirectUri);
        var printed = Printed.configuration(gatehouse, realm, "Identity provider")
                .replace("${" + realm.toUpperCase(Locale.ROOT) + "_SECRET}", RunningGatehouse.SECRET);
        server.post("/" + realm + "/identity-provider/instances", JSON.readTree(printed));
        sendsEverybodyThere(realm);
    }

    /** The same, and the claim {@code visit} goes on to the app, by the mappers that Gatehouse prints. */
    void brokersVisitsAsPrinted(Installation gatehouse, String realm, String redirectUri) {
        brokersAsPrinted(gatehouse, realm, redirectUri);
        server.post(
                "/" + realm + "/identity-provider/instances/gatehouse/mappers",
                JSON.readTree(Printed.configuration(gatehouse, realm, "The visit, for the app")));
        var client = server.get("/" + realm + "/clients?clientId=" + BrokeredShop.CLIENT)
                .get(0)
                .path("id")
                .asString();
        server.post(
                "/" + realm + "/clients/" + client + "/protocol-mappers/models",
                Map.of(
                        "name", "visit",
                        "protocol", "openid-connect",
                        "protocolMapper", "oidc-usersessionmodel-note-mapper",
                        "config",
                                Map.of(
                                        "user.session.note", "visit",
                                        "claim.name", "visit",
                                        "jsonType.label", "String",
                                        "id.token.claim", "true")));
    }

    private void makes(String realm, Duration patience, String redirectUri) {
        var client = Map.of(
                "clientId", BrokeredShop.CLIENT,
                "secret", BrokeredShop.SECRET,
                "redirectUris", List.of(redirectUri));
        server.post(
                "",
                Map.of(
                        "realm", realm,
                        "enabled", true,
                        "accessCodeLifespanLogin", patience.toSeconds(),
                        "accessCodeLifespanUserAction", Math.min(300, patience.toSeconds()),
                        "clients", List.of(client)));
    }

    /** Without a form of its own: the default of the step "Identity Provider Redirector". */
    private void sendsEverybodyThere(String realm) {
        for (var step : server.get("/" + realm + "/authentication/flows/browser/executions")) {
            if (step.path("providerId").asString("").equals("identity-provider-redirector")) {
                var path = "/" + realm + "/authentication/executions/"
                        + step.path("id").asString() + "/config";
                server.post(path, Map.of("alias", "to-gatehouse", "config", Map.of("defaultProvider", "gatehouse")));
            }
        }
    }

    /**
     * Makes a realm with accounts of its own, each with a password that is its name and the roles that are
     * given, in a claim {@code roles}, and with one client.
     */
    void employs(String realm, String client, String redirectUri, Map<String, List<String>> accounts) {
        var roles = accounts.values().stream()
                .flatMap(List::stream)
                .distinct()
                .map(role -> Map.of("name", role))
                .toList();
        var users = accounts.entrySet().stream()
                .map(account -> user(account.getKey(), account.getValue()))
                .toList();
        server.post(
                "",
                Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "roles",
                        Map.of("realm", roles),
                        "users",
                        users,
                        "clients",
                        List.of(Map.of(
                                "clientId",
                                client,
                                "secret",
                                RunningGatehouse.SECRET,
                                "redirectUris",
                                List.of(redirectUri),
                                "protocolMappers",
                                List.of(ROLES_CLAIM)))));
    }

    private static Map<String, Object> user(String name, List<String> roles) {
        return Map.of(
                "username",
                name,
                "enabled",
                true,
                "email",
                name + "@staff.invalid",
                "emailVerified",
                true,
                "firstName",
                name,
                "lastName",
                name,
                "credentials",
                List.of(Map.of("type", "password", "value", name)),
                "realmRoles",
                roles);
    }

    /** Takes all roles of a realm away from an account. */
    void takesRolesFrom(String realm, String account) {
        var users = server.get("/" + realm + "/users?exact=true&username=" + account);
        var path = "/" + realm + "/users/" + users.get(0).path("id").asString() + "/role-mappings/realm";
        server.delete(path, server.get(path));
    }

    /** How a realm has understood Gatehouse's discovery document. */
    JsonNode provider(String realm) {
        return server.get("/" + realm + "/identity-provider/instances/gatehouse")
                .path("config");
    }

    /** The visitors whom a realm keeps. */
    JsonNode visitors(String realm) {
        return server.get("/" + realm + "/users");
    }

    @Override
    public void close() {
        server.close();
    }
}
