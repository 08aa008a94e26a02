package io.gatehouse.albexample.cloud;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.cloud.Deployment.Secret;
import io.gatehouse.albexample.demo.BuiltJar;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The real Gatehouse on a deployment's settings. Only its stores are others, as AWS's are out of reach; a
 * setting that it does not know, or a secret of the wrong form, ends the start.
 */
final class SettledGatehouse implements AutoCloseable {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String BCRYPT =
            "{bcrypt}$2a$12$" + "abcdefghijklmnopqrstuv" + "wxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0";
    private static final JsonMapper JSON = new JsonMapper();

    private static @Nullable Set<String> known;

    private final HttpClient http = HttpClient.newHttpClient();
    private final TestProcess process;
    private final String address;
    private final String secret;

    private SettledGatehouse(TestProcess process, String address, String secret) {
        this.process = process;
        this.address = address;
        this.secret = secret;
    }

    static SettledGatehouse start(Path folder, Deployment deployment) {
        int port = FreePorts.next();
        int healthPort = FreePorts.next();
        ProcessBuilder command = BuiltJar.started()
                .command(
                        folder,
                        "--server.port=" + port,
                        "--management.server.port=" + healthPort,
                        "--gatehouse.store=embedded",
                        "--gatehouse.data=" + folder.resolve("data"));
        command.environment().putAll(deployment.environment());
        deployment.secrets().forEach((name, made) -> command.environment().put(name, value(made)));
        String secret = command.environment().getOrDefault("GATEHOUSE_SITES_SHOP_SECRET", "");
        TestProcess process = TestProcess.start(folder.resolve("log"), command);
        SettledGatehouse gatehouse = new SettledGatehouse(process, "http://localhost:" + port, secret);
        process.awaits("ready", Duration.ofMinutes(6), () -> gatehouse.isReady("http://localhost:" + healthPort));
        return gatehouse;
    }

    /** All settings that Spring Boot and our libraries say they know: looked up in the jar once. */
    static synchronized Set<String> springSettings() throws IOException {
        if (known == null) {
            known = readSpringSettings();
        }
        return known;
    }

    private static Set<String> readSpringSettings() throws IOException {
        Set<String> names = new TreeSet<>();
        try (JarFile jar = new JarFile(BuiltJar.packaged().toFile())) {
            for (JarEntry library : jar.stream()
                    .filter(entry -> entry.getName().endsWith(".jar"))
                    .toList()) {
                try (JarInputStream entries = new JarInputStream(jar.getInputStream(library))) {
                    for (JarEntry entry = entries.getNextJarEntry(); entry != null; entry = entries.getNextJarEntry()) {
                        if (entry.getName().equals(METADATA)) {
                            JSON.readTree(entries.readAllBytes())
                                    .path("properties")
                                    .forEach(property ->
                                            names.add(property.path("name").asString()));
                        }
                    }
                }
            }
        }
        return names;
    }

    JsonNode discovery() throws IOException, InterruptedException {
        return JSON.readTree(get("/.well-known/openid-configuration", Map.of()).body());
    }

    /** Goes through a login as an ALB with these fields does, and returns what userinfo tells it. */
    JsonNode logsIn(Map<String, String> login, String redirectUri) throws IOException, InterruptedException {
        String path = path(login, "AuthorizationEndpoint") + "?"
                + form(Map.of(
                        "client_id",
                        field(login, "ClientId"),
                        "redirect_uri",
                        redirectUri,
                        "response_type",
                        "code",
                        "scope",
                        field(login, "Scope"),
                        "state",
                        "st+a/te=="));
        String callback = follow(path);
        assertThat(callback).startsWith(redirectUri + "?");
        assertThat(parameter(callback, "state")).isEqualTo("st+a/te==");

        String code = parameter(callback, "code");
        Map<String, String> body = new LinkedHashMap<>();
        body.put("grant_type", "authorization_code");
        body.put("code", code);
        body.put("redirect_uri", redirectUri);
        body.put("client_id", field(login, "ClientId"));
        body.put("client_secret", secret);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path(login, "TokenEndpoint")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(body)));
        HttpResponse<String> tokens = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(tokens.statusCode()).as(tokens.body()).isEqualTo(200);

        String token = JSON.readTree(tokens.body()).path("access_token").asString();
        return JSON.readTree(get(path(login, "UserInfoEndpoint"), Map.of("Authorization", "Bearer " + token))
                .body());
    }

    /** Signs in at the panel with a wrong password, with this X-Forwarded-For; returns the status. */
    int signsInWrongly(String forwardedFor) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/panel/sign-in"))
                .header("X-Forwarded-For", forwardedFor)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(HttpRequest.BodyPublishers.ofString("name=operator&password=not-the-password"))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /**
     * Where a browser is sent in the end, out of Gatehouse. Gatehouse believes that it is reached by https,
     * so its cookies, which no client would send by plain http, are carried by hand.
     */
    private String follow(String path) throws IOException, InterruptedException {
        Map<String, String> cookies = new LinkedHashMap<>();
        String next = path;
        for (int hops = 0; next.startsWith("/") && hops < 10; hops++) {
            HttpResponse<String> answer = get(next, Map.of("Cookie", String.join("; ", cookies.values())));
            answer.headers().allValues("set-cookie").forEach(cookie -> {
                String pair = cookie.replaceFirst(";.*", "");
                cookies.put(pair.replaceFirst("=.*", ""), pair);
            });
            assertThat(answer.statusCode()).as("of %s: %s", next, answer.body()).isBetween(300, 399);
            next = answer.headers().firstValue("location").orElseThrow();
        }
        return next;
    }

    private static String value(Secret secret) {
        return secret.equals(Secret.BY_OPERATOR) ? BCRYPT : secret.example();
    }

    private static String field(Map<String, String> login, String name) {
        assertThat(login).containsKey(name);
        return login.getOrDefault(name, "");
    }

    private static String path(Map<String, String> login, String endpoint) {
        return URI.create(field(login, endpoint)).getPath();
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static String parameter(String location, String name) {
        List<String> pairs = List.of(URI.create(location).getRawQuery().split("&", -1));
        return pairs.stream()
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> URLDecoder.decode(pair.substring(name.length() + 1), UTF_8))
                .findFirst()
                .orElseThrow();
    }

    private HttpResponse<String> get(String path, Map<String, String> headers)
            throws IOException, InterruptedException {
        return fetch(address + path, headers);
    }

    private HttpResponse<String> fetch(String url, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "text/html,*/*;q=0.8")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document");
        headers.forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Health has a connector of its own. */
    private boolean isReady(String health) {
        try {
            return fetch(health + "/actuator/health/readiness", Map.of()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns when it writes no more: its folder is deleted next. */
    @Override
    public void close() {
        process.close();
    }
}
