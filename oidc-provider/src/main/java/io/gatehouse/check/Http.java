package io.gatehouse.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.outbound.Reach;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.Query;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.springframework.web.util.UriUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests and follows nothing by itself. With cookies it acts as a visitor's browser, without them as
 * a relying party's server. It reads the beginning of each page.
 */
record Http(Outbound client, boolean isBrowser, Reach reach, Deadline end, Ticker ticker) {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration EVER = Duration.ofDays(1);
    private static final JsonMapper JSON = JsonMapper.shared();

    record Answer(URI from, int status, HttpResponse<String> response, Duration time) {

        String body() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The body as JSON; a missing node for any other body. */
        JsonNode json() {
            try {
                return JSON.readTree(body());
            } catch (JacksonException none) {
                return JSON.missingNode();
            }
        }

        /** The target of a redirect; empty when the answer is no redirect, or has no readable address. */
        Optional<URI> redirect() {
            try {
                return status / 100 == 3 && !header("location").isEmpty()
                        ? Optional.of(from.resolve(header("location")))
                        : Optional.empty();
            } catch (IllegalArgumentException unreadable) {
                return Optional.empty();
            }
        }
    }

    /** A visitor's browser at the installation. */
    static Http browser(Ticker ticker) {
        return visitor(new Reach(List.of()), ticker);
    }

    /** The browser of a visitor who is new to the site. All answers must come before the end. */
    static Http stranger(Reach reach, Deadline end, Ticker ticker) {
        return new Http(Outbound.browser(bounds()), true, reach, end, ticker);
    }

    /** The browser of a visitor who goes through the site, too. */
    static Http visitor(Reach reach, Ticker ticker) {
        return stranger(reach, Deadline.after(EVER, ticker), ticker);
    }

    /** A caller that keeps no cookies, and sets its own {@code Accept}. All answers must come before the end. */
    static Http caller(Reach reach, Deadline end, Ticker ticker) {
        return new Http(new Outbound(bounds()), false, reach, end, ticker);
    }

    static Http server(Ticker ticker) {
        return caller(new Reach(List.of()), Deadline.after(EVER, ticker), ticker);
    }

    private static Bounds bounds() {
        return Bounds.ofDocuments(TIMEOUT, 1);
    }

    /** Follows a redirect of the site's page. */
    Answer follow(URI redirect) {
        var next = uri(redirect.toString());
        if (!reach.includes(next)) {
            throw new UnreachableException("a redirect leads to " + place(next)
                    + ", which is no public host; others are asked only" + " if the site's settings name them");
        }
        return get(next.toString());
    }

    /** Follows at most this many redirects, until it must stop; returns the last answer. */
    Answer follow(Answer first, int mostHops, Predicate<URI> stops) {
        var here = first;
        for (var hops = 0;
                hops < mostHops && here.redirect().filter(stops.negate()).isPresent();
                hops++) {
            here = follow(here.redirect().get());
        }
        return here;
    }

    Answer get(String address, String... headers) {
        return send(address, HttpRequest.newBuilder().GET(), headers);
    }

    Answer post(String address, Map<String, String> form, String... headers) {
        var request = HttpRequest.newBuilder()
                .POST(BodyPublishers.ofString(Query.of(form)))
                .header("Content-Type", "application/x-www-form-urlencoded");
        return send(address, request, headers);
    }

    /** A request by any method. */
    Answer ask(String method, String address, String body, String... headers) {
        return send(address, HttpRequest.newBuilder().method(method, BodyPublishers.ofString(body)), headers);
    }

    /** The parameters of an address, decoded, the last of each name. */
    static Map<String, String> parameters(String address) {
        var query = address.indexOf('?');
        var last = new LinkedHashMap<String, String>();
        Query.read(query < 0 ? "" : address.substring(query + 1))
                .forEach((name, values) -> last.put(name, values.get(values.size() - 1)));
        return last;
    }

    /** The error in an answer's parameters. */
    static String error(Map<String, String> parameters) {
        var error = parameters.getOrDefault("error", "nothing");
        var description = parameters.getOrDefault("error_description", "");
        return description.isEmpty() ? error : error + ": " + description;
    }

    static String encode(String text) {
        return UriUtils.encode(text, UTF_8);
    }

    private Answer send(String address, HttpRequest.Builder request, String... headers) {
        var uri = uri(address);
        request.uri(uri);
        if (isBrowser) {
            Stream.of("Accept: text/html,*/*;q=0.8", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
                    .map(header -> header.split(": ", 2))
                    .forEach(header -> request.header(header[0], header[1]));
        }
        for (var index = 0; index < headers.length; index += 2) {
            request.setHeader(headers[index], headers[index + 1]);
        }
        if (end.isExpired()) {
            throw new UnreachableException("was not looked at: the pages before it took too long");
        }
        var start = ticker.read();
        try {
            var response = client.readBeginning(request, end.remaining());
            return new Answer(uri, response.statusCode(), response, Duration.ofNanos(ticker.read() - start));
        } catch (InterruptedIOException stopped) {
            throw new UnreachableException("stopped while waiting for " + place(uri));
        } catch (IOException failure) {
            throw new UnreachableException(why(uri, failure));
        }
    }

    private static URI uri(String address) {
        try {
            var uri = URI.create(address);
            if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                return uri;
            }
        } catch (IllegalArgumentException unreadable) {
            // reported below
        }
        throw new UnreachableException("\"" + address + "\" is no address of the web");
    }

    /** The cause as a sentence, for the person who has just set up the site. */
    private static String why(URI uri, IOException failure) {
        if (isCausedBy(failure, UnknownHostException.class) || isCausedBy(failure, UnresolvedAddressException.class)) {
            return "the name " + uri.getHost() + " cannot be resolved: there is no DNS entry for it here";
        }
        if (failure instanceof SSLException) {
            return certificate(uri, failure);
        }
        if (failure instanceof HttpTimeoutException) {
            return place(uri) + " did not answer in time: at most " + TIMEOUT.toSeconds()
                    + " seconds for the whole answer";
        }
        if (failure instanceof ConnectException) {
            return "nobody listens at " + place(uri);
        }
        return place(uri) + " broke off: " + failure.getMessage();
    }

    private static String certificate(URI uri, IOException failure) {
        var message = String.valueOf(failure.getMessage());
        if (isCausedBy(failure, CertificateExpiredException.class)) {
            return "the certificate of " + place(uri) + " has expired";
        }
        if (isCausedBy(failure, CertificateNotYetValidException.class)) {
            return "the certificate of " + place(uri) + " is not valid yet";
        }
        if (message.contains("valid certification path")) {
            return "the certificate of " + place(uri) + " comes from no authority that is trusted here";
        }
        if (message.contains("name matching") || message.contains("names matching")) {
            return "the certificate of " + place(uri) + " is for another name";
        }
        return place(uri) + " cannot be talked to by TLS: " + message;
    }

    private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> type) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String place(URI uri) {
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }
}
