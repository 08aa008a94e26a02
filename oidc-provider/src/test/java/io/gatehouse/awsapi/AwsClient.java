package io.gatehouse.awsapi;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the old API as the pages and lambdas do that were written for it: from another origin, with JSON,
 * without cookies.
 */
public final class AwsClient {

    public static final JsonMapper JSON = new JsonMapper();

    /** What came back. */
    public record Answer(int status, HttpHeaders headers, String body) {

        public JsonNode json() {
            return JSON.readTree(body);
        }

        public String text(String member) {
            return json().path(member).asString("");
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningGatehouse gatehouse;
    private final String base;
    private final String address;

    /**
     * @param base what stands before every path: nothing, or the stage of the old gateway
     * @param address where it calls from, as a proxy would tell it
     */
    public AwsClient(RunningGatehouse gatehouse, String base, String address) {
        this.gatehouse = gatehouse;
        this.base = base;
        this.address = address;
    }

    /** The request id of somebody who has just joined. */
    public String joins(String event) {
        return posts("/assign_queue_num", Map.of("event_id", event)).text("api_request_id");
    }

    public Answer gets(String path, String... query) {
        var parameters = new LinkedHashMap<String, String>();
        for (var at = 0; at < query.length; at += 2) {
            parameters.put(query[at], query[at + 1]);
        }
        return sends(request(path + (query.length == 0 ? "" : "?" + Browser.form(parameters))));
    }

    public Answer posts(String path, Map<String, Object> body) {
        return posts(path, "application/json", JSON.writeValueAsString(body));
    }

    Answer posts(String path, String type, String body) {
        var request = request(path).POST(BodyPublishers.ofString(body));
        return sends(type.isEmpty() ? request : request.header("Content-Type", type));
    }

    /** A token of an API client. */
    public String bearer(String name, String scope) {
        return Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic(name, RunningGatehouse.SECRET),
                        Map.of("grant_type", "client_credentials", "scope", scope))
                .text("access_token");
    }

    /** A request to be changed. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(gatehouse.issuer() + base + path))
                .header("Origin", "https://sale.example")
                .header("Accept", "application/json, text/plain, */*")
                .header("X-Forwarded-For", address);
    }

    public Answer sends(HttpRequest.Builder request) {
        try {
            var asked = request.build();
            var response = client.send(asked, BodyHandlers.ofString());
            var answer = new Answer(response.statusCode(), response.headers(), response.body());
            ApiDocument.requireKnown(asked.method(), asked.uri().getPath(), answer);
            return answer;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
