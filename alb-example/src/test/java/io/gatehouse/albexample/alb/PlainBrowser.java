package io.gatehouse.albexample.alb;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A cookie jar and an address bar; it follows no redirect, so that the test sees each. */
public final class PlainBrowser {

    private final HttpClient http = HttpClient.newHttpClient();
    public final Map<String, String> cookies = new LinkedHashMap<>();

    public HttpResponse<String> get(String url, String... headers) {
        return send("GET", url, BodyPublishers.noBody(), headers);
    }

    public HttpResponse<String> send(String method, String url, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).method(method, body);
        if (!cookies.isEmpty()) {
            request.header("Cookie", jar());
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            setCookies(response).forEach(this::keep);
            return response;
        } catch (IOException | InterruptedException broken) {
            throw new AssertionError(method + " " + url, broken);
        }
    }

    public static List<String> setCookies(HttpResponse<?> response) {
        return response.headers().allValues("Set-Cookie");
    }

    public static String location(HttpResponse<?> response) {
        return response.headers().firstValue("Location").orElse("(no Location)");
    }

    private String jar() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private void keep(String cookie) {
        String pair = cookie.split(";", 2)[0];
        int equals = pair.indexOf('=');
        if (cookie.contains("Expires=Thu, 01 Jan 1970")) {
            cookies.remove(pair.substring(0, equals));
        } else {
            cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
    }
}
