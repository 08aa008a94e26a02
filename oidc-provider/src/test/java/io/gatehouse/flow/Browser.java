package io.gatehouse.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A browser of the plainest kind: navigates, keeps cookies, follows redirects until they leave Gatehouse. */
public final class Browser {

    /** What came back last: a response of Gatehouse, or the address outside to which it led. */
    public record Page(int status, String url, Map<String, String> headers, String body) {

        /** Whether the browser has been sent out of Gatehouse, to {@link #url}. */
        public boolean isOutside() {
            return status == 0;
        }

        /** A parameter of the address. */
        public String parameter(String name) {
            return parameters().getOrDefault(name, "");
        }

        public Map<String, String> parameters() {
            return Browser.parameters(url);
        }

        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), "");
        }
    }

    private final CookieManager jar = new CookieManager();
    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(jar)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final String issuer;
    private String address = "";

    /** With no cookies; for a Gatehouse of this origin. */
    public Browser(String issuer) {
        this.issuer = issuer;
    }

    /** The same browser at this address, as a proxy would tell it. */
    public Browser from(String itsAddress) {
        address = itsAddress;
        return this;
    }

    /** The same browser, set to keep no cookies. */
    public Browser blockingCookies() {
        jar.setCookiePolicy(CookiePolicy.ACCEPT_NONE);
        return this;
    }

    /** The same browser, closed and opened again: only persistent cookies are left. */
    public Browser closesAndComesBack() {
        var store = jar.getCookieStore();
        List.copyOf(store.getCookies()).stream()
                .filter(cookie -> cookie.getMaxAge() < 0)
                .forEach(cookie -> store.remove(null, cookie));
        return this;
    }

    /** The value of a cookie that this browser keeps; empty when it has none of this name. */
    public String cookie(String name) {
        return jar.getCookieStore().getCookies().stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst()
                .orElse("");
    }

    /** Puts a cookie into the jar, as somebody with access to the machine could. */
    public Browser withCookie(String name, String value) {
        return withCookie(name, value, "/");
    }

    /** The same for the addresses below this path. */
    public Browser withCookie(String name, String value, String path) {
        try {
            jar.put(URI.create(issuer + path), Map.of("Set-Cookie", List.of(name + "=" + value + "; Path=" + path)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return this;
    }

    /** Goes to an address and follows redirects. */
    public Page opens(String address) {
        var page = gets(address);
        for (var hops = 0; page.status() / 100 == 3; hops++) {
            if (hops > 10) {
                throw new IllegalStateException("a redirect loop at " + page.url());
            }
            var next = URI.create(page.url()).resolve(page.header("location")).toString();
            page = next.startsWith(issuer + "/") ? gets(next) : new Page(0, next, Map.of(), "");
        }
        return page;
    }

    /** Goes to an address without following redirects. */
    public Page gets(String address) {
        return sends(request(address).GET().build());
    }

    /** Submits a form and follows redirects. */
    public Page submits(String address, Map<String, String> fields) {
        var page = posts(address, fields);
        return page.status() / 100 == 3 ? follows(page) : page;
    }

    /** Submits a form without following redirects. */
    public Page posts(String address, Map<String, String> fields) {
        return sends(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
                .build());
    }

    /** A request of a navigation's looks, to be changed. */
    public HttpRequest.Builder request(String address) {
        var request = HttpRequest.newBuilder(URI.create(address.startsWith("/") ? issuer + address : address))
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .header("Accept-Language", "en")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document");
        return this.address.isEmpty() ? request : request.header("X-Forwarded-For", this.address);
    }

    /** Sends any request with this browser's cookies. */
    public Page sends(HttpRequest request) {
        try {
            var response = client.send(request, HttpResponse.BodyHandlers.ofString());
            var headers = new LinkedHashMap<String, String>();
            response.headers()
                    .map()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(java.util.Locale.ROOT), String.join(", ", values)));
            return new Page(response.statusCode(), request.uri().toString(), headers, response.body());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** The fields as a form or query. */
    public static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private Page follows(Page redirect) {
        var next =
                URI.create(redirect.url()).resolve(redirect.header("location")).toString();
        return next.startsWith(issuer + "/") ? opens(next) : new Page(0, next, Map.of(), "");
    }

    /** The parameters of an address, decoded. */
    public static Map<String, String> parameters(String address) {
        var parameters = new LinkedHashMap<String, String>();
        if (address.contains("?")) {
            for (var pair : address.substring(address.indexOf('?') + 1).split("&", -1)) {
                var parts = pair.split("=", 2);
                parameters.put(decode(parts[0]), parts.length > 1 ? decode(parts[1]) : "");
            }
        }
        return parameters;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String decode(String text) {
        return java.net.URLDecoder.decode(text, UTF_8);
    }
}
