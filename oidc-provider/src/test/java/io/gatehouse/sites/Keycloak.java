package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.FreePorts;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keycloak as its makers ship it, as a broker: each realm sends its visitors to Gatehouse and asks them nothing itself.
 * It is told everything through its admin API, and keeps it in memory.
 */
final class Keycloak implements AutoCloseable {

    private static final Path UNPACKED =
            Path.of("src", "test", "keycloak", "target").toAbsolutePath();
    private static final JsonMapper JSON = new JsonMapper();
    private static final String NAME = "bootstrap";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final SiteProcess process;
    private final String address;

    private Keycloak(SiteProcess process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts it, which takes the better part of a minute. */
    static Keycloak start() {
        var port = FreePorts.next();
        var command = List.of(
                "bin/kc.sh",
                "start-dev",
                "--http-host=127.0.0.1",
                "--http-port=" + port,
                "--db=dev-mem",
                "--cache=local",
                // It would give up on Gatehouse after 5 s.
                "--spi-connections-http-client--default--socket-timeout-millis=60000");
        var environment = Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "JAVA_OPTS_KC_HEAP",
                "-Xmx768m",
                "JAVA_OPTS_APPEND",
                "-XX:TieredStopAtLevel=1",
                "KC_BOOTSTRAP_ADMIN_USERNAME",
                NAME,
                "KC_BOOTSTRAP_ADMIN_PASSWORD",
                NAME);
        var patience = Duration.ofMinutes(4);
        var process =
                SiteProcess.start("keycloak", home(), environment, command).listens(port, patience);
        var keycloak = new Keycloak(process, "http://127.0.0.1:" + port);
        try {
            await("ready").atMost(patience).ignoreExceptions().until(keycloak::isReady);
            return keycloak;
        } catch (ConditionTimeoutException late) {
            keycloak.close();
            throw new AssertionError(late.getMessage() + "\n" + process.lastLines(), late);
        }
    }

    private static Path home() {
        try (var folders = Files.newDirectoryStream(UNPACKED, "keycloak-*")) {
            return folders.iterator().next();
        } catch (IOException missing) {
            throw new UncheckedIOException("unpacked by mvn -Psites", missing);
        }
    }

    /** Where a realm takes answers of Gatehouse. */
    String redirectUri(String realm) {
        return issuer(realm) + "/broker/gatehouse/endpoint";
    }

    String issuer(String realm) {
        return address + "/realms/" + realm;
    }

    /** Where a realm's OpenID Connect endpoints are. */
    String endpoints(String realm) {
        return issuer(realm) + "/protocol/openid-connect";
    }

    /**
     * Makes a realm that logs its visitors in at Gatehouse and nowhere else.
     *
     * @param realm its name, and its client id at Gatehouse
     * @param patience its login timeout
     * @param redirectUri where its site takes answers
     */
    void brokers(RunningGatehouse gatehouse, String realm, Duration patience, String redirectUri) {
        makes(realm, patience, redirectUri);
        var discovery = gatehouse.issuer() + "/.well-known/openid-configuration";
        var imported = post(
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
        post("/" + realm + "/identity-provider/instances", provider);
        sendsEverybodyThere(realm);
    }

    /** The same with the identity provider as Gatehouse prints it. */
    void brokersAsPrinted(RunningGatehouse gatehouse, String realm, String redirectUri) {
        makes(realm, Duration.ofMinutes(30), redirectUri);
        var printed = Printed.configuration(gatehouse, realm, "Identity provider")
                .replace("${" + realm.toUpperCase(Locale.ROOT) + "_SECRET}", RunningGatehouse.SECRET);
        post("/" + realm + "/identity-provider/instances", JSON.readTree(printed));
        sendsEverybodyThere(realm);
    }

    private void makes(String realm, Duration patience, String redirectUri) {
        var client = Map.of(
                "clientId", BrokeredShop.CLIENT,
                "secret", BrokeredShop.SECRET,
                "redirectUris", List.of(redirectUri));
        post(
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
        for (var step : get("/" + realm + "/authentication/flows/browser/executions")) {
            if (step.path("providerId").asString("").equals("identity-provider-redirector")) {
                var path = "/" + realm + "/authentication/executions/"
                        + step.path("id").asString() + "/config";
                post(path, Map.of("alias", "to-gatehouse", "config", Map.of("defaultProvider", "gatehouse")));
            }
        }
    }

    /** How a realm has understood Gatehouse's discovery document. */
    JsonNode provider(String realm) {
        return get("/" + realm + "/identity-provider/instances/gatehouse").path("config");
    }

    /** The visitors whom a realm keeps. */
    JsonNode visitors(String realm) {
        return get("/" + realm + "/users");
    }

    private boolean isReady() {
        return !token().isEmpty();
    }

    private String token() {
        var form = Browser.form(
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", NAME, "password", NAME));
        var request = HttpRequest.newBuilder(URI.create(endpoints("master") + "/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        return sends(request).path("access_token").asString();
    }

    private JsonNode get(String path) {
        return sends(HttpRequest.newBuilder(URI.create(address + "/admin/realms" + path))
                .header("Authorization", "Bearer " + token()));
    }

    private JsonNode post(String path, Object body) {
        return sends(HttpRequest.newBuilder(URI.create(address + "/admin/realms" + path))
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private JsonNode sends(HttpRequest.Builder request) {
        try {
            var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode() / 100)
                    .as(answer.uri() + " " + answer.body())
                    .isEqualTo(2);
            return JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
