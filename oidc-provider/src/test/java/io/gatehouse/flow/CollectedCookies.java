package io.gatehouse.flow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Many sets of cookies that one program collects over one connection, and uses later. */
final class CollectedCookies {

    private final Wire wire;
    private final List<Map<String, String>> sets = new ArrayList<>();

    CollectedCookies(Wire wire) {
        this.wire = wire;
    }

    /** Asks for this page so many times, each time as a newcomer, and keeps what is set on the way. */
    void collect(int many, String path) {
        for (var number = 0; number < many; number++) {
            var cookies = new LinkedHashMap<String, String>();
            keep(sends(() -> wire.gets(path, "")), cookies);
            sets.add(cookies);
        }
    }

    /** The same, and follows redirects: a place is taken with each. */
    void collectPlaces(int many, String path) {
        var first = sets.size();
        collect(many, path);
        sets.subList(first, sets.size()).forEach(cookies -> opens(path, cookies));
    }

    /** Submits this form with the last so many. */
    void submit(int many, String path) {
        sets.subList(sets.size() - many, sets.size())
                .forEach(cookies -> keep(sends(() -> wire.posts(path, text(cookies), "request=")), cookies));
    }

    /** Opens this page with each, and follows redirects. */
    void open(String path) {
        sets.forEach(cookies -> opens(path, cookies));
    }

    int size() {
        return sets.size();
    }

    private void opens(String path, Map<String, String> cookies) {
        var next = path;
        for (var hops = 0; !next.isEmpty() && hops < 10; hops++) {
            var address = next;
            var reply = sends(() -> wire.gets(address, text(cookies)));
            keep(reply, cookies);
            next = reply.header("location");
        }
    }

    private static void keep(Wire.Reply reply, Map<String, String> cookies) {
        reply.header("set-cookie").lines().forEach(header -> {
            var pair = header.replaceFirst(";.*", "").split("=", 2);
            if (header.contains("Max-Age=0")) {
                cookies.remove(pair[0]);
            } else {
                cookies.put(pair[0], pair[1]);
            }
        });
    }

    private static String text(Map<String, String> cookies) {
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** What is sent; the server is there. */
    private interface Request {

        Wire.Reply send() throws IOException;
    }

    private static Wire.Reply sends(Request request) {
        try {
            return request.send();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
