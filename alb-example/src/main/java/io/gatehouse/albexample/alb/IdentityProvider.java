package io.gatehouse.albexample.alb;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The calls that the load balancer makes itself, past the browser: token, refresh, userinfo. */
final class IdentityProvider {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Options options;
    private final HttpClient http;

    IdentityProvider(Options options) {
        this.options = options;
        this.http = HttpClient.newBuilder()
                .connectTimeout(options.limits().idpTimeout())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    Tokens redeem(String code, String redirectUri, AuthenticateOidcConfig config) {
        return tokens(config, Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", redirectUri));
    }

    Tokens refresh(String refreshToken, AuthenticateOidcConfig config) {
        return tokens(config, Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
    }

    ObjectNode claims(String accessToken, AuthenticateOidcConfig config) {
        HttpRequest request = to(config.userInfoEndpoint())
                .header("Authorization", "Bearer " + accessToken)
                .build();
        HttpResponse<String> response = send(request, Failure.USERINFO_UNREACHABLE);
        JsonNode claims = json(response, Failure.USERINFO_REFUSED, Failure.INVALID_USERINFO);
        if (!claims.path("sub").isString()) {
            throw new LoginFailedException(Failure.INVALID_USERINFO);
        }
        return claims.asObject();
    }

    /**
     * AWS does not document where the secret is sent; its own waiting room reads only the body, so an ALB
     * sends it there.
     */
    private Tokens tokens(AuthenticateOidcConfig config, Map<String, String> grant) {
        Map<String, String> form = new LinkedHashMap<>(grant);
        HttpRequest.Builder request =
                to(config.tokenEndpoint()).header("Content-Type", "application/x-www-form-urlencoded");
        if (options.quirks().basicAtToken()) {
            request.header("Authorization", basic(config));
        } else {
            form.put("client_id", config.clientId());
            form.put("client_secret", config.clientSecret());
        }
        request.POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
        HttpResponse<String> response = send(request.build(), Failure.TOKEN_UNREACHABLE);
        return Tokens.read(
                json(response, Failure.TOKEN_REFUSED, Failure.INVALID_TOKEN_RESPONSE),
                options.clock().instant());
    }

    private HttpRequest.Builder to(URI endpoint) {
        Duration timeout = options.limits().idpTimeout();
        return HttpRequest.newBuilder(endpoint).timeout(timeout).header("Accept", "application/json");
    }

    private HttpResponse<String> send(HttpRequest request, Failure unreachable) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException noAnswer) {
            throw new LoginFailedException(unreachable, noAnswer);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new LoginFailedException(unreachable, stopping);
        }
    }

    private static JsonNode json(HttpResponse<String> response, Failure refused, Failure unreadable) {
        if (response.statusCode() / 100 != 2) {
            throw new LoginFailedException(refused);
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException noJson) {
            throw new LoginFailedException(unreadable, noJson);
        }
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String basic(AuthenticateOidcConfig config) {
        String pair = encoded(config.clientId()) + ":" + encoded(config.clientSecret());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
