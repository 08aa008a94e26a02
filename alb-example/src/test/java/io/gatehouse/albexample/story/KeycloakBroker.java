package io.gatehouse.albexample.story;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.json.JsonMapper;

/** Keycloak, unpacked by {@code mvn -Psites}, as a broker between a load balancer and Gatehouse. */
final class KeycloakBroker implements AutoCloseable {

    private static final Path UNPACKED = Path.of("../oidc-provider/testing/keycloak/target");
    private static final String NAME = "bootstrap";
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final String address;

    /** Starts it and waits until it answers. */
    KeycloakBroker(int port, Path log) {
        address = "http://127.0.0.1:" + port;
        try (var folders = Files.newDirectoryStream(UNPACKED, "keycloak-*")) {
            ProcessBuilder command = new ProcessBuilder(
                            "bin/kc.sh",
                            "start-dev",
                            "--http-host=127.0.0.1",
                            "--http-port=" + port,
                            // How long it waits for Gatehouse's answer; 5 s if nothing is said.
                            "--spi-connections-http-client--default--socket-timeout-millis=60000",
                            "--db=dev-mem",
                            "--cache=local")
                    .directory(folders.iterator().next().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            command.environment()
                    .putAll(Map.of(
                            "JAVA_HOME",
                            System.getProperty("java.home"),
                            "JAVA_OPTS_KC_HEAP",
                            "-Xmx768m",
                            "JAVA_OPTS_APPEND",
                            "-XX:TieredStopAtLevel=1",
                            "KC_BOOTSTRAP_ADMIN_USERNAME",
                            NAME,
                            "KC_BOOTSTRAP_ADMIN_PASSWORD",
                            NAME));
            process = command.start();
        } catch (IOException notStarted) {
            throw new UncheckedIOException("unpacked by mvn -Psites", notStarted);
        }
        awaitReady(log);
    }

    /** A realm's issuer. */
    String issuer(String realm) {
        return address + "/realms/" + realm;
    }

    /** A realm's endpoint of this name. */
    URI endpoint(String realm, String name) {
        return URI.create(issuer(realm) + "/protocol/openid-connect/" + name);
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
        post(
                "/admin/realms",
                "Bearer " + token(),
                "application/json",
                JSON.writeValueAsString(Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "clients",
                        List.of(Map.of("clientId", "alb", "secret", secret, "redirectUris", List.of(callback))),
                        "identityProviders",
                        List.of(Map.of(
                                "alias", "gatehouse", "providerId", "oidc", "trustEmail", true, "config", config)))));
    }

    @Override
    public void close() {
        // The shell that started Java does not take it with it.
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private String token() {
        String form = "grant_type=password&client_id=admin-cli&username=" + NAME + "&password="
                + URLEncoder.encode(NAME, StandardCharsets.UTF_8);
        String answer =
                post("/realms/master/protocol/openid-connect/token", "", "application/x-www-form-urlencoded", form);
        return JSON.readTree(answer).path("access_token").asString();
    }

    private String post(String path, String authorization, String type, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        HttpResponse<String> answer = send(request.build());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private void awaitReady(Path log) {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > limit) {
                close();
                throw new IllegalStateException("Keycloak is not ready, see " + log);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private boolean isReady() {
        try {
            return send(HttpRequest.newBuilder(URI.create(address + "/realms/master"))
                                    .build())
                            .statusCode()
                    == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
