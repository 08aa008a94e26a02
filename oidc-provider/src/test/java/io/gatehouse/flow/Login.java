package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The site's side of a login at site {@code shop}: authorize addresses, token calls, userinfo. */
public final class Login {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** A response to a site. */
    public record Answer(int status, Map<String, List<String>> headers, String body) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        /** The first header of this name, in lower case; empty when there is none. */
        public String header(String name) {
            return headers.getOrDefault(name, java.util.List.of("")).get(0);
        }

        public String text(String member) {
            return json().path(member).asString("");
        }
    }

    private Login() {}

    /** {@code /authorize} for site shop with further parameters, which replace the usual ones. */
    public static String authorize(String... more) {
        var parameters = new LinkedHashMap<>(Map.of(
                "client_id", "shop",
                "redirect_uri", RunningGatehouse.SITE + "/callback",
                "response_type", "code",
                "scope", "openid profile email room",
                "state", "st+a/t=e"));
        for (var index = 0; index < more.length; index += 2) {
            parameters.put(more[index], more[index + 1]);
        }
        return "/authorize?" + Browser.form(parameters);
    }

    /** The code that an admitted browser gets for this site. */
    public static String authorizeCode(Browser browser, String site, String... more) {
        var parameters = new ArrayList<>(List.of(more));
        parameters.addAll(List.of("client_id", site));
        return browser.opens(authorize(parameters.toArray(String[]::new))).parameter("code");
    }

    /** Redeems a code of site shop with the secret in the header. */
    public static Answer redeem(Installation gatehouse, String code) {
        return redeem(gatehouse, "shop", code);
    }

    /** Redeems a code of this site, which has the usual secret and redirect URI. */
    public static Answer redeem(Installation gatehouse, String site, String code) {
        return token(
                gatehouse,
                site,
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        code,
                        "redirect_uri",
                        RunningGatehouse.SITE + "/callback"));
    }

    /** Refreshes the tokens of this site. */
    public static Answer refresh(Installation gatehouse, String site, Answer tokens) {
        return token(
                gatehouse, site, Map.of("grant_type", "refresh_token", "refresh_token", tokens.text("refresh_token")));
    }

    /** What a device of this site begins with: its code, and the visitor's. */
    public static Answer deviceCodes(Installation gatehouse, String site) {
        return post(
                gatehouse.issuer() + "/device_authorization",
                basic(site, RunningGatehouse.SECRET),
                Map.of("scope", "openid"));
    }

    /** A device of this site asks whether it may go in. */
    public static Answer poll(Installation gatehouse, String site, Answer codes) {
        return token(
                gatehouse,
                site,
                Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:device_code",
                        "device_code",
                        codes.text("device_code")));
    }

    /** A token call of site shop. */
    public static Answer token(Installation gatehouse, Map<String, String> form) {
        return token(gatehouse, "shop", form);
    }

    private static Answer token(Installation gatehouse, String site, Map<String, String> form) {
        return post(gatehouse.issuer() + "/token", basic(site, RunningGatehouse.SECRET), form);
    }

    public static Answer post(String address, String authorization, Map<String, String> form) {
        return post(address, authorization, Browser.form(form));
    }

    /** Posts a form that is encoded already, or should be. */
    public static Answer post(String address, String authorization, String form) {
        return send(posting(address, authorization, form));
    }

    /** The same request, not yet sent. */
    public static HttpRequest.Builder posting(String address, String authorization, String form) {
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    public static Answer get(String address, String authorization) {
        var request = HttpRequest.newBuilder(URI.create(address)).GET();
        return send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
    }

    public static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    /** The claims of a JWT, unverified. */
    public static JsonNode claims(String jwt) {
        return JSON.readTree(new String(Base64.getUrlDecoder().decode(jwt.split("\\.", -1)[1]), UTF_8));
    }

    private static Answer send(HttpRequest.Builder request) {
        return send(CLIENT, request);
    }

    /** Sends this by a client of the caller's. */
    public static Answer send(HttpClient client, HttpRequest.Builder request) {
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.headers().map(), response.body());
        } catch (java.io.IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
