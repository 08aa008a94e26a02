package io.gatehouse.door;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gatehouse.flow.Login;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Requests to all addresses as somebody sends them who has read the documents and means no good: each begins
 * as one that makes sense and is then changed in one to four ways. The same seed makes the same requests.
 */
final class Mutations {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String BASIC = Login.basic("shop", "wrong");

    private static final List<String> GETS = List.of(
            "/",
            "/authorize?client_id=shop&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcallback&response_type=code&scope=openid",
            "/authorize?client_id=shop&prompt=none&max_age=1&ui_locales=de&nonce=n&claims=%7B%22id_token%22%3A%7B%7D%7D",
            "/authorize/again?client_id=shop&request=abc",
            "/rooms/shop/enter?request=abc",
            "/rooms/shop/enter?request=abc&cookie=set",
            "/rooms/shop/wait?request=abc",
            "/rooms/shop/board",
            "/rooms/shop/place",
            "/rooms/shop/admitted?request=abc",
            "/userinfo",
            "/userInfo",
            "/logout?client_id=shop&id_token_hint=abc&state=s",
            "/device?user_code=ABCD-EFGH",
            "/device/done?room=shop",
            "/register/dyn-0",
            "/.well-known/openid-configuration",
            "/.well-known/oauth-authorization-server",
            "/.well-known/jwks.json",
            "/panel",
            "/panel/sign-in",
            "/panel/rooms/shop",
            "/panel/rooms/shop/place?number=1",
            "/panel/rooms/shop/new-opening",
            "/panel/sites/shop/setup",
            "/panel/api/rooms",
            "/panel/api/rooms/shop",
            "/panel/api/rooms/shop/places/1",
            "/panel/api/metrics",
            "/panel/api/sites",
            "/panel/api/sites/shop/setup",
            "/panel/api/signing-keys",
            "/waiting-page/waiting-page.js",
            "/actuator/health/readiness",
            "/error",
            "/nowhere");

    private static final List<String> POSTS = List.of(
            "/authorize client_id=shop&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcallback&response_type=code&scope=openid",
            "/token grant_type=authorization_code&code=abc&redirect_uri=http%3A%2F%2Flocalhost%3A9%2Fcallback",
            "/token grant_type=refresh_token&refresh_token=abc&client_id=shop&client_secret=wrong",
            "/token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=abc&client_id=shop",
            "/token grant_type=client_credentials&scope=rooms.read",
            "/introspect token=abc",
            "/revoke token=abc&token_type_hint=access_token",
            "/device_authorization client_id=shop&scope=openid",
            "/device user_code=ABCD-EFGH&sure=yes",
            "/logout client_id=shop&sure=yes",
            "/userinfo access_token=abc",
            "/register {\"redirect_uris\":[\"https://a.example/cb\"]}",
            "/rooms/shop/continue request=abc",
            "/rooms/shop/extend request=abc",
            "/rooms/shop/return request=abc",
            "/rooms/shop/leave request=abc",
            "/rooms/shop/anew request=abc",
            "/rooms/shop/enter request=abc&altcha=e30%3D&wait=a.b.c&ui_locales=de",
            "/panel/sign-in name=alice&password=wrong",
            "/panel/sign-out csrf=abc",
            "/panel/rooms/shop/let-in csrf=abc&count=1",
            "/panel/rooms/shop/settings csrf=abc&rate=1%2Fs&capacity=1&etag=1",
            "/panel/rooms/shop/settings/reset csrf=abc",
            "/panel/rooms/shop/pause csrf=abc",
            "/panel/rooms/shop/resume csrf=abc",
            "/panel/rooms/shop/end csrf=abc&position=1",
            "/panel/rooms/shop/openings csrf=abc&after=1",
            "/panel/api/rooms/shop/let-in {\"count\":1}",
            "/panel/api/rooms/shop/pause {}",
            "/panel/api/rooms/shop/resume {}",
            "/panel/api/rooms/shop/openings {\"after\":1}",
            "/panel/api/rooms/shop/admissions/1/end {}",
            "/panel/api/signing-keys {}");

    /** The same with their method before them. */
    private static final List<String> OTHERS = List.of(
            "HEAD /authorize client_id=shop",
            "DELETE /register/dyn-0 a=b",
            "PATCH /panel/api/rooms/shop {\"rate\":\"1/s\"}",
            "DELETE /panel/api/rooms/shop/settings {}");

    private static final List<String> METHODS = List.of(
            "GET",
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "HEAD",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "PROPFIND",
            "get",
            "G\u00e4T");
    private static final List<String> TYPES = List.of(
            FORM,
            "application/json",
            "application/merge-patch+json",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=x",
            "multipart/form-data",
            FORM + "; charset=nonsense",
            FORM + "; charset=utf-16",
            "text/plain",
            "a/b/c;;;=",
            "\u00ff\u00fe",
            "");
    private static final List<String> PIECES = List.of(
            "%zz",
            "%",
            "%00",
            "%c3%28",
            "%2e%2e%2f",
            "..;/",
            "//",
            "\\",
            ";jsessionid=1",
            "\u0000",
            "\u00e9",
            "{\"",
            "[[[[",
            "'\"><script>",
            "&&==&",
            "%0d%0aX: y",
            "\uD83C",
            "${jndi:x}",
            "-1",
            "99999999999999999999",
            "1e400",
            "null",
            "true",
            "a=b&a=b");
    private static final List<String> HEADERS = List.of(
            "Accept",
            "Accept-Language",
            "Accept-Encoding",
            "Accept-Charset",
            "Authorization",
            "Cookie",
            "Origin",
            "Referer",
            "Host",
            "Content-Encoding",
            "Content-Length",
            "Transfer-Encoding",
            "Expect",
            "Range",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "X-Forwarded-For",
            "X-Forwarded-Proto",
            "X-Forwarded-Host",
            "Forwarded",
            "Sec-Fetch-Mode",
            "Sec-Fetch-Dest",
            "Sec-Purpose",
            "X-CSRF-Token",
            "Connection",
            "Upgrade",
            "Access-Control-Request-Method",
            "X-HTTP-Method-Override",
            "DPoP",
            "Content-Type");
    private static final List<String> VALUES = List.of(
            "",
            "text/html",
            "application/json",
            "*/*;q=x",
            "gzip",
            "br",
            "identity",
            "chunked",
            "chunked, chunked",
            "100-continue",
            "bytes=0-,5-1",
            "*",
            "W/\"",
            "\"\"",
            "null",
            "Bearer ",
            "Bearer a b",
            BASIC,
            "Basic %%%",
            "Basic ::",
            "gatehouse-place-shop=a.b.c",
            "gatehouse-place-shop=\"; a=b",
            "gatehouse-try-shop=a.b.c",
            "h2c",
            "websocket",
            "close",
            "keep-alive",
            "1.2.3.4",
            "for=_x;;",
            "localhost:99999999",
            "a b",
            "navigate",
            "document",
            "prefetch",
            "-5",
            "0",
            "7",
            "POST",
            "de;q=2",
            "zz-zz-zz-zz",
            "Wed, 99 Xxx 2020",
            "utf-8;q=0, x",
            "TRACE");

    private final Random random;
    private final List<String> credentials;
    private final List<String> posts;

    /**
     * @param credentials some of the requests come with one of these, each a whole header: from within, more
     *     can go wrong
     * @param genuine more to begin with: method, address and form
     */
    Mutations(long seed, List<String> credentials, List<String> genuine) {
        this.random = new Random(seed);
        this.credentials = credentials;
        this.posts = Stream.of(POSTS.stream().map(form -> "POST " + form), OTHERS.stream(), genuine.stream())
                .flatMap(lines -> lines)
                .toList();
    }

    /** The next one, as bytes. */
    byte[] next() {
        var request = random.nextInt(3) == 0 ? new Draft("GET", of(GETS), "") : posted(of(posts));
        request.header("Accept", random.nextBoolean() ? "text/html,*/*;q=0.8" : "application/json");
        if (random.nextBoolean()) {
            var credential = of(credentials).split(": ", 2);
            request.header(credential[0], random.nextInt(4) == 0 ? spoiled(credential[1]) : credential[1]);
        }
        for (var n = random.nextInt(4); n >= 0; n--) {
            change(request);
        }
        return request.bytes();
    }

    private Draft posted(String line) {
        var parts = line.split(" ", 3);
        var body = parts[2];
        var request = new Draft(parts[0], parts[1], body);
        request.header("Content-Type", body.startsWith("{") ? "application/json" : FORM);
        return request;
    }

    private void change(Draft request) {
        switch (random.nextInt(12)) {
            case 0 -> request.method = of(METHODS);
            case 1 -> request.path = spoiled(request.path);
            case 2 -> request.path += (request.path.contains("?") ? "&" : "?") + spoiled("a=b");
            case 3 -> request.body = spoiled(request.body);
            case 4 -> request.body = request.body.substring(0, random.nextInt(request.body.length() + 1));
            case 5 -> request.replace("Content-Type", of(TYPES));
            case 6 -> request.header("Content-Encoding", random.nextBoolean() ? "gzip" : "deflate, gzip");
            case 7 -> request.header(of(HEADERS), of(VALUES));
            case 8 -> request.replace(of(HEADERS), spoiled(of(VALUES)));
            case 9 -> request.body += "&" + "x".repeat(random.nextInt(60_000));
            case 10 -> request.chunked = true;
            default -> request.flip = true;
        }
    }

    /** With one of the pieces somewhere, or with something missing, or doubled. */
    private String spoiled(String text) {
        var at = random.nextInt(text.length() + 1);
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text + text;
            default -> text.substring(0, at) + of(PIECES) + text.substring(at);
        };
    }

    private String of(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A request on its way to being spoiled. */
    private final class Draft {

        private final List<String[]> headers = new ArrayList<>();
        private String method;
        private String path;
        private String body;
        private boolean chunked;
        private boolean flip;

        Draft(String method, String path, String body) {
            this.method = method;
            this.path = path;
            this.body = body;
        }

        void header(String name, String value) {
            headers.add(new String[] {name, value});
        }

        void replace(String name, String value) {
            headers.removeIf(header -> header[0].equals(name));
            header(name, value);
        }

        byte[] bytes() {
            var content = body.getBytes(ISO_8859_1);
            var head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + headers.stream()
                            .map(header -> header[0] + ": " + header[1] + "\r\n")
                            .collect(Collectors.joining())
                    + (chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + content.length)
                    + "\r\n\r\n";
            var all = new ByteArrayOutputStream();
            all.writeBytes(head.getBytes(ISO_8859_1));
            if (chunked) {
                all.writeBytes((Integer.toHexString(content.length) + "\r\n").getBytes(ISO_8859_1));
                all.writeBytes(content);
                all.writeBytes("\r\n0\r\n\r\n".getBytes(ISO_8859_1));
            } else {
                all.writeBytes(content);
            }
            return flip ? flipped(all.toByteArray()) : all.toByteArray();
        }

        private byte[] flipped(byte[] bytes) {
            IntStream.range(0, 1 + random.nextInt(3))
                    .map(n -> random.nextInt(Math.min(bytes.length, 600)))
                    .forEach(at -> bytes[at] = (byte) random.nextInt(256));
            return bytes;
        }
    }
}
