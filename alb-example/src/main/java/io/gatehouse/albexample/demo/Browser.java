package io.gatehouse.albexample.demo;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The browser of a simulated visitor: it has a cookie jar and a browser's headers, and follows redirects. All
 * servers are on localhost and cookies ignore ports, so one jar suffices.
 */
final class Browser {

    private static final int MOST_REDIRECTS = 12;
    private static final Pattern GONE = Pattern.compile(";\\s*(max-age=0|expires=thu, 01[ -]jan[ -]1970)");

    private final HttpClient http;
    private final Map<String, String> cookies = new TreeMap<>();

    Browser(HttpClient http) {
        this.http = http;
    }

    Page open(String url) throws IOException, InterruptedException {
        return follow(navigation(URI.create(url)).GET().build());
    }

    Page submit(String url, Map<String, String> form) throws IOException, InterruptedException {
        URI address = URI.create(url);
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return follow(navigation(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", "http://" + address.getAuthority())
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    /** Sends the request of a page's script. */
    Page ask(String url) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(20))
                .header("Accept", "application/json")
                .header("Sec-Fetch-Mode", "cors")
                .header("Sec-Fetch-Dest", "empty");
        return page(send(request.build()));
    }

    private HttpRequest.Builder navigation(URI address) {
        return HttpRequest.newBuilder(address)
                .timeout(Duration.ofSeconds(20))
                .header("Accept", "text/html,application/xhtml+xml")
                .header("Accept-Language", "en")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document")
                .header("User-Agent", "Mozilla/5.0 (made-up visitor)");
    }

    private Page follow(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request);
        for (int n = 0; n < MOST_REDIRECTS && response.statusCode() / 100 == 3; n++) {
            String location = response.headers().firstValue("Location").orElse("");
            response = send(navigation(response.uri().resolve(location)).GET().build());
        }
        return page(response);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        HttpRequest withCookies = cookies.isEmpty()
                ? request
                : HttpRequest.newBuilder(request, (name, value) -> true)
                        .header("Cookie", jar())
                        .build();
        HttpResponse<String> response = http.send(withCookies, HttpResponse.BodyHandlers.ofString());
        response.headers().allValues("Set-Cookie").forEach(this::keep);
        return response;
    }

    private String jar() {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private void keep(String cookie) {
        String[] pair = cookie.split(";", 2)[0].split("=", 2);
        if (GONE.matcher(cookie.toLowerCase(Locale.ROOT)).find()) {
            cookies.remove(pair[0]);
        } else {
            cookies.put(pair[0], pair.length == 2 ? pair[1] : "");
        }
    }

    private static Page page(HttpResponse<String> response) {
        return new Page(response.uri(), response.statusCode(), response.body());
    }

    /** The page after all redirects. */
    record Page(URI address, int status, String body) {}
}
